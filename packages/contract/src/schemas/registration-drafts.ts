import { z } from 'zod'
import {
  type allFields,
  mostSignatories,
  type RegistrationField,
  registrationFieldNames,
} from './registration.ts'

/** The longest text of a field of a draft. */
const LONGEST = 256

const drafted = (name: RegistrationField): z.ZodType => {
  if (name === 'politicallyExposed' || name === 'alertsOptOut' || name === 'consent')
    return z.boolean().nullish()
  return z.string().max(LONGEST).nullish()
}

/** A signatory as a form sends it, which is JSON in a text; a JSON body has the object itself. */
const draftedSignatory = z.union([
  z.string().max(2048),
  z.object({
    name: z.string().max(LONGEST).default(''),
    position: z.string().max(LONGEST).default(''),
    bvn: z.string().max(LONGEST).default(''),
    phoneNumber: z.string().max(LONGEST).default(''),
    emailAddress: z.string().max(LONGEST).default(''),
  }),
])

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
