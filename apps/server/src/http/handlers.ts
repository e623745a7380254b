import type {
  CallName,
  CallOutput,
  CallRequest,
  Calls,
  FileCallName,
  LanguageName,
  Refusal,
  TextKey,
} from '@tradebook/contract'
import type { FileAnswer } from '../files/file-answer.ts'
import type { AuditedCall, AuditedWork } from '../platform/audited-write.ts'
import type { Caller } from '../platform/caller.ts'
import type { UploadedFile } from './multipart.ts'
import type { SharedAnswer } from './shared-answers.ts'

/** What a handler may know of the request it answers. */
export interface CallContext<Who = Caller | null> {
  readonly caller: Who
  /** The caller's tenant; for an anonymous call the one its header names, 0 for the host. */
  readonly tenantId: number
  readonly culture: LanguageName
  readonly clientIpAddress: string
  readonly browserInfo: string
  /** Where the page is that makes the request, as browsers name it; programs name none. */
  readonly origin: string | undefined
  /** The files that were sent with a call that takes some. */
  readonly files: readonly UploadedFile[]
  /** A cookie of the request, by its exact name. */
  readonly cookie: (name: string) => string | undefined
  /** What the request's `Authorization: Bearer` carries, no matter whose it is; calls that nobody is signed in for read it. */
  readonly bearer: string | undefined
  /** Answers the text of a key in the caller's language. */
  readonly translate: (key: TextKey, values?: Readonly<Record<string, string | number>>) => string
  /** Sets a cookie or another header on the answer. */
  readonly reply: ReplyPort
  /**
   * Runs work in one transaction of the caller's tenant, with the audit row of this call inside it:
   * both are kept or neither is. What the work records as changed is kept with that row.
   */
  readonly write: <T>(work: AuditedWork<T>) => Promise<T>
  /** Says in whose name a call is made that nobody is signed in for: its refusal is kept in that firm's audit trail. */
  readonly madeFor: (tenantId: number, person: AuditedCall['caller']) => void
}

export interface ReplyPort {
  setCookie(name: string, value: string, options: { path: string; maxAgeSeconds?: number }): void
  clearCookie(name: string, options: { path: string }): void
}

type ContextOf<Name extends CallName> = Calls[Name]['needs'] extends 'anyone'
  ? CallContext
  : CallContext<Caller>

type AnswerOf<Name extends CallName> = Name extends FileCallName
  ? FileAnswer
  : Calls[Name] extends { readonly gives: 'shared' }
    ? SharedAnswer<CallOutput<Name>>
    : CallOutput<Name>

/** Answers a call: with its output or its file, or with a refusal. Anything thrown is a defect. */
export type Handler<Name extends CallName> = (
  input: CallRequest<Name>,
  context: ContextOf<Name>,
) => Promise<AnswerOf<Name> | Refusal>

/** The handlers of the calls whose names match, for example `Handlers<`Order/${string}`>`. */
export type Handlers<Pattern extends string = CallName> = {
  readonly [Name in CallName as Name extends Pattern ? Name : never]: Handler<Name>
}
