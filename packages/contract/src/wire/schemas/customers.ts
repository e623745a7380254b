import { z } from 'zod'
import { type AccountType, applicantName } from '../../rules/account-requests.ts'
import {
  allFields,
  checked,
  depositoryNumbers,
  documentKind,
  fieldsSchema,
  onPaper,
  type RegistrationField,
  registrationFieldNames,
  registrationSteps,
} from './registration.ts'
import { draftFields } from './registration-drafts.ts'
import { linesOfText } from './shown-text.ts'
import { rowId } from './users.ts'

/** What is known of a customer, and how it is corrected. */

/**
 * Answers of a request that are not a customer's particulars: the bank account and its name are those of the account's
 * terms, the depository's numbers are those that it gave, and consent was given once.
 */
const notParticulars = [
  ...(['bankSortCode', 'bankAccountNumber', 'bankAccountName'] as const),
  ...(['cscsAccount', 'chn', 'consent'] as const),
] as const
export type Particular = Exclude<RegistrationField, (typeof notParticulars)[number]>

export const particularNames = registrationFieldNames.filter(
  (name): name is Particular => !(notParticulars as readonly string[]).includes(name),
)

/** What the account has, and not the customer: corrected with the customer only where there is one account. */
export const accountFieldNames = ['cscsAccount', 'bankAccountName'] as const

/** What is corrected besides the particulars. */
export const besideParticulars = ['chn', ...accountFieldNames] as const

/** What of a customer can be corrected. */
export type CustomerField = Particular | (typeof besideParticulars)[number]

/**
 * What proves who somebody is, what they are asked or called by to prove it, and what pays them or lets them in:
 * corrected by two people. Source: CBN and SEC rules on
 * customer due diligence, which these answers were checked against.
 */
const SENSITIVE =
  /^(joint)?(surname|firstName|otherNames|dateOfBirth|motherMaidenName|bvn|nin|emailAddress|phoneNumber)$|^(companyName|rcNumber|dateOfIncorporation|signatories|bankAccountName|politicallyExposed|chn|cscsAccount)$/i

/** What is corrected: whether alerts are sent is agreed with the charges, whatever was answered once. */
export const correctedNames = [
  ...particularNames.filter((name): name is Exclude<Particular, 'alertsOptOut'> => name !== 'alertsOptOut'),
  ...besideParticulars,
] as const

/** Whether a correction of this field needs a second person. */
export const isSensitive = (field: CustomerField): boolean => SENSITIVE.test(field)

const {
  bankSortCode: _,
  bankAccountNumber: __,
  cscsAccount: ___,
  chn: ____,
  alertsOptOut: _____,
  consent: ______,
  ...drafted
} = draftFields

/** Why something is done that others read later. */
export const reasonGiven = linesOfText(1000).min(1)

/** A correction: the fields that change, whatever they hold; `null` and '' empty one. */
export const updateCustomerInput = z.object({
  id: rowId.shape.id,
  reason: reasonGiven,
  ...drafted,
  chn: depositoryNumbers.shape.chn.optional(),
  cscsAccount: depositoryNumbers.shape.cscsAccount.optional(),
})

/** A customer's name by the register. With another one the bank account on file may be somebody else's. */
const NAME = /^(joint)?(surname|firstName)$|^companyName$/i

/** What is checked by the schema of the form; the depository's numbers have one of their own. */
type CheckedField = Particular | 'bankAccountName'

/**
 * What is wrong with those particulars that a correction changes: nobody is kept from correcting a telephone number by an
 * answer that an older form did not ask for. A field that customers of the type do not have is wrong. Whose name changes
 * has the bank account on file in the new one, or has its name corrected with it.
 */
export function faultsOf(
  type: AccountType,
  particulars: Readonly<Record<string, unknown>>,
  changed: readonly string[],
  marketDate: string,
): readonly CheckedField[] {
  const isRenamed = changed.some((name) => NAME.test(name)) && typeof particulars.bankAccountName === 'string'
  const names = [...particularNames, 'bankAccountName' as const].filter(
    (name) => changed.includes(name) || (isRenamed && name === 'bankAccountName'),
  )
  const schema = fieldsSchema(type, names, marketDate, applicantName(type, particulars))
  const wrong = (schema.safeParse(particulars).error?.issues ?? []).map(({ path: [name] }) => name)
  return names.filter((name) => wrong.includes(name) || !(name in schema.shape))
}

/** A document that is added to a customer's, with the file as the part `document`: the one before stays. */
export const addDocumentInput = z.object({ id: rowId.shape.id, kind: documentKind, reason: reasonGiven })

/** How staff made sure that an address is a person's without a mailed code. */
export const addressProofs = ['inPerson', 'telephone', 'letter', 'document'] as const
export type AddressProof = (typeof addressProofs)[number]

export const confirmAddressInput = z.object({
  userId: rowId.shape.id,
  method: z.enum(addressProofs),
  reason: reasonGiven,
})

/** What a paper form is begun with: who it is of, and the address by which the person signs in, if there is one. */
export const paperSchema = (type: AccountType): z.ZodObject =>
  z.object(
    type === 'corporate'
      ? { companyName: allFields.companyName, emailAddress: allFields.emailAddress.optional() }
      : {
          firstName: allFields.firstName,
          surname: allFields.surname,
          emailAddress: allFields.emailAddress.optional(),
        },
  )

/**
 * What is corrected of a customer of a type, in the order of the form: of the bank account only the name, and the
 * depository's numbers. No field has to be filled in, because an older form may not have asked for it.
 */
export function correctionSchema(type: AccountType, marketDate: string): z.ZodObject {
  const fields: Readonly<Record<string, z.ZodType>> = Object.assign(
    {},
    ...Object.values(registrationSteps[type]),
  )
  const corrected = Object.entries(onPaper(fields)).filter(([name]) =>
    (correctedNames as readonly string[]).includes(name),
  )
  return checked(
    {
      ...Object.fromEntries(corrected.map(([name, schema]) => [name, schema.optional()])),
      reason: reasonGiven,
    },
    marketDate,
  )
}
