import { type DocumentKind, documentKinds, type IdentityKind } from '../../rules/account-requests.ts'
import type { TextKey } from '../../words/words.ts'
import type { RegistrationField, RegistrationStep } from './registration.ts'
import {
  genders,
  idTypes,
  investmentObjectives,
  personTitles,
  relationships,
} from './registration-choices.ts'

/** The texts of the form of an account request: of its steps, its fields and their choices. */

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
