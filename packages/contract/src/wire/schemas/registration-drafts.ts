import { z } from 'zod'
import { toCode, toDigits, toKeptText, toPhone } from '../text.ts'
import {
  type allFields,
  mostSignatories,
  type RegistrationField,
  registrationFieldNames,
} from './registration.ts'

/** The longest text of a field of a draft. */
const LONGEST = 256

/** What of a field is kept before it is known whether it is right: what its own schema would keep of it. */
const keptOf = (name: string): ((text: string) => string) => {
  if (/phone/i.test(name)) return toPhone
  if (/^(joint)?(bvn|nin)$|^(rcNumber|bankAccountNumber|cscsAccount)$/i.test(name)) return toDigits
  return /^chn$|emailAddress$/i.test(name) ? toCode : toKeptText
}
const draftedText = (name: string) => z.string().overwrite(keptOf(name)).max(LONGEST)

const drafted = (name: RegistrationField): z.ZodType => {
  if (name === 'politicallyExposed' || name === 'alertsOptOut' || name === 'consent')
    return z.boolean().nullish()
  return draftedText(name).nullish()
}

/** A signatory of a draft. */
export const signatoryDraft = z.object({
  name: draftedText('name').default(''),
  position: draftedText('position').default(''),
  bvn: draftedText('bvn').default(''),
  phoneNumber: draftedText('phoneNumber').default(''),
  emailAddress: draftedText('emailAddress').default(''),
})

/** A signatory as a form sends it, which is JSON in a text; a JSON body has the object itself. */
const draftedSignatory = z.union([z.string().max(2048), signatoryDraft])
type DraftFields = {
  [Name in Exclude<RegistrationField, 'signatories'>]: z.ZodOptional<
    z.ZodNullable<
      (typeof allFields)[Name] extends z.ZodBoolean | z.ZodDefault<z.ZodBoolean> | z.ZodLiteral<true>
        ? z.ZodBoolean
        : z.ZodString
    >
  >
} & { signatories: z.ZodOptional<z.ZodArray<typeof draftedSignatory>> }

/** The fields of a draft: any of them, whatever they hold. What is not sent stays as it is; `null` and '' empty a field. */
export const draftFields = {
  ...(Object.fromEntries(
    registrationFieldNames.filter((name) => name !== 'signatories').map((name) => [name, drafted(name)]),
  ) as unknown as Omit<DraftFields, 'signatories'>),
  signatories: z.array(draftedSignatory).max(mostSignatories).optional(),
} as DraftFields
