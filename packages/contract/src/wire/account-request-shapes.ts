import { z } from 'zod'
import {
  accountTypes,
  documentKindNames,
  identityKinds,
  requestActionNames,
  requestStatusNumbers,
} from '../rules/account-requests.ts'
import { registrationFieldNames } from './schemas/registration.ts'
import { lineOfText } from './schemas/shown-text.ts'

/** A number of a state on the wire. */
export const requestStatus = z.literal(requestStatusNumbers)

/** What was done with a request, as its history keeps it. */
export const requestEvent = z.object({
  at: z.string(),
  action: z.enum(requestActionNames),
  /** The state that followed. */
  status: requestStatus,
  reason: z.string().nullable(),
  /** The user name of the person who did it. The owner is not shown those of reviewers, and the depository has none. */
  by: z.string().nullable(),
})
export type RequestEvent = z.infer<typeof requestEvent>

/** A document of a request. */
export const requestDocument = z.object({
  kind: z.enum(documentKindNames),
  name: z.string(),
  /** Media type, by content. */
  type: z.string(),
  bytes: z.number().int(),
  uploadedAt: z.string(),
})

/** Who has an answer in common with a request. */
export const requestWarning = z.object({
  kind: z.enum(identityKinds),
  /** Null: a customer who never made a request. */
  requestId: z.number().int().nullable(),
  /** Null while the other has no account. */
  accountNumber: z.string().nullable(),
  applicantName: z.string(),
})
export type RequestWarning = z.infer<typeof requestWarning>

const booleans = ['politicallyExposed', 'alertsOptOut', 'consent'] as const
type BooleanField = (typeof booleans)[number]
type TextField = Exclude<(typeof registrationFieldNames)[number], BooleanField | 'signatories'>

const isBoolean = (name: string): boolean => (booleans as readonly string[]).includes(name)

type FieldShapes = { [Name in TextField]: z.ZodNullable<z.ZodString> } & {
  [Name in BooleanField]: z.ZodNullable<z.ZodBoolean>
}

const fieldShapes = Object.fromEntries(
  registrationFieldNames
    .filter((name) => name !== 'signatories')
    .map((name) => [name, isBoolean(name) ? z.boolean().nullable() : z.string().nullable()]),
) as FieldShapes

/** What a request consists of: its fields, and its documents by their kinds. */
const requestPart = z.enum([...registrationFieldNames, ...documentKindNames])
export type RequestPart = z.infer<typeof requestPart>

/** What a reviewer finds wrong with one field or document; the words for the whole are the reason. */
export const requestRemark = z.object({
  field: requestPart,
  remark: lineOfText(120),
})
export type RequestRemark = z.infer<typeof requestRemark>

const signatories = z.array(
  z.object({
    name: z.string(),
    position: z.string(),
    bvn: z.string(),
    phoneNumber: z.string(),
    emailAddress: z.string(),
  }),
)

/** The answers of a form as they are kept; null where there is none. */
export const answers = z.object({ ...fieldShapes, signatories })

/** That somebody changed a part of a request after it had been submitted. */
const requestPartChange = z.object({
  part: requestPart,
  /** What was there; null: nothing, or it is a document. */
  before: z.union([z.string(), z.boolean(), signatories]).nullable(),
  at: z.string(),
  /** The user name of the person who changed it. */
  by: z.string(),
})
export type RequestPartChange = z.infer<typeof requestPartChange>

/** A request for a trading account with all its fields as they were entered. */
export const accountRequest = z.object({
  id: z.number().int(),
  /** Another one after every change: who decides names the one that was read. */
  revision: z.number().int(),
  status: requestStatus,
  accountType: z.enum(accountTypes),
  ...fieldShapes,
  signatories,
  /** The user name of the person who asks; null of a paper form without an e-mail address. */
  userName: z.string().nullable(),
  /** Whether staff entered it from a paper form: then staff correct and submit it. */
  isFromPaper: z.boolean(),
  /** Why it was returned, rejected or refused last; null once it is submitted again. */
  reason: z.string().nullable(),
  /** What is to be corrected, by field or document; none once it is submitted again. */
  remarks: z.array(requestRemark),
  creationTime: z.string(),
  submittedAt: z.string().nullable(),
  documents: z.array(requestDocument),
  history: z.array(requestEvent),
  /** Only for reviewers. Anyone who approves a request with warnings states a reason. */
  warnings: z.array(requestWarning),
  /** Only for reviewers: what changed since the last decision, and everything that others than the owner changed. */
  changes: z.array(requestPartChange),
  /** Whether who approves enters CSCS account and clearing house number: no depository is connected. */
  isNumberedByHand: z.boolean(),
  /** What its completion assigned. */
  assigned: z
    .object({
      customerId: z.number().int(),
      accountNumber: z.string(),
      cscsAccount: z.string(),
      chn: z.string(),
      /** How the customer pays in, in lines; empty where the firm does not say. */
      payIn: z.string(),
    })
    .nullable(),
})
export type AccountRequest = z.infer<typeof accountRequest>

/** A request as lists show it. */
export const accountRequestRow = z.object({
  id: z.number().int(),
  status: requestStatus,
  accountType: z.enum(accountTypes),
  /** First name and surname, or the company's name; empty while neither is entered. */
  applicantName: z.string(),
  /** Both null of a paper form without an e-mail address. */
  userName: z.string().nullable(),
  emailAddress: z.string().nullable(),
  creationTime: z.string(),
  submittedAt: z.string().nullable(),
  /** The market's date of `submittedAt`. */
  submittedOn: z.string().nullable(),
  /** Since when it waits for staff; null while it does not. */
  waitsSince: z.string().nullable(),
  /** The user name of the person who decided last; null before, and for its owner. */
  reviewedBy: z.string().nullable(),
})
export type AccountRequestRow = z.infer<typeof accountRequestRow>

/** An own request as its owner reads it in the list of all of them. */
export const ownAccountRequest = accountRequestRow.extend({
  /** Why it was returned, rejected or refused last; null once it is submitted again. */
  reason: z.string().nullable(),
  /** When something was done with it last. */
  changedAt: z.string(),
})
export type OwnAccountRequest = z.infer<typeof ownAccountRequest>
