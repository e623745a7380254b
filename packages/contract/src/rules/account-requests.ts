import type { TextKey } from '../words/words.ts'
import type { FileKind } from './file-kinds.ts'

/**
 * Requests of persons for a trading account: their states, and who may do what in which state. Server, buttons and
 * tests read these tables alone.
 */

/** Who holds this permission is a reviewer: of the calls, of each request, and of the screen. */
export const reviewPermission = 'REVIEW_REQUESTS'

/** The states by their numbers on the wire. */
export const RequestStatus = {
  /** The person fills it in, or corrects it. */
  draft: 1,
  /** It waits for a reviewer. */
  pending: 2,
  /** The depository was asked, and has not answered yet. */
  approved: 3,
  /** The depository assigned its numbers, and the account is open. */
  completed: 4,
  rejected: 5,
  /** The depository refused it. */
  failed: 6,
} as const
export type RequestStatus = (typeof RequestStatus)[keyof typeof RequestStatus]

export const requestStatusNumbers = Object.values(RequestStatus)

export const requestStatusWords = {
  1: 'Registration.Status.draft',
  2: 'Registration.Status.pending',
  3: 'Registration.Status.approved',
  4: 'Registration.Status.completed',
  5: 'Registration.Status.rejected',
  6: 'Registration.Status.failed',
} as const satisfies Record<RequestStatus, TextKey>

/** What each state means for the person, and what happens next. */
export const requestStatusDetails = {
  1: 'Registration.Status.draft.details',
  2: 'Registration.Status.pending.details',
  3: 'Registration.Status.approved.details',
  4: 'Registration.Status.completed.details',
  5: 'Registration.Status.rejected.details',
  6: 'Registration.Status.failed.details',
} as const satisfies Record<RequestStatus, TextKey>

/**
 * `owner`: the person who asks for the account. `reviewer`: who has `Pages.Users` in the firm, never for an own request.
 * `depository`: it answers what was asked of it.
 */
export type RequestParty = 'owner' | 'reviewer' | 'depository'

/** What is done with a request; the history has a line of each. */
export const requestActions = {
  /** Changes fields and documents. */
  save: {
    title: 'Registration.Action.save',
    done: 'Registration.Done.save',
    /** By party, the states in which it is done, and the state that follows. */
    owner: { 1: 1, 5: 1 },
    /** A draft is its owner's, and so is what was rejected. */
    reviewer: { 2: 2, 6: 6 },
    needsReason: false,
  },
  submit: {
    title: 'Registration.Action.submit',
    done: 'Registration.Done.submit',
    owner: { 1: 2, 5: 2 },
    reviewer: {},
    needsReason: false,
  },
  /** Asks the depository; a request that it refused is asked for again. */
  approve: {
    title: 'Registration.Action.approve',
    done: 'Registration.Done.approve',
    owner: {},
    reviewer: { 2: 3, 6: 3 },
    needsReason: false,
  },
  reject: {
    title: 'Registration.Action.reject',
    done: 'Registration.Done.reject',
    owner: {},
    reviewer: { 2: 5, 3: 5, 6: 5 },
    needsReason: true,
  },
  /** Makes it a draft again, with the reason kept. While the depository is silent, too: what it answers later is not taken. */
  returnForCorrection: {
    title: 'Registration.Action.returnForCorrection',
    done: 'Registration.Done.returnForCorrection',
    owner: {},
    reviewer: { 2: 1, 3: 1, 6: 1 },
    needsReason: true,
  },
  /** The depository's answers. */
  complete: {
    title: 'Registration.Action.complete',
    done: 'Registration.Done.complete',
    owner: {},
    reviewer: {},
    depository: { 3: 4 },
    needsReason: false,
  },
  fail: {
    title: 'Registration.Action.fail',
    done: 'Registration.Done.fail',
    owner: {},
    reviewer: {},
    depository: { 3: 6 },
    needsReason: false,
  },
} as const satisfies Record<string, RequestActionRow>

interface RequestActionRow {
  /** Of its button. */
  readonly title: TextKey
  /** As the history words it. */
  readonly done: TextKey
  readonly owner: Readonly<Partial<Record<RequestStatus, RequestStatus>>>
  readonly reviewer: Readonly<Partial<Record<RequestStatus, RequestStatus>>>
  readonly depository?: Readonly<Partial<Record<RequestStatus, RequestStatus>>>
  readonly needsReason: boolean
}

export type RequestAction = keyof typeof requestActions
export const requestActionNames = Object.keys(requestActions) as RequestAction[]

/** The state that follows when a party does something with a request; `undefined` where it may not. */
export const statusAfter = (
  action: RequestAction,
  party: RequestParty,
  status: RequestStatus,
): RequestStatus | undefined => (requestActions[action] as RequestActionRow)[party]?.[status]

/** The states in which a request waits for staff: those in which it may be approved. */
export const waitingStatuses: readonly RequestStatus[] = requestStatusNumbers.filter(
  (status) => statusAfter('approve', 'reviewer', status) !== undefined,
)

/** The answers that two persons, or companies, do not have in common. */
export const identityKinds = [
  'bvn',
  'nin',
  'phoneNumber',
  'emailAddress',
  'bankAccountNumber',
  'rcNumber',
  'nameAndBirthday',
] as const
export type IdentityKind = (typeof identityKinds)[number]

export const accountTypes = ['individual', 'joint', 'corporate'] as const
export type AccountType = (typeof accountTypes)[number]

/** What a type of account is, for the person who chooses one. */
export const accountTypeDetails = (type: AccountType): TextKey => `Registration.Type.${type}.details`

export const accountTypeWords = {
  individual: 'Registration.Type.individual',
  joint: 'Registration.Type.joint',
  corporate: 'Registration.Type.corporate',
} as const satisfies Record<AccountType, TextKey>

/** The documents of a request: of which types of account, and what they show. All are needed. */
export const documentKinds = {
  passportPhoto: { title: 'Registration.Document.passportPhoto', of: ['individual', 'joint'] },
  signature: { title: 'Registration.Document.signature', of: ['individual', 'joint'] },
  idDocument: { title: 'Registration.Document.idDocument', of: ['individual', 'joint'] },
  proofOfAddress: { title: 'Registration.Document.proofOfAddress', of: ['individual', 'joint', 'corporate'] },
  jointPassportPhoto: { title: 'Registration.Document.jointPassportPhoto', of: ['joint'] },
  jointSignature: { title: 'Registration.Document.jointSignature', of: ['joint'] },
  jointIdDocument: { title: 'Registration.Document.jointIdDocument', of: ['joint'] },
  incorporationCertificate: { title: 'Registration.Document.incorporationCertificate', of: ['corporate'] },
  cacForms: { title: 'Registration.Document.cacForms', of: ['corporate'] },
  memorandum: { title: 'Registration.Document.memorandum', of: ['corporate'] },
  boardResolution: { title: 'Registration.Document.boardResolution', of: ['corporate'] },
  signatoryMandate: { title: 'Registration.Document.signatoryMandate', of: ['corporate'] },
  directorsIds: { title: 'Registration.Document.directorsIds', of: ['corporate'] },
} as const satisfies Record<string, { readonly title: TextKey; readonly of: readonly AccountType[] }>

export type DocumentKind = keyof typeof documentKinds
export const documentKindNames = Object.keys(documentKinds) as [DocumentKind, ...DocumentKind[]]

/** The documents that a request for an account of this type needs. */
export const documentsOf = (type: AccountType): DocumentKind[] =>
  documentKindNames.filter((kind) => (documentKinds[kind].of as readonly AccountType[]).includes(type))

/** What a picture or file must show. */
export const documentHelp = (kind: DocumentKind): TextKey => `Registration.Document.${kind}.help`

const MEBIBYTE = 1024 * 1024

/** What a document may be. Source: ABP has no rule; the limits are the product's. */
export const documentLimits = {
  /** Recognised by content. */
  types: ['image/jpeg', 'image/png', 'application/pdf'],
  bytes: 5 * MEBIBYTE,
  /** Of a picture: width times height. */
  pixels: 40_000_000,
  /** Of all documents of one request. */
  bytesOfRequest: 25 * MEBIBYTE,
} as const satisfies { readonly types: readonly FileKind[] } & Record<string, unknown>

/**
 * The name of a request's account, in lists and on documents: the company, or the person or persons.
 *
 * @param answers of the form, as far as they are filled in.
 */
export function applicantName(accountType: AccountType, answers: Readonly<Record<string, unknown>>): string {
  const textOf = (name: string) => (typeof answers[name] === 'string' ? answers[name] : '')
  if (accountType === 'corporate') return textOf('companyName')
  const first = [textOf('firstName'), textOf('surname')].filter(Boolean).join(' ')
  const second = [textOf('jointFirstName'), textOf('jointSurname')].filter(Boolean).join(' ')
  return accountType === 'joint' && second ? `${first} & ${second}` : first
}
