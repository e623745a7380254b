import { isRefusal, isStorableText, type LanguageName, toStorableText } from '@tradebook/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuditedCall, AuditedWork, AuditedWrite } from '../platform/audited-write.ts'
import type { Caller } from '../platform/caller.ts'
import { cultureOf, type Translate, translateTo } from '../platform/localisation.ts'
import type { Tx } from '../store/store.ts'
import type { CallContext, ReplyPort } from './handlers.ts'
import type { UploadedFile } from './multipart.ts'

/** Where clients of the two generations of ABP name the tenant of an anonymous call. */
const TENANT_NAMES = ['abp.tenantid', 'abp-tenantid'] as const

/**
 * The tenant an anonymous request names by header, else by cookie; `undefined` when it names none
 * or something that is not an id, which is not the caller's mistake.
 */
export function tenantNamed(request: FastifyRequest): number | undefined {
  const cookies = Object.fromEntries(
    Object.entries(request.cookies).map(([name, value]) => [name.toLowerCase(), value]),
  )
  for (const source of [request.headers, cookies]) {
    for (const name of TENANT_NAMES) {
      const value = source[name]
      if (typeof value === 'string' && /^\d{1,9}$/.test(value)) return Number(value)
    }
  }
  return undefined
}

/**
 * The names of a request's own descriptions that cannot be read: a text that
 * cannot be kept, or several texts where one is meant (`?culture=a&culture=b`).
 */
export const unreadableNames = (request: FastifyRequest): string[] =>
  preferenceNames.filter((name) => {
    const preference = preferences[name](request)
    return preference !== undefined && (typeof preference !== 'string' || !isStorableText(preference))
  })

/**
 * The language a request is answered in: what it asks for by `?culture=`, else what the caller chose, else what its
 * cookie, its header or its browser names. A preference that cannot be read is ignored.
 */
export const languageOf = (request: FastifyRequest): LanguageName => {
  const [culture, ...others] = preferenceNames.map((name) => preferences[name](request))
  const named = [culture, request.caller?.language, ...others]
  return cultureOf(named.filter((preference) => typeof preference === 'string'))
}

/**
 * The browser as it names itself. Made fit to be kept instead of refused: browsers and the extensions in them write
 * it, not the person, and nothing is decided by it.
 */
export const browserOf = ({ headers }: FastifyRequest): string =>
  toStorableText((headers['user-agent'] ?? '').slice(0, 512))

/** Where a request names the language it wants, in the order of precedence. Every request is asked for all of them. */
const preferences = {
  culture: ({ query }: FastifyRequest) => (query as { readonly culture?: unknown } | undefined)?.culture,
  'Abp.Localization.CultureName': cookieNamed('Abp.Localization.CultureName'),
  '.AspNetCore.Culture': cookieNamed('.AspNetCore.Culture'),
  '.aspnetcore.culture': headerNamed('.aspnetcore.culture'),
  'accept-language': headerNamed('accept-language'),
}
const preferenceNames = Object.keys(preferences) as (keyof typeof preferences)[]

function cookieNamed(name: string) {
  return ({ cookies }: FastifyRequest): unknown => cookies?.[name]
}

function headerNamed(name: string) {
  return ({ headers }: FastifyRequest): unknown => headers[name]
}

/** The token that a request bears, good or not. */
export const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]

/** The call a request makes, and how what it changes is written. */
export interface Called {
  readonly name: string
  readonly input: object
  readonly files: readonly UploadedFile[]
  readonly auditedWrite: AuditedWrite
  /** Persists what the call answers, in the transaction of what it changes. */
  readonly keepAnswer?: ((tx: Tx, result: unknown) => Promise<void>) | undefined
}

/** What a handler may know of its request; what costs something is found out when it is asked. */
export class RequestContext implements CallContext {
  readonly caller: Caller | null
  readonly tenantId: number
  readonly files: readonly UploadedFile[]
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply

  readonly #call: Called
  #by: Pick<AuditedCall, 'tenantId' | 'caller'>

  constructor(request: FastifyRequest, reply: FastifyReply, call: Called) {
    this.#request = request
    this.#reply = reply
    this.#call = call
    this.caller = request.caller
    this.tenantId = request.tenantId
    this.files = call.files
    this.#by = { tenantId: request.tenantId, caller: request.caller }
  }

  get culture(): LanguageName {
    return languageOf(this.#request)
  }

  get translate(): Translate {
    return translateTo(languageOf(this.#request))
  }

  get clientIpAddress(): string {
    return this.#request.ip
  }

  get browserInfo(): string {
    return browserOf(this.#request)
  }

  get origin(): string | undefined {
    return this.#request.headers.origin
  }

  get bearer(): string | undefined {
    return bearerOf(this.#request)
  }

  readonly cookie = (name: string): string | undefined => this.#request.cookies[name]

  /** This call, as the audit trail keeps it. */
  get audited(): AuditedCall {
    const { clientIpAddress, browserInfo } = this
    const { name, input } = this.#call
    const files = this.files.map(({ name, type, bytes }) => ({ name, type, bytes: bytes.length }))
    const parameters = files.length > 0 ? { ...input, files } : input
    return { ...this.#by, clientIpAddress, browserInfo, name, parameters }
  }

  readonly madeFor: CallContext['madeFor'] = (tenantId, caller) => {
    this.#by = { tenantId, caller }
  }

  readonly write = <T>(work: AuditedWork<T>): Promise<T> => {
    const { auditedWrite, keepAnswer } = this.#call
    const kept: AuditedWork<T> = async (tx, ...recorders) => {
      const result = await work(tx, ...recorders)
      if (!isRefusal(result)) await keepAnswer?.(tx, result)
      return result
    }
    return auditedWrite(this.audited, kept)
  }

  get reply(): ReplyPort {
    return cookiePort(this.#request, this.#reply)
  }
}

/** Cookies no script can read and no other site can send; over TLS they never leave it. */
export const cookiePort = (request: FastifyRequest, reply: FastifyReply): ReplyPort => ({
  setCookie(name, value, { path, maxAgeSeconds }) {
    reply.setCookie(name, value, {
      ...cookieRules(request),
      path,
      ...(maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }),
    })
  },
  clearCookie(name, { path }) {
    reply.clearCookie(name, { ...cookieRules(request), path })
  },
})

const cookieRules = (request: FastifyRequest) => ({
  httpOnly: true,
  sameSite: 'strict' as const,
  // A proxy that ends TLS sends this header; a client that forges it harms only its own cookie.
  secure: request.protocol === 'https' || request.headers['x-forwarded-proto'] === 'https',
})
