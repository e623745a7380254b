import { z } from 'zod'
import {
  type AccountType,
  accountTypes,
  applicantName,
  documentKindNames,
} from '../../rules/account-requests.ts'
import {
  type BankCode,
  bankAccountFault,
  bankCodes,
  isBankCode,
  isCheckDigitCertain,
} from '../../rules/banks.ts'
import { isOwnName } from '../../rules/own-name.ts'
import type { TextKey } from '../../words/words.ts'
import { toCode, toDigits, toPhone } from '../text.ts'
import { emailPattern } from './identity.ts'
import {
  genders,
  idTypes,
  investmentObjectives,
  personTitles,
  relationships,
  states,
} from './registration-choices.ts'
import { lineOfText, lineOfTextIfAny, soughtText } from './shown-text.ts'
import { dateInput } from './time.ts'

/**
 * The form of a request for a trading account, step by step: which fields each type of account asks for, what they
 * may hold, and the text that says what is wrong. Source of fields and formats: SEC and CSCS account opening forms.
 */

/** A rule whose message is the key of a text. */
export const message = (key: TextKey) => ({ error: key })

const text = lineOfText
const optionalText = (most: number) => lineOfTextIfAny(most).unwrap().optional()
const digits = (pattern: RegExp, key: TextKey) => z.string().overwrite(toDigits).regex(pattern, message(key))

/** Bank verification number and national identification number: eleven digits each. Sources: CBN, NIMC. */
const bvn = digits(/^\d{11}$/, 'Registration.Wrong.bvn')
const nin = digits(/^\d{11}$/, 'Registration.Wrong.nin')
/** Between the digits of a telephone number. */
const GAP = '[ ()./-]{0,3}'
/**
 * A Nigerian number has ten digits behind the zero or the country's code (NCC, national numbering plan), also behind both,
 * as in `+234 (0) 803 123 4567`; one of another country up to fifteen with its code (ITU-T E.164).
 */
const TELEPHONE = new RegExp(
  `^(?:\\(?(?:0|(?:\\+|00${GAP})?234(?:${GAP}0)?)(?:${GAP}\\d){10}|(?:\\+|00)(?!0|2${GAP}3${GAP}4)\\d(?:${GAP}\\d){6,14})$`,
)
export const phone = z.string().overwrite(toPhone).regex(TELEPHONE, message('Registration.Wrong.phoneNumber'))
export const email = soughtText(256)
  .regex(emailPattern, { ...message('Form.NotEmail'), abort: true })
  .regex(/@.+\./, message('Form.NotEmail'))
const date = dateInput

/** Numeric, ten wide; brokers drop leading zeros. */
const cscsAccount = z
  .string()
  .overwrite(toDigits)
  .regex(/^\d{0,10}$/, message('Registration.Wrong.cscsAccount'))
  .optional()
/** Clearing house number. */
const chn = z
  .string()
  .overwrite(toCode)
  .regex(/^(C[0-9A-Za-z]{5,12})?$/, message('Registration.Wrong.chn'))
  .optional()

/**
 * Both as the person who approves a request enters them where no depository is connected: none may be missing. All ten
 * digits are typed, so that a number that was cut short is not taken for one with leading zeros.
 */
export const depositoryNumbers = z.object({
  cscsAccount: z
    .string()
    .trim()
    .regex(/^\d{10}$/, message('Registration.Wrong.cscsAccountInFull'))
    .refine((digits) => /[1-9]/.test(digits), message('Registration.Wrong.cscsAccountInFull')),
  chn: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^C[0-9A-Z]{5,12}$/, message('Registration.Wrong.chn')),
})

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
  rcNumber: digits(/^(RC|BN|IT)?[\s-]?\d{3,9}$/i, 'Registration.Wrong.rcNumber'),
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
const severalOf = <Schema extends z.ZodType>(schema: Schema) =>
  z.array(schema).min(1, message('Registration.Wrong.signatories')).max(mostSignatories)
const signatories = { signatories: severalOf(signatory) } as const
/** As a paper form has them. */
const paperSignatories = severalOf(signatory.extend({ emailAddress: email.or(z.literal('')) }))

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

/** Every field of any type of account. */
export const allFields = {
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
const ADULT_YEARS = 18

/** Whether who was born on a day has come of age by another. Both are 'YYYY-MM-DD'; who was born on 29 February does on 1 March. */
function isAdult(dateOfBirth: string, marketDate: string): boolean {
  const [year = '', ...monthAndDay] = dateOfBirth.split('-')
  const birthday = [String(Number(year) + ADULT_YEARS).padStart(4, '0'), ...monthAndDay].join('-')
  return birthday <= marketDate
}

const DATES_OF_BIRTH = ['dateOfBirth', 'jointDateOfBirth'] as const
/** Nobody lives longer; an earlier year is a slip of a finger. */
const EARLIEST_BIRTH = '1900-01-01'

/**
 * Reports what is wrong between fields. Only fields that are given are checked.
 *
 * @param isOwn whether a bank account in this name is the customer's.
 */
function checkTogether(
  value: Readonly<Record<string, unknown>>,
  marketDate: string,
  isOwn: OwnNameRule,
  wrong: (field: RegistrationField, text: TextKey) => void,
): void {
  for (const field of DATES_OF_BIRTH) {
    const born = value[field]
    if (typeof born !== 'string') continue
    if (born < EARLIEST_BIRTH || born > marketDate) wrong(field, 'Registration.Wrong.dateOfBirth')
    else if (!isAdult(born, marketDate)) wrong(field, 'Registration.Wrong.adult')
  }
  const { dateOfIncorporation, bankSortCode, bankAccountNumber, bankAccountName } = value
  if (typeof dateOfIncorporation === 'string' && dateOfIncorporation > marketDate)
    wrong('dateOfIncorporation', 'Registration.Wrong.dateOfIncorporation')
  if (typeof bankAccountName === 'string' && !isOwn(bankAccountName, value))
    wrong('bankAccountName', 'Registration.Wrong.bankAccountName')
  if (typeof bankSortCode !== 'string' || typeof bankAccountNumber !== 'string' || !isBankCode(bankSortCode))
    return
  const fault = bankAccountFault({ bankCode: bankSortCode, number: bankAccountNumber })
  if (fault === 'checkDigit' && isCheckDigitCertain(bankSortCode))
    wrong('bankAccountNumber', 'Registration.Wrong.checkDigit')
}

type OwnNameRule = (bankAccountName: string, answers: Readonly<Record<string, unknown>>) => boolean

/** Where the customer's name is not known any name passes. */
const ownNameRule =
  (type: AccountType, customerName: string): OwnNameRule =>
  (bankAccountName) =>
    customerName === '' || isOwnName(bankAccountName, customerName, type)

/** The fields together, with the rules that several of them share. */
export const checked = <Shape extends Readonly<Record<string, z.ZodType>>>(
  shape: Shape,
  marketDate: string,
  isOwn: OwnNameRule = () => true,
) =>
  z
    .object(shape)
    .superRefine((value, context) =>
      checkTogether(value, marketDate, isOwn, (field, key) =>
        context.addIssue({ code: 'custom', path: [field], message: key, input: value }),
      ),
    )

/**
 * The fields as a paper form has them: who has no e-mail address leaves it out, and so may who else signs for the
 * account.
 */
export const onPaper = (fields: Readonly<Record<string, z.ZodType>>): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => {
      if (name === 'signatories') return [name, paperSignatories]
      return [name, EMAIL_ADDRESS.test(name) ? schema.optional() : schema]
    }),
  )
const EMAIL_ADDRESS = /emailAddress$/i

/**
 * The schema of one step. The message of an issue that is a key of a text (`Registration.Wrong.…`, `Form.…`) is
 * what is shown next to its field.
 *
 * @param marketDate 'YYYY-MM-DD', the day by which people must be of age.
 */
export const stepSchema = (
  type: AccountType,
  step: RegistrationStep,
  marketDate: string,
  { customerName = '', isFromPaper = false }: FormOrigin = {},
): z.ZodObject => {
  const steps: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = registrationSteps[type]
  const fields = steps[step] ?? {}
  return checked(isFromPaper ? onPaper(fields) : fields, marketDate, ownNameRule(type, customerName))
}

/** What is known of a form besides the step. */
interface FormOrigin {
  /** As the other steps have it; '' where it is not known. */
  readonly customerName?: string
  /** Whether staff copy it from a paper form. */
  readonly isFromPaper?: boolean
}

/** The schema of a whole form, as it must be to be submitted. */
export const registrationSchema = (
  type: AccountType,
  marketDate: string,
  isFromPaper = false,
): z.ZodObject => {
  const fields = Object.assign({}, ...Object.values(registrationSteps[type])) as Record<string, z.ZodType>
  return checked(isFromPaper ? onPaper(fields) : fields, marketDate, (accountName, form) =>
    ownNameRule(type, applicantName(type, form))(accountName, form),
  )
}

/**
 * The schema of some fields of a form, with what they have to be together; of those of other types nothing.
 *
 * @param customerName in whose name the bank account must be; '' where it is not known.
 */
export const fieldsSchema = (
  type: AccountType,
  names: readonly string[],
  marketDate: string,
  customerName: string,
): z.ZodObject => {
  const fields = Object.assign({}, ...Object.values(registrationSteps[type])) as Record<string, z.ZodType>
  // Others than the customer may have no address; the customer's own is not removed, because somebody may sign in by it.
  const all = { ...onPaper(fields), emailAddress: email }
  return checked(
    Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name))),
    marketDate,
    ownNameRule(type, customerName),
  )
}

/** What a person is warned of: a number of a bank whose check digits follow no published rule, and whose own differs. */
export function bankAccountWarning(bankSortCode: string, bankAccountNumber: string): TextKey | undefined {
  if (!isBankCode(bankSortCode) || isCheckDigitCertain(bankSortCode)) return undefined
  const fault = bankAccountFault({ bankCode: bankSortCode, number: bankAccountNumber })
  return fault === 'checkDigit' ? 'Registration.Wrong.checkDigitDoubtful' : undefined
}

export const accountType = z.enum(accountTypes)
export const documentKind = z.enum(documentKindNames)

/** What a form begins with, because its steps follow from it. */
export const accountTypeInput = z.object({ accountType })
