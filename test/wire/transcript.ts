import { type CallName, calls, pathOf, verbOf } from '@tradebook/contract'

/** A request as an old client sends it, and the answer to it, as a readable text of which only what changes is left out. */

export interface Request {
  readonly name: CallName
  readonly input: object
  readonly token: string
  readonly documents?: Readonly<Record<string, File>> | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface Exchange {
  readonly status: number
  /** The request and its answer. */
  readonly text: string
  readonly result: unknown
  /** What it sets, each as a request sends it. */
  readonly cookies: readonly string[]
}

/** Of the transport, which no client reads. */
const leftOut = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'])

/** Makes a call and writes it down. Headers that every answer has are in `common`, and are not repeated. */
export async function exchange(
  url: string,
  { name, input, token, documents, headers }: Request,
  common: ReadonlyMap<string, string>,
): Promise<Exchange> {
  const method = verbOf(name, calls[name])
  const inQuery = method === 'GET' || method === 'DELETE'
  const target = new URL(pathOf(name, calls[name]), url)
  const fields = Object.entries(input)
  if (inQuery) for (const [field, value] of fields) target.searchParams.set(field, String(value))
  const form = documents && new FormData()
  for (const [field, value] of form ? [...fields, ...Object.entries(documents)] : []) {
    if (value instanceof File) form?.append(field, value)
    else form?.append(field, String(value))
  }
  const response = await fetch(target, {
    method,
    headers: {
      'accept-encoding': 'identity',
      'user-agent': 'An ABP client',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(!inQuery && !form && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(!inQuery && { body: form ?? JSON.stringify(input) }),
  })
  const answer = Buffer.from(await response.arrayBuffer())
  const contentType = response.headers.get('content-type') ?? ''
  const json = contentType.startsWith('application/json')
    ? (JSON.parse(answer.toString()) as { result?: unknown })
    : undefined
  const query = inQuery ? fields.map(([field, value]) => `  ${field}=${masked(value, field)}`) : []
  const body = form ? formText(form) : inQuery ? [] : [pretty(input)]
  return {
    status: response.status,
    result: json?.result,
    cookies: response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? ''),
    text: [
      `${method} ${target.pathname}`,
      ...query,
      ...body,
      `-> ${response.status}`,
      ...headersOf(response.headers)
        .filter(([header, value]) => common.get(header) !== value)
        .map(([header, value]) => `${header}: ${value}`),
      ...[...common.keys()].filter((header) => !response.headers.has(header)).map((header) => `no ${header}`),
      json ? pretty(json) : fileText(contentType, answer),
      '',
    ].join('\n'),
  }
}

/** The headers of an answer that clients read, with what changes in them left out. */
export function headersOf(headers: Headers): [string, string][] {
  return [...headers].flatMap(([name, value]): [string, string][] => {
    if (leftOut.has(name)) return []
    if (name === 'set-cookie')
      return [[name, value.replace(/^([^=]+)=[^;]+/, '$1=<text>').replace(/\.\d+\.\d+=/, '.<id>.<id>=')]]
    if (name === 'etag') return [[name, '<tag>']]
    return [
      [
        name,
        /remaining|reset|retry-after/.test(name)
          ? value.replace(/^\d+$/, '<number>')
          : String(masked(value, name)),
      ],
    ]
  })
}

const formText = (form: FormData): string[] =>
  [...form].map(
    ([field, value]) => `  ${field}: ${value instanceof File ? value.name : masked(value, field)}`,
  )

/** Of a text the line of its columns, of anything else its length. */
const fileText = (contentType: string, body: Buffer): string =>
  /^text\//.test(contentType)
    ? `${body.toString().split('\r\n')[0]?.replace('\ufeff', '')}\n...`
    : body.length === 0
      ? ''
      : `(${body.length} bytes)`

const pretty = (value: unknown): string =>
  JSON.stringify(
    value,
    (field, inside) =>
      Array.isArray(inside) ? inside.map((item) => masked(item, field)) : masked(inside, field),
    2,
  )

/** What a text may look like that is another one each time. What does not look so stays, and is seen. */
const texts: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['token', /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/],
  ['time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/],
  ['uuid', /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/],
  ['hash', /^[\da-f]{64}$/],
]

const DIGITS = /^\d+$/

/** Fields whose values change, whatever they look like, and how they must look. */
const fields: Readonly<Record<string, readonly [kind: string, pattern: RegExp]>> = {
  ...Object.fromEntries(
    ['id', 'userId', 'tenantId', 'customerId', 'accountNumber', 'cscsAccount', 'chn'].map((name) => [
      name,
      ['id', /^C?[A-Z]{0,3}[1-9]\d*$|^0\d+$|^C\w{5,12}$|^[\w-]{43}$/],
    ]),
  ),
  ...Object.fromEntries(
    ['challenge', 'clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'].map(
      (name) => [name, ['text', /^[\w-]{40,}$/]],
    ),
  ),
  executionDuration: ['number', DIGITS],
  rows: ['number', DIGITS],
  rowCount: ['number', DIGITS],
  encryptedAccessToken: ['text', /^[\w+/=-]{100,}$/],
  resetToken: ['text', /^[\w-]{20,}$/],
  secret: ['text', /^[A-Z2-7]{32}$/],
  verificationCode: ['code', /^\d{6}$/],
  code: ['code', /^\d{6}$/],
  otpauthUri: [
    'uri',
    /^otpauth:\/\/totp\/Tradebook:\w+\?issuer=Tradebook&secret=[A-Z2-7]{32}&algorithm=SHA1&digits=6&period=30$/,
  ],
  qrCodeSvg: ['svg', /^<svg [\s\S]+<\/svg>$/],
  recoveryCodes: ['code', /^[\da-z-]{8,}$/i],
  recoveryCode: ['code', /^[\da-z-]{8,}$/i],
  passwordLink: ['link', /^http:\/\/[^/]+\/user\/reset-password\?\S+$/],
  marketDate: ['date', /^\d{4}-\d\d-\d\d$/],
  day: ['date', /^\d{4}-\d\d-\d\d$/],
  submittedOn: ['date', /^\d{4}-\d\d-\d\d$/],
  version: ['version', /^\d+\.\d+\.\d+$/],
  releaseDate: ['time', /^\d{4}-\d\d-\d\dT00:00:00$/],
}

function masked(value: unknown, field: string): unknown {
  if (typeof value === 'object' || typeof value === 'boolean')
    return field === 'Tradebook' && value ? '<texts>' : value
  const text = String(value)
  const [kind, pattern] = fields[field] ?? []
  if (pattern?.test(text)) return `<${kind}>`
  if (typeof value !== 'string') return value
  return texts.find(([, pattern]) => pattern.test(text))?.[0].replace(/^.*$/, '<$&>') ?? inside(text)
}

/** What changes within a longer text: JSON of what was asked, words of a refusal. */
const inside = (text: string): string =>
  text
    .replace(/"(id|userId|tenantId)":(\d+|"\d+")/g, '"$1":"<id>"')
    .replace(/http:\/\/localhost:\d+/g, '<origin>')
    // The name of a file.
    .replace(/( |%20)\d{4}-\d\d-\d\d(( |%20)[\w-]+\.csv)$/, '$1<day>$2')
    .replace(/^(Role) \d+(:|$)/, '$1 <id>$2')
    .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>')
