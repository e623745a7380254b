import { type AccountType, banks, type RequestRemark, type TextKey } from '@tradebook/contract'
import {
  type RegistrationField,
  type RegistrationStep,
  stepSchema,
  stepsOf,
} from '@tradebook/contract/schemas/registration'
import { choiceText, fieldTitle, ofFirst, stepTitle } from '@tradebook/contract/schemas/registration-texts'
import i18n from 'i18next'
import { traitsOf } from '../ui/schema-form/form-schema.ts'
import type { FieldRow } from '../ui/schema-form/schema-field.tsx'
import type { FormStep } from '../ui/schema-form/stepped-form.tsx'

type FirstField = ReturnType<typeof ofFirst>

/** What the control of a field needs besides its schema. */
type Control = Pick<FieldRow, 'shownAs' | 'autoComplete' | 'inputMode' | 'offered'>

const bankChoice = Object.entries(banks)
  .map(([value, label]) => ({ value, label }))
  .sort((a, b) => (a.label < b.label ? -1 : 1))

const digits = { inputMode: 'numeric', autoComplete: 'off' } as const

const controls: Readonly<Partial<Record<FirstField, Control>>> = {
  surname: { autoComplete: 'family-name' },
  firstName: { autoComplete: 'given-name' },
  otherNames: { autoComplete: 'additional-name' },
  dateOfBirth: { shownAs: 'date', autoComplete: 'bday' },
  dateOfIncorporation: { shownAs: 'date' },
  bvn: digits,
  nin: digits,
  bankSortCode: { offered: bankChoice },
  bankAccountNumber: digits,
  cscsAccount: digits,
  address1: { autoComplete: 'address-line1' },
  address2: { autoComplete: 'address-line2' },
  city: { autoComplete: 'address-level2' },
  phoneNumber: { inputMode: 'tel', autoComplete: 'tel' },
  nextOfKinPhone: { inputMode: 'tel', autoComplete: 'off' },
  emailAddress: { inputMode: 'email', autoComplete: 'email' },
  occupation: { autoComplete: 'organization-title' },
  employer: { autoComplete: 'organization' },
  companyName: { autoComplete: 'organization' },
}

/** A text that not every step or field has. */
const textIfAny = (key: string): TextKey | undefined => (i18n.exists(key) ? (key as TextKey) : undefined)

/** The field of a form: its label, why it is asked, and its control. */
export function rowOf(schema: FormStep['schema'], name: RegistrationField, remark?: string): FieldRow {
  const first = ofFirst(name)
  const { autoComplete, ...control } = controls[first] ?? {}
  const { options } = traitsOf(schema, name)
  const help = textIfAny(`Registration.Field.${first}.help`)
  const choices = Object.fromEntries(
    options.flatMap((value): [string, TextKey][] => {
      const text = choiceText(name, value)
      return text ? [[value, text]] : []
    }),
  )
  return {
    name,
    label: fieldTitle(name),
    ...control,
    // What a browser knows is of the first person.
    autoComplete: name === first ? (autoComplete ?? 'on') : 'off',
    choices,
    ...(help && { help }),
    ...(remark && { remark }),
  }
}

/** The headings of steps that speak to the applicant, as others read them. */
const titlesForStaff: Readonly<Partial<Record<RegistrationStep, TextKey>>> = {
  person: 'AccountRequests.Step.person',
  contact: 'AccountRequests.Step.contact',
}

/** The heading of a step, as the applicant or staff read it. */
export const titleOf = (step: RegistrationStep, isForStaff: boolean): TextKey =>
  (isForStaff && titlesForStaff[step]) || stepTitle(step)

/** A field as staff copy it from a paper form: hints speak to the applicant, and the browser knows who the clerk is. */
export const paperRow = ({ help: _, ...row }: FieldRow): FieldRow => ({
  ...row,
  ...(row.name === 'consent' && { label: 'Registration.Field.consent.paper' }),
  ...(row.name === 'emailAddress' && { help: 'Registration.Field.emailAddress.paper' }),
  autoComplete: 'off',
})

/** A step as staff copy it from a paper form. */
export const paperStep = <Step extends FormStep & { readonly key: RegistrationStep }>({
  about: _,
  ...step
}: Step) => ({ ...step, title: titleOf(step.key, true), fields: step.fields.map(paperRow) })

/** The steps of a type of account with their fields, each with what a reviewer remarked on it. */
export const requestSteps = (
  type: AccountType,
  marketDate: string,
  {
    remarks = [],
    ...origin
  }: {
    readonly remarks?: readonly RequestRemark[] | undefined
    readonly customerName?: string
    readonly isFromPaper?: boolean
  } = {},
): (FormStep & { readonly key: RegistrationStep })[] =>
  stepsOf(type).map((key) => {
    const schema = stepSchema(type, key, marketDate, origin)
    const about = textIfAny(`${stepTitle(key)}.details`)
    const names = (Object.keys(schema.shape) as RegistrationField[]).filter((name) => name !== 'signatories')
    return {
      key,
      title: stepTitle(key),
      ...(about && { about }),
      schema,
      fields: names.map((name) => rowOf(schema, name, remarks.find(({ field }) => field === name)?.remark)),
    }
  })

/** A value as it is read: the text of a choice, the name of a bank, the value itself. */
export function valueText(name: RegistrationField, value: unknown, t: (key: TextKey) => string): string {
  if (value === undefined || value === null || value === '') return ''
  if (typeof value === 'boolean') return t(value ? 'Registration.Yes' : 'Registration.No')
  const text = String(value)
  if (name === 'bankSortCode') {
    const bank = (banks as Readonly<Record<string, string>>)[text]
    return bank === undefined ? text : `${bank} (${text})`
  }
  const choice = choiceText(name, text)
  return choice ? t(choice) : text
}
