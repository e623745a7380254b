import { z } from 'zod'
import {
  type AccountType,
  accountTypes,
  type DocumentKind,
  documentKindNames,
  documentKinds,
  type IdentityKind,
} from '../account-requests.ts'
import { type BankCode, bankAccountFault, bankCodes, isBankCode, isCheckDigitCertain } from '../banks.ts'
import type { TextKey } from '../words/words.ts'
import { emailPattern, personName } from './identity.ts'
import { dateInput } from './time.ts'

/**
 * The form of a request for a trading account, step by step: which fields each type of account asks for, what they
 * may hold, and the text that says what is wrong. Source of fields and formats: SEC and CSCS account opening forms.
 */

/** A rule whose message is the key of a text. */
const message = (key: TextKey) => ({ error: key })

const text = (most: number) => z.string().trim().min(1, message('Form.Missing')).max(most)
const optionalText = (most: number) => z.string().trim().max(most).optional()
const digits = (pattern: RegExp, key: TextKey) => z.string().trim().regex(pattern, message(key))

/** Bank verification number and national identification number: eleven digits each. Sources: CBN, NIMC. */
const bvn = digits(/^\d{11}$/, 'Registration.Wrong.bvn')
const nin = digits(/^\d{11}$/, 'Registration.Wrong.nin')
/**
 * A Nigerian number has ten digits behind the zero or the country's code (NCC, national numbering plan); one of another
 * country up to fifteen with its code (ITU-T E.164).
 */
const phone = digits(
  /^(?:(?:0|\+234)(?:[ ()-]{0,3}\d){10}|\+(?!0|2[ ()-]*3[ ()-]*4)\d(?:[ ()-]{0,3}\d){6,14})$/,
  'Registration.Wrong.phoneNumber',
)
const email = z
  .string()
  .trim()
  .max(256)
  .regex(emailPattern, { ...message('Form.NotEmail'), abort: true })
  .regex(/@.+\./, message('Form.NotEmail'))
const date = dateInput

/** Numeric, ten wide; brokers drop leading zeros. */
const cscsAccount = z
  .string()
  .trim()
  .regex(/^\d{0,10}$/, message('Registration.Wrong.cscsAccount'))
  .optional()
/** Clearing house number. */
const chn = z
  .string()
  .trim()
  .regex(/^(C[0-9A-Za-z]{5,12})?$/, message('Registration.Wrong.chn'))
  .optional()

export const personTitles = [
  'mr',
  'mrs',
  'miss',
  'ms',
  'dr',
  'prof',
  'chief',
  'alhaji',
  'alhaja',
  'engr',
] as const
export const genders = ['female', 'male'] as const
export const idTypes = ['nationalId', 'passport', 'driversLicence', 'votersCard'] as const
export const investmentObjectives = ['growth', 'income', 'balanced', 'preservation'] as const
export const relationships = ['spouse', 'child', 'parent', 'sibling', 'relative', 'friend'] as const

/** The 36 states and the Federal Capital Territory, and what lies outside them. */
export const states = [
  'Abia',
  'Adamawa',
  'Akwa Ibom',
  'Anambra',
  'Bauchi',
  'Bayelsa',
  'Benue',
  'Borno',
  'Cross River',
  'Delta',
  'Ebonyi',
  'Edo',
  'Ekiti',
  'Enugu',
  'FCT',
  'Gombe',
  'Imo',
  'Jigawa',
  'Kaduna',
  'Kano',
  'Katsina',
  'Kebbi',
  'Kogi',
  'Kwara',
  'Lagos',
  'Nasarawa',
  'Niger',
  'Ogun',
  'Ondo',
  'Osun',
  'Oyo',
  'Plateau',
  'Rivers',
  'Sokoto',
  'Taraba',
  'Yobe',
  'Zamfara',
  'Outside Nigeria',
] as const

/** The person of an account; a joint account has a second one, whose fields have `joint` before their names. */
const person = {
  title: z.enum(personTitles),
  surname: text(64),
  firstName: text(64),
  otherNames: optionalText(64),
  gender: z.enum(genders),
  dateOfBirth: date,
  motherMaidenName: text(64),
  nationality: text(64),
  stateOfOrigin: z.enum(states),
  lga: text(64),
} as const

const identification = { bvn, nin, idType: z.enum(idTypes) } as const

const contact = {
  address1: text(128),
  address2: optionalText(128),
  city: text(64),
  state: z.enum(states),
  phoneNumber: phone,
  emailAddress: email,
} as const

const work = { occupation: text(64), employer: optionalText(128) } as const

const purpose = { investmentObjective: z.enum(investmentObjectives) } as const

const bank = {
  bankSortCode: z.enum(bankCodes as [BankCode, ...BankCode[]]),
  bankAccountNumber: digits(/^\d{10}$/, 'Registration.Wrong.bankAccountNumber'),
  bankAccountName: text(128),
} as const

const nextOfKin = {
  nextOfKinName: text(128),
  nextOfKinRelationship: z.enum(relationships),
  nextOfKinPhone: phone,
  nextOfKinAddress: text(256),
} as const

const depository = { cscsAccount, chn } as const

const declarations = {
  politicallyExposed: z.boolean(),
  alertsOptOut: z.boolean().default(false),
  consent: z.literal(true, message('Registration.Wrong.consent')),
} as const

const company = {
  companyName: text(128),
  rcNumber: digits(/^(RC|BN|IT)?\s?\d{3,9}$/i, 'Registration.Wrong.rcNumber'),
  dateOfIncorporation: date,
} as const

/** Who signs for a company. */
export const signatory = z.object({
  name: text(128),
  position: text(64),
  bvn,
  phoneNumber: phone,
  emailAddress: email,
})
export type Signatory = z.infer<typeof signatory>

export const mostSignatories = 5
const signatories = {
  signatories: z.array(signatory).min(1, message('Registration.Wrong.signatories')).max(mostSignatories),
} as const

type Prefixed<T> = { readonly [Name in keyof T & string as `joint${Capitalize<Name>}`]: T[Name] }

/** The same fields of the second person of a joint account. */
const ofJoint = <T extends Readonly<Record<string, z.ZodType>>>(fields: T): Prefixed<T> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [
      `joint${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      schema,
    ]),
  ) as Prefixed<T>

const groups = {
  person,
  identification,
  contact,
  work,
  jointPerson: ofJoint({ ...person, ...identification, ...work }),
  jointContact: ofJoint(contact),
  company,
  signatories,
  bank,
  nextOfKin,
  purpose: { ...purpose, ...depository },
  declarations,
} as const

/** The steps of each type of account, in their order. The documents follow the last but one. */
export const registrationSteps = {
  individual: {
    person: { ...groups.person },
    identification: { ...groups.identification },
    contact: { ...groups.contact, ...groups.work },
    nextOfKin: { ...groups.nextOfKin },
    bank: { ...groups.bank, ...groups.purpose },
    declarations: { ...groups.declarations },
  },
  joint: {
    person: { ...groups.person },
    identification: { ...groups.identification },
    contact: { ...groups.contact, ...groups.work },
    jointPerson: { ...groups.jointPerson },
    jointContact: { ...groups.jointContact },
    nextOfKin: { ...groups.nextOfKin },
    bank: { ...groups.bank, ...groups.purpose },
    declarations: { ...groups.declarations },
  },
  corporate: {
    company: { ...groups.company },
    contact: { ...groups.contact },
    signatories: { ...groups.signatories },
    bank: { ...groups.bank, ...groups.purpose },
    declarations: { ...groups.declarations },
  },
} as const satisfies Record<AccountType, Record<string, Readonly<Record<string, z.ZodType>>>>

/** The names of the steps, also of that of the documents, which has no fields. */
export type RegistrationStep =
  | { [Type in AccountType]: keyof (typeof registrationSteps)[Type] }[AccountType]
  | 'documents'

/** The steps of a type of account as a form goes through them; what is declared comes last. */
export const stepsOf = (type: AccountType): RegistrationStep[] => {
  const names = Object.keys(registrationSteps[type]) as RegistrationStep[]
  return [...names.slice(0, -1), 'documents', ...names.slice(-1)]
}

const allFields = {
  ...person,
  ...identification,
  ...contact,
  ...work,
  ...groups.jointPerson,
  ...groups.jointContact,
  ...company,
  ...signatories,
  ...bank,
  ...nextOfKin,
  ...groups.purpose,
  ...declarations,
} as const

export type RegistrationField = keyof typeof allFields
export const registrationFieldNames = Object.keys(allFields) as RegistrationField[]
export const isRegistrationField = (name: string): name is RegistrationField => Object.hasOwn(allFields, name)

/** Years that a person must have lived to hold an account alone. Source: Child's Rights Act 2003. */
export const ADULT_YEARS = 18

/** Whether who was born on a day has come of age by another. Both are 'YYYY-MM-DD'; who was born on 29 February does on 1 March. */
export function isAdult(dateOfBirth: string, marketDate: string): boolean {
  const [year = '', ...monthAndDay] = dateOfBirth.split('-')
  const birthday = [String(Number(year) + ADULT_YEARS).padStart(4, '0'), ...monthAndDay].join('-')
  return birthday <= marketDate
}

const DATES_OF_BIRTH = ['dateOfBirth', 'jointDateOfBirth'] as const
/** Nobody lives longer; an earlier year is a slip of a finger. */
const EARLIEST_BIRTH = '1900-01-01'

/** What is wrong between fields of a step. Only fields that are given are looked at. */
function checkTogether(
  value: Readonly<Record<string, unknown>>,
  marketDate: string,
  wrong: (field: RegistrationField, text: TextKey) => void,
): void {
  for (const field of DATES_OF_BIRTH) {
    const born = value[field]
    if (typeof born !== 'string') continue
    if (born < EARLIEST_BIRTH || born > marketDate) wrong(field, 'Registration.Wrong.dateOfBirth')
    else if (!isAdult(born, marketDate)) wrong(field, 'Registration.Wrong.adult')
  }
  const { dateOfIncorporation, bankSortCode, bankAccountNumber } = value
  if (typeof dateOfIncorporation === 'string' && dateOfIncorporation > marketDate)
    wrong('dateOfIncorporation', 'Registration.Wrong.dateOfIncorporation')
  if (typeof bankSortCode !== 'string' || typeof bankAccountNumber !== 'string' || !isBankCode(bankSortCode))
    return
  const fault = bankAccountFault({ bankCode: bankSortCode, number: bankAccountNumber })
  if (fault === 'checkDigit' && isCheckDigitCertain(bankSortCode))
    wrong('bankAccountNumber', 'Registration.Wrong.checkDigit')
}

const checked = <Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape, marketDate: string) =>
  z
    .object(shape)
    .superRefine((value, context) =>
      checkTogether(value, marketDate, (field, key) =>
        context.addIssue({ code: 'custom', path: [field], message: key, input: value }),
      ),
    )

/**
 * The schema of one step. The message of an issue that is a key of a text (`Registration.Wrong.…`, `Form.…`) is
 * what is shown beside its field.
 *
 * @param marketDate 'YYYY-MM-DD', the day by which people must be of age.
 */
export const stepSchema = (type: AccountType, step: RegistrationStep, marketDate: string): z.ZodObject =>
  checked(
    step === 'documents'
      ? {}
      : ((registrationSteps[type] as Readonly<Record<string, Readonly<Record<string, z.ZodType>>>>)[step] ??
          {}),
    marketDate,
  )

/** The schema of a whole form, as it must be to be submitted. */
export const registrationSchema = (type: AccountType, marketDate: string): z.ZodObject =>
  checked(
    Object.assign({}, ...Object.values(registrationSteps[type])) as Record<string, z.ZodType>,
    marketDate,
  )

/** What a person is warned of: a number of a bank whose check digits follow no published rule, and whose own differs. */
export function bankAccountWarning(bankSortCode: string, bankAccountNumber: string): TextKey | undefined {
  if (!isBankCode(bankSortCode) || isCheckDigitCertain(bankSortCode)) return undefined
  const fault = bankAccountFault({ bankCode: bankSortCode, number: bankAccountNumber })
  return fault === 'checkDigit' ? 'Registration.Wrong.checkDigitDoubtful' : undefined
}

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

export const accountType = z.enum(accountTypes)
export const documentKind = z.enum(documentKindNames)

/** What a form begins with, because its steps follow from it. */
export const accountTypeInput = z.object({ accountType })

/** The text of a step's heading; `Registration.Step.<step>.details` explains some. */
export const stepTitle = (step: RegistrationStep): TextKey => `Registration.Step.${step}`

/** The text of a field's label; `Registration.Field.<name>.help` explains some. */
export const fieldTitle = (name: RegistrationField): TextKey => `Registration.Field.${ofFirst(name)}`

/** The text of the name of a field or of a document. */
export const partTitle = (part: RegistrationField | DocumentKind): TextKey =>
  part in documentKinds ? documentKinds[part as DocumentKind].title : fieldTitle(part as RegistrationField)

/** The text of the name of what two requests have in common. */
export const identityTitle = (kind: IdentityKind): TextKey =>
  kind === 'nameAndBirthday' ? 'Registration.Identity.nameAndBirthday' : fieldTitle(kind)

/** The name of the same field of the first person. */
export function ofFirst(name: RegistrationField): Exclude<RegistrationField, `joint${string}`> {
  const plain = name.startsWith('joint') ? name.charAt(5).toLowerCase() + name.slice(6) : name
  return plain as Exclude<RegistrationField, `joint${string}`>
}

/** The text of a choice's value; `undefined` for one that is a proper name: a state or a bank. */
export function choiceText(name: RegistrationField, value: string): TextKey | undefined {
  const field = ofFirst(name)
  return field in choices ? (`Registration.Choice.${field}.${value}` as TextKey) : undefined
}

/** The fields whose values are codes, which have texts of their own. */
const choices = {
  title: personTitles,
  gender: genders,
  idType: idTypes,
  investmentObjective: investmentObjectives,
  nextOfKinRelationship: relationships,
} as const

/**
 * The name of somebody who has proved nothing, and may be mailed by the firm to anybody's address: letters alone, and
 * no address of a page.
 */
const newName = personName.regex(
  /^(?!.*\.\p{L}{2})[\p{L}\p{M} .'’-]*$/u,
  message('Registration.Wrong.personName'),
)

/**
 * The user name of somebody who registers: letters that are on every keyboard, because others look like those of
 * somebody else's name, or the e-mail address.
 */
const newUserName = z
  .string()
  .trim()
  .min(1)
  .max(256)
  .regex(/@|^[A-Za-z0-9._-]+$/, message('Registration.Wrong.userName'))

/** A person registers. A user name with an `@` is the e-mail address. */
export const registerInput = z
  .object({
    /** Beside the firm that the request's header names. */
    tenancyName: z.string().max(64).nullish(),
    name: newName,
    surname: newName,
    userName: newUserName,
    emailAddress: email,
    password: z.string().min(8).max(128),
    phoneNumber: phone.nullish(),
  })
  .refine(
    ({ userName, emailAddress }) =>
      !userName.includes('@') || userName.toLowerCase() === emailAddress.toLowerCase(),
    { path: ['userName'], error: 'Registration.Wrong.userName' },
  )
