/**
 * A client as it was written for ASP.NET Boilerplate (abp-web-resources and the generated service proxies of its
 * template): it knows no more of this server than its conventions. It keeps cookies of its own, sends the headers
 * that the template sends, in the template's words, and reads what it is answered as the template does.
 */

const TOKEN = 'Abp.AuthToken'
const HUB_TOKEN = 'enc_auth_token'
const TENANT = 'Abp.TenantId'
const CULTURE = 'Abp.Localization.CultureName'

/** What `AbpUserConfiguration/GetAll` has, as far as the template's page reads it. */
export interface Abp {
  readonly session: { userId: number | null; tenantId: number | null; multiTenancySide: number }
  readonly localization: {
    currentLanguage: { name: string }
    languages: readonly { name: string; isDefault: boolean }[]
    values: Readonly<Record<string, Readonly<Record<string, string>>>>
  }
  readonly auth: {
    allPermissions: Readonly<Record<string, string>>
    grantedPermissions: Readonly<Record<string, string>>
  }
  readonly features: { allFeatures: Readonly<Record<string, { value: string }>> }
  readonly setting: { values: Readonly<Record<string, string>> }
  readonly clock: { provider: string }
}

/** What the template shows a person of a failure. */
export interface AbpError {
  readonly code: number
  readonly message: string
  readonly details: string | null
  readonly validationErrors: readonly { message: string; members: readonly string[] }[] | null
}

/** A failure as the template's interceptor passes it on. */
export class RequestFailed extends Error {
  readonly status: number
  readonly error: AbpError
  readonly unAuthorizedRequest: boolean

  constructor(status: number, error: AbpError, unAuthorizedRequest: boolean) {
    super(error.message)
    this.status = status
    this.error = error
    this.unAuthorizedRequest = unAuthorizedRequest
  }
}

type Fields = Readonly<Record<string, unknown>>

export class AbpClient {
  readonly cookies = new Map<string, string>()
  readonly #url: string
  /** The configuration that was loaded last. */
  abp!: Abp

  constructor(url: string) {
    this.#url = url
  }

  /** A call by its path as the proxies were generated; those of a query send `null` and `undefined` not at all. */
  get = (path: string, query: Fields = {}) => this.#request('GET', path, query)
  delete = (path: string, query: Fields = {}) => this.#request('DELETE', path, query)
  post = (path: string, body: unknown = undefined) => this.#request('POST', path, {}, body)
  put = (path: string, body: unknown) => this.#request('PUT', path, {}, body)

  /** As the page starts: configuration, then who is signed in. */
  async start() {
    this.abp = (await this.get('/AbpUserConfiguration/GetAll')) as unknown as Abp
    return this.#request('GET', '/api/services/app/Session/GetCurrentLoginInformations', {}, undefined, {
      // As the template sends it where no firm is chosen.
      [TENANT]: this.cookies.get(TENANT) ?? '[object Object]',
    })
  }

  /** Chooses a firm by its name, as the box above the sign-in does. */
  async chooseTenant(tenancyName: string): Promise<number> {
    const { state, tenantId } = await this.post('/api/services/app/Account/IsTenantAvailable', {
      tenancyName,
    })
    if (state === 1) this.cookies.set(TENANT, String(tenantId))
    return state as number
  }

  async signIn(userNameOrEmailAddress: string, password: string): Promise<void> {
    const { accessToken, encryptedAccessToken } = await this.post('/api/TokenAuth/Authenticate', {
      userNameOrEmailAddress,
      password,
    })
    this.cookies.set(TOKEN, accessToken as string)
    this.cookies.set(HUB_TOKEN, encryptedAccessToken as string)
  }

  isGranted = (permission: string): boolean =>
    this.abp.auth.allPermissions[permission] !== undefined &&
    this.abp.auth.grantedPermissions[permission] !== undefined

  isFeatureOn = (feature: string): boolean =>
    this.abp.features.allFeatures[feature]?.value.toLowerCase() === 'true'

  localize = (key: string, source: string): string => this.abp.localization.values[source]?.[key] ?? key

  /** Connects to a hub as @aspnet/signalr 1.1 does: negotiation without a version, then a WebSocket of the id. */
  async connect(path: string, by: 'query' | 'cookie'): Promise<OldConnection> {
    const token = `${HUB_TOKEN}=${encodeURIComponent(this.cookies.get(HUB_TOKEN) ?? '')}`
    const query = by === 'query' ? `?${token}` : ''
    const headers: Readonly<Record<string, string>> = by === 'cookie' ? { cookie: token } : {}
    const answer = await fetch(`${this.#url}${path}/negotiate${query}`, { method: 'POST', headers })
    if (!answer.ok) throw new Error(`${answer.status}`)
    const { connectionId, availableTransports } = (await answer.json()) as {
      connectionId: string
      availableTransports: readonly { transport: string }[]
    }
    if (!availableTransports.some(({ transport }) => transport === 'WebSockets'))
      throw new Error('no WebSockets')
    const url = `${this.#url.replace(/^http/, 'ws')}${path}${query}${query ? '&' : '?'}id=${connectionId}`
    return OldConnection.open(url, headers)
  }

  async #request(
    method: string,
    path: string,
    query: Fields,
    body: unknown = undefined,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Record<string, unknown>> {
    const url = new URL(path, this.#url)
    for (const [name, value] of Object.entries(query))
      if (value !== null && value !== undefined) url.searchParams.append(name, String(value))
    const token = this.cookies.get(TOKEN)
    const response = await fetch(url, {
      method,
      headers: {
        accept: 'application/json, text/plain, */*',
        ...(token && { authorization: `Bearer ${token}` }),
        '.AspNetCore.Culture': this.cookies.get(CULTURE) ?? 'en-US@posix',
        [TENANT]: this.cookies.get(TENANT) ?? 'null',
        ...(method === 'GET' || method === 'DELETE' ? {} : { 'content-type': 'application/json-patch+json' }),
        ...more,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    // A challenge outside the envelope has an empty body, which the template takes for an error without words.
    const answer = text ? JSON.parse(text) : { success: false, error: { message: '' } }
    if (answer.__abp === true && answer.success === true) return answer.result
    throw new RequestFailed(response.status, answer.error, answer.unAuthorizedRequest)
  }
}

/** A connection of the JSON protocol, word by word. */
export class OldConnection {
  readonly #socket: WebSocket
  readonly records: { type?: number; target?: string; invocationId?: string; arguments?: unknown[] }[] = []
  readonly closed: Promise<unknown>

  static async open(url: string, headers: Readonly<Record<string, string>>): Promise<OldConnection> {
    // Node's WebSocket takes headers, as a browser sends its cookies.
    const socket = new WebSocket(url, { headers } as unknown as string[])
    const connection = new OldConnection(socket)
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true })
      socket.addEventListener('error', reject, { once: true })
    })
    socket.send('{"protocol":"json","version":1}\x1e')
    return connection
  }

  private constructor(socket: WebSocket) {
    this.#socket = socket
    this.closed = new Promise((resolve) => socket.addEventListener('close', resolve, { once: true }))
    socket.addEventListener('message', ({ data }) => {
      for (const record of String(data).split('\x1e')) if (record) this.records.push(JSON.parse(record))
    })
  }

  invoke(invocationId: string, target: string): void {
    this.#socket.send(`${JSON.stringify({ type: 1, invocationId, target, arguments: [] })}\x1e`)
  }

  /** What the server sent to a target. */
  received = (target: string): unknown[] =>
    this.records
      .filter((record) => record.type === 1 && record.target === target)
      .map((record) => record.arguments?.[0])

  close(): void {
    this.#socket.close()
  }
}
