import { z } from 'zod'
import type { FileKind } from '../rules/file-kinds.ts'
import type { CustomerScreen } from './customer-shapes.ts'
import type { DueStep } from './due-steps.ts'
import type { Permission } from './permissions.ts'

/** Who may make a call. Every row states it; an anonymous call is marked as one. */
export type Needs =
  | 'anyone'
  | 'signedIn'
  /** Who is signed in and has a role: neither a visitor nor a person whose account request is still open. */
  | 'member'
  /** Every one of them. */
  | { readonly all: readonly Permission[] }
  /** At least one of them. */
  | { readonly any: readonly Permission[] }

export interface Call<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Who extends Needs = Needs,
> {
  readonly summary: string
  readonly needs: Who
  readonly input: Input
  readonly output: Output
  /** The steps of which it is a part, or which it does not disturb: it is answered while one of them is due. */
  readonly whileDue?: readonly DueStep[]
  /** Where the call is not an application service: its whole path. */
  readonly path?: string
  /** Where the method's name does not decide the verb. */
  readonly verb?: HttpVerb
  /** A read whose answer may be long: of one user few run at once, and they wait for their turn. */
  readonly heavy?: true
  /** Whether it signs somebody in: who asks is not known yet, and has the share of the database connections that is for signing in. */
  readonly signsIn?: true
  /** Whether a registration token stands for a session: one that is over is refused before the fields are checked. */
  readonly registers?: true
  /** How often it may be made. */
  readonly limit?: RateLimit
  /** A call that creates something: it takes the header `Idempotency-Key`, and this keeps it from creating twice. */
  readonly once?: Once
  /** Whether the answer holds a secret, which keeps it from being compressed. */
  readonly secret?: boolean
  /**
   * `file`: it answers with a file instead of the envelope, streamed, and abandoned when the client leaves. `shared`: its
   * answer is the same for many, and is kept as the bytes that are sent, with an entity tag.
   */
  readonly gives?: 'file' | 'shared'
  /** Who records in the audit trail that it was refused or failed; the edge does where it is not named. */
  readonly refusals?: RefusalRecord
  /** Its part in what two people decide; by it `permissionsOfTwo` knows who has to be independent of whom. */
  readonly twoPeople?: PartOfTwo
  /** What of customers it shows, on a screen or in a file: that staff looked at it is recorded, once for each day and person. */
  readonly shows?: CustomerView
  /** The bytes that its body may have, where it may have more than others. */
  readonly bodyBytes?: number
  /** The files that it takes besides its input, which makes its body `multipart/form-data`. */
  readonly takes?: FilesTaken
}

/**
 * What a call shows of a customer, and by which member of its input the customer is known: `account` by `cscsAcct`, `note`
 * by `number`, `customer`, `request` and `freeze` by `id`. `firm` is a list of all its customers.
 */
export interface CustomerView {
  readonly screen: CustomerScreen
  readonly by: 'account' | 'note' | 'customer' | 'request' | 'freeze' | 'firm'
}

/** `requests`: what another person approves. `approves`: what another one requested. `rules`: changes which requests need approval, and by whom. */
export type PartOfTwo = 'requests' | 'approves' | 'rules'

/**
 * `own`: the desk, or the handler, with what it keeps of a refused request. `none`: nobody, for the call changes
 * nothing that is audited.
 */
export type RefusalRecord = 'own' | 'none'

/**
 * What keeps a call with an `Idempotency-Key` from creating twice when the server ends between the change and
 * the keeping of its answer. `ownID`: its input has an id of its own, under which a repetition is recognised.
 * `transaction`: its handler answers what its `write` answered, which is kept in the transaction of the
 * change. `claim`: the key is persisted first, and a request whose end is not known is not carried out again.
 */
export type Once = 'ownID' | 'transaction' | 'claim'

/** The files of a call with `takes`: at least one, in parts named `files`, unless it says otherwise. */
export interface FilesTaken {
  /** At most so many. */
  readonly files: number
  /** The media types that are taken. */
  readonly kinds: readonly FileKind[]
  /** The bytes that each file may have. */
  readonly bytes: number
  /** The bytes that all of them may have together; what the single ones may have unless set. */
  readonly bytesInAll?: number
  /** The names of their parts, one file each, instead of `files`. Such a call is made without files, too, in a form or as JSON. */
  readonly parts?: readonly string[]
}

/** A call that answers with a file. A refusal still comes in the envelope. */
export type FileCall<Input extends z.ZodType = z.ZodType, Who extends Needs = Needs> = Call<
  Input,
  z.ZodNever,
  Who
> & { readonly gives: 'file' }

/** How often one caller may make a call. */
export interface RateLimit {
  readonly perMinute: number
  /**
   * `address`: who asks is its address. `browser`: a browser that a user signed in with before counts
   * for that user, any other for its address. `user`: who is signed in.
   */
  readonly countedBy: 'address' | 'browser' | 'user'
}

/** The rate of what a person changes by hand. */
export const byHand: RateLimit = { perMinute: 120, countedBy: 'user' }

/** One row of the contract. */
export const call = <Input extends z.ZodType, Output extends z.ZodType, const Who extends Needs>(
  row: Call<Input, Output, Who>,
): Call<Input, Output, Who> => row

/** One row of the contract whose answer is a file made of many rows, read turn by turn. */
export const fileCall = <Input extends z.ZodType, const Who extends Needs>(
  row: Pick<Call<Input, z.ZodNever, Who>, 'summary' | 'needs' | 'input' | 'shows'>,
): FileCall<Input, Who> => ({ ...row, output: z.never(), heavy: true, gives: 'file' })

/** A call whose answer is the same for many. */
export type SharedCall<Input extends z.ZodType, Output extends z.ZodType, Who extends Needs = Needs> = Call<
  Input,
  Output,
  Who
> & { readonly gives: 'shared' }

/** One row of the contract whose answer is the same for many. */
export const sharedCall = <Input extends z.ZodType, Output extends z.ZodType, const Who extends Needs>(
  row: Call<Input, Output, Who>,
): SharedCall<Input, Output, Who> => ({ ...row, gives: 'shared' })

export type HttpVerb = 'GET' | 'PUT' | 'DELETE' | 'PATCH' | 'POST'

const verbPrefixes: readonly (readonly [RegExp, HttpVerb])[] = [
  [/^(get|download)/i, 'GET'],
  [/^(put|update)/i, 'PUT'],
  [/^(delete|remove)/i, 'DELETE'],
  [/^patch/i, 'PATCH'],
]

/** The verb of `Service/Method` by ABP's convention: the prefix of the method's name decides. */
export function verbOf(name: string, row?: Pick<Call, 'verb'>): HttpVerb {
  if (row?.verb) return row.verb
  const method = name.slice(name.lastIndexOf('/') + 1)
  return verbPrefixes.find(([prefix]) => prefix.test(method))?.[1] ?? 'POST'
}

/** Whether a refusal or a failure of a call has an audit row that the edge writes: of what changes something. */
export const recordsRefusals = (name: string, row: Pick<Call, 'verb' | 'refusals'>): boolean =>
  verbOf(name, row) !== 'GET' && row.refusals === undefined

/** Whether a file that a call gives has an audit row that the edge writes before it is sent: not where its name says that it only gets. */
export const recordsDownload = (name: string, row: Pick<Call, 'gives'>): boolean =>
  row.gives === 'file' && !/[/]get/i.test(name)

/** Whether a call changes nothing: by its verb, or because it prints or previews what there is. */
export const isRead = (name: string, row?: Pick<Call, 'verb'>): boolean =>
  verbOf(name, row) === 'GET' || /\/(Print|Preview)/.test(name)

/** The path of a call: application services sit under `/api/services/app`. */
export const pathOf = (name: string, row?: Pick<Call, 'path'>): string =>
  row?.path ?? `/api/services/app/${name}`
