import { z } from 'zod'
import type { AccountType } from '../../rules/account-requests.ts'
import {
  allFields,
  checked,
  depositoryNumbers,
  fieldsSchema,
  type RegistrationField,
  type RegistrationStep,
  registrationFieldNames,
  registrationSteps,
} from './registration.ts'
import { draftFields } from './registration-drafts.ts'
import { linesOfText } from './shown-text.ts'
import { rowId } from './users.ts'

/** What is known of a customer, and how it is corrected. */

/**
 * Answers of a request that are not a customer's particulars: the bank account is that of the account's terms, the
 * depository's numbers are those that it gave, and consent was given once.
 */
const notParticulars = ['bankSortCode', 'bankAccountNumber', 'cscsAccount', 'chn', 'consent'] as const
export type Particular = Exclude<RegistrationField, (typeof notParticulars)[number]>

export const particularNames = registrationFieldNames.filter(
  (name): name is Particular => !(notParticulars as readonly string[]).includes(name),
)

/** What of a customer can be corrected: the particulars, and the clearing house number. */
export type CustomerField = Particular | 'chn'

/**
 * What proves who somebody is, and what pays them or lets them in: corrected by two people. Source: CBN and SEC rules on
 * customer due diligence, which these answers were checked against.
 */
const SENSITIVE =
  /^(joint)?(surname|firstName|otherNames|dateOfBirth|bvn|nin|emailAddress)$|^(companyName|rcNumber|dateOfIncorporation|signatories|bankAccountName|politicallyExposed|chn)$/i

/** Whether a correction of this field needs a second person. */
export const isSensitive = (field: CustomerField): boolean => SENSITIVE.test(field)

const {
  bankSortCode: _,
  bankAccountNumber: __,
  cscsAccount: ___,
  chn: ____,
  consent: _____,
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
})

/**
 * What is wrong with those particulars that a correction changes: nobody is kept from correcting a telephone number by an
 * answer that an older form did not ask for. A field that customers of the type do not have is wrong.
 */
export function faultsOf(
  type: AccountType,
  particulars: Readonly<Record<string, unknown>>,
  changed: readonly string[],
  marketDate: string,
): readonly Particular[] {
  const names = particularNames.filter((name) => changed.includes(name))
  const schema = fieldsSchema(type, names, marketDate)
  const wrong = (schema.safeParse(particulars).error?.issues ?? []).map(({ path: [name] }) => name)
  return names.filter((name) => wrong.includes(name) || !(name in schema.shape))
}

/** How staff made sure that an address is a person's without a mailed code. */
export const addressProofs = ['inPerson', 'telephone', 'letter', 'document'] as const
export type AddressProof = (typeof addressProofs)[number]

export const confirmAddressInput = z.object({
  userId: rowId.shape.id,
  method: z.enum(addressProofs),
  reason: reasonGiven,
})

/** What a form from paper is begun with: who it is of, and the address that becomes the user's. */
export const paperSchema = (type: AccountType): z.ZodObject =>
  z.object(
    type === 'corporate'
      ? { companyName: allFields.companyName, emailAddress: allFields.emailAddress }
      : {
          firstName: allFields.firstName,
          surname: allFields.surname,
          emailAddress: allFields.emailAddress,
        },
  )

/** Of a step of the form, what is corrected of a customer; of the bank account the name, and the clearing house number. */
export function correctionSchema(type: AccountType, step: RegistrationStep, marketDate: string): z.ZodObject {
  const fields = (registrationSteps[type] as Readonly<Record<string, Readonly<Record<string, z.ZodType>>>>)[
    step
  ]
  const corrected = Object.entries(fields ?? {}).filter(
    ([name]) =>
      name !== 'signatories' && (name === 'chn' || (particularNames as readonly string[]).includes(name)),
  )
  return checked(
    {
      ...Object.fromEntries(corrected.map(([name, schema]) => [name, schema.optional()])),
      reason: reasonGiven,
    },
    marketDate,
  )
}
