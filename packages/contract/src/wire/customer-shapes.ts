import { z } from 'zod'
import { accountTypes, documentKindNames } from '../rules/account-requests.ts'
import { accountStateNames } from '../rules/account-states.ts'
import type { TextKey } from '../words/words.ts'
import { accountRequestRow, answers, requestDocument } from './account-request-shapes.ts'

/** What staff read of a customer as a person, whatever the accounts. */

/** What of a customer somebody looked at, the list of all of them among it, as `customer_views` keeps it. */
export const customerScreens = {
  customers: 'Customers.Title',
  record: 'Customer.Title',
  document: 'Customer.Document',
  request: 'Registration.Form',
  statement: 'List.File.statement',
  inflow: 'List.File.inflow',
  outflow: 'List.File.outflow',
  bankAccount: 'Customer.BankAccountAndCash',
  holdings: 'List.File.holdings',
  valuation: 'List.File.valuation',
  movement: 'List.File.movement',
  notes: 'List.File.contractNotes',
  freezes: 'Customer.File.account_freezes',
} as const satisfies Record<string, TextKey>
export type CustomerScreen = keyof typeof customerScreens

export const changeStates = {
  waiting: 'Customer.Change.waiting',
  made: 'Customer.Change.made',
  rejected: 'Customer.Change.rejected',
} as const satisfies Record<string, TextKey>
export type ChangeState = keyof typeof changeStates

const changeStateNames = Object.keys(changeStates) as [ChangeState, ...ChangeState[]]
const screenNames = Object.keys(customerScreens) as [CustomerScreen, ...CustomerScreen[]]

/** A correction of what is kept of a customer. */
export const customerChange = z.object({
  id: z.number().int(),
  customerId: z.number().int(),
  customerName: z.string(),
  state: z.enum(changeStateNames),
  reason: z.string(),
  makerName: z.string(),
  /** Whether the reader made it, who can withdraw it. */
  isOwn: z.boolean(),
  madeAt: z.string(),
  deciderName: z.string().nullable(),
  decidedAt: z.string().nullable(),
  /** Why it was rejected. */
  decision: z.string().nullable(),
  fields: z.array(z.object({ name: z.string(), before: z.unknown(), after: z.unknown() })),
  /** The document that it adds, with where the one before is: of a request, or added since. Null of a correction of fields. */
  document: z
    .object({
      kind: z.enum(documentKindNames),
      name: z.string(),
      document: z.number().int(),
      before: z
        .object({ request: z.number().int().nullable(), document: z.number().int().nullable() })
        .nullable(),
    })
    .nullable(),
  /** Why the reader cannot approve it, in words; null where the reader can, or where it is decided. */
  notByReader: z.string().nullable(),
})
export type CustomerChange = z.infer<typeof customerChange>

/** A document of a customer: given with a request, or added since. */
export const customerDocument = z.object({
  kind: z.enum(documentKindNames),
  name: z.string(),
  /** The request that it was given with; null of one that was added since. */
  request: z.number().int().nullable(),
  /** Its number among those added since; null of one that was given with a request. */
  document: z.number().int().nullable(),
  uploadedAt: z.string(),
  /** Why, and by whom, it was added since. */
  reason: z.string().nullable(),
  givenBy: z.string().nullable(),
  approvedBy: z.string().nullable(),
  approvedAt: z.string().nullable(),
  /** Whether it is the newest of its kind. */
  isCurrent: z.boolean(),
})
export type CustomerDocument = z.infer<typeof customerDocument>

/** A customer with everything that is about the person. */
export const customerRecord = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Null of a customer who never made a request. */
  accountType: z.enum(accountTypes).nullable(),
  chn: z.string().nullable(),
  openedAt: z.string().nullable(),
  /** In one line: of a customer who never made a request nothing is known part by part. */
  address: z.string().nullable(),
  particulars: answers,
  accounts: z.array(
    z.object({
      accountNumber: z.string(),
      cscsAccount: z.string(),
      /** Naira. */
      cash: z.number(),
      /** Securities of which the account has shares. */
      securities: z.number().int(),
      bankCode: z.string().nullable(),
      bankAccount: z.string().nullable(),
      /** In whose name it is, as the bank says. */
      bankAccountName: z.string().nullable(),
      state: z.enum(accountStateNames),
    }),
  ),
  /** Who signs in for an account of the customer. */
  users: z.array(
    z.object({
      userId: z.number().int(),
      userName: z.string(),
      emailAddress: z.string(),
      isEmailConfirmed: z.boolean(),
      isActive: z.boolean(),
      isTwoFactorOn: z.boolean(),
      lastLoginTime: z.string().nullable(),
    }),
  ),
  requests: z.array(accountRequestRow.extend({ documents: z.array(requestDocument) })),
  /** The newest of each kind first. */
  documents: z.array(customerDocument),
  changes: z.array(customerChange),
  /** Who of the staff looked at what: once for each day, person and screen. Newest first, at most 200. */
  views: z.array(
    z.object({ userName: z.string(), screen: z.enum(screenNames), day: z.string(), at: z.string() }),
  ),
})
export type CustomerRecord = z.infer<typeof customerRecord>

/** A person who registered, and whose address is not proved. */
export const unprovedPerson = z.object({
  userId: z.number().int(),
  userName: z.string(),
  name: z.string(),
  emailAddress: z.string(),
  creationTime: z.string(),
})
