import { nairaOfRate } from '../rules/corporate-actions.ts'
import { percentOfPpm } from '../rules/fees.ts'
import { percentOfBps } from '../rules/limits.ts'
import { nairaToKobo, shownNaira } from '../rules/money.ts'
import type { TextKey } from '../words/words.ts'
import { type AuditedField, auditFields, auditThings, fieldsWithin } from './audit-fields.ts'
import { auditListFields, columnsGiven, fieldsOfCall, type ListField } from './audit-list-fields.ts'
import type { AuditChange, AuditField } from './audit-shapes.ts'
import { isPermission } from './permissions.ts'
import { callInWords } from './recorded-calls.ts'
import { type RefusalName, refusals } from './refusals.ts'
import { isRegistrationField } from './schemas/registration.ts'
import { choiceText, fieldTitle } from './schemas/registration-texts.ts'

/**
 * A row of the audit trail in its reader's language. Rows keep names of the code, so that they mean the same in every
 * language and release; what this release does not know is shown by that name.
 */

type Translate = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string

/** What of a row is worded. */
export interface RecordedRow {
  readonly serviceName: string
  readonly methodName: string
  /** JSON. */
  readonly parameters: string
  readonly exception: string | null
  readonly customData: string | null
  readonly changes: readonly AuditChange[]
}

/** What a row says to its reader. */
export interface RecordedInWords {
  readonly call: string
  readonly reason: string | null
  readonly asked: readonly AuditField[]
  readonly remarks: string | null
  readonly changes: readonly (AuditChange & { readonly thing: string; readonly fields: AuditField[] })[]
}

export function recordedInWords(row: RecordedRow, translate: Translate): RecordedInWords {
  const call = `${row.serviceName}/${row.methodName}`
  const words = { translate, isOfDesk: isOfDesk(row), own: fieldsOfCall(call) }
  return {
    call: callInWords(call, translate),
    reason: row.exception === null ? null : reasonInWords(row.exception, translate),
    asked: membersOf(parsed(row.parameters)).map(([name, value]) => ({
      ...{
        name,
        title: titleOf(name, translate, words.own),
        before: null,
        after: valueInWords(name, isColumns(name, value) ? columnsGiven(call, value) : value, words),
      },
    })),
    remarks: row.customData === null ? null : remarksInWords(row.customData, translate),
    changes: row.changes.map((change) => ({
      ...change,
      thing: thingInWords(change, translate),
      fields: changedFields(change).map((name) => ({
        ...{ name, title: titleOf(name, translate) },
        before: valueInWords(name, change.before?.[name], words),
        after: valueInWords(name, change.after?.[name], words),
      })),
    })),
  }
}

/** The columns of a file, which has more than were asked for. */
const isColumns = (name: string, value: unknown): value is readonly string[] =>
  name === 'columns' && Array.isArray(value)

/** Whatever is done with money in it, and every order, the desk decides, which counts kobo; other calls are kept as sent, in naira. */
const isOfDesk = ({ exception, serviceName }: Pick<RecordedRow, 'exception' | 'serviceName'>): boolean =>
  exception === null || serviceName === 'Order'

/** What a row keeps as JSON, with the unit in the name of every amount that is not naira: `amountKobo`. */
export function recordedAsJson(row: RecordedRow): {
  readonly parameters: string
  readonly changedData: string
} {
  const { parameters, changes } = row
  return {
    parameters: isOfDesk(row) ? named(parameters) : parameters,
    changedData: changes.length === 0 ? '' : named(JSON.stringify(changes)),
  }
}

function named(json: string): string {
  const value = parsed(json)
  return value === undefined ? json : JSON.stringify(value, (_, member: unknown) => inKobo(member))
}

const inKobo = (value: unknown): unknown =>
  isMembers(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, member]) => [isMoney(name) ? `${name}Kobo` : name, member]),
      )
    : value

const isMoney = (name: string): boolean => fieldOf(name)?.unit === 'money'

/** What was asked, as one text. */
export const askedAsText = ({ asked }: Pick<RecordedInWords, 'asked'>): string =>
  asked.map(({ title, after }) => `${title}: ${after ?? NOTHING}`).join('; ')

/** What was changed, field by field, as one text. */
export const changedAsText = ({ changes }: Pick<RecordedInWords, 'changes'>): string =>
  changes
    .map(({ thing, fields }) => {
      const changed = fields.map(
        ({ title, before, after }) => `${title}: ${before ?? NOTHING} → ${after ?? NOTHING}`,
      )
      return `${thing}: ${changed.join('; ')}`
    })
    .join('\n')

const NOTHING = '–'

/** Why a call was not done: the words of its refusal, or of a failure that is none. */
function reasonInWords(exception: string, translate: Translate): string {
  const key = Object.hasOwn(reasons, exception) ? reasons[exception] : undefined
  if (key) return translate(key)
  return Object.hasOwn(refusals, exception) ? translate(`Refusal.${exception as RefusalName}`) : exception
}

/** Reasons that are not refusals, and refusals whose words say too little without the values that are not kept. */
const reasons: Readonly<Record<string, TextKey>> = {
  denied: 'Audit.Reason.denied',
  failed: 'Audit.Reason.failed',
  invalidUserNameOrEmailAddress: 'Audit.Reason.userUnknown',
  invalidPassword: 'Audit.Reason.passwordWrong',
  invalidTenancyName: 'Refusal.unknownTenancyName',
  noTenantWithName: 'Refusal.unknownTenancyName',
  invalidUserNameOrPassword: 'Audit.Reason.passwordWrong',
  userIsNotActive: 'Audit.Reason.userInactive',
  tenantIsNotActive: 'Audit.Reason.firmInactive',
  userEmailIsNotConfirmed: 'Refusal.emailNotVerified',
  lockedOut: 'Audit.Reason.lockedOut',
  secondFactorWrong: 'Audit.Reason.secondFactorWrong',
  failedForOtherReason: 'Audit.Reason.secondFactorWrong',
  verificationCodeWrong: 'Refusal.emailCodeWrong',
  tenancyNameTaken: 'Audit.Reason.tenancyNameTaken',
  memberCodeTaken: 'Audit.Reason.memberCodeTaken',
  documentInvalid: 'Audit.Reason.documentInvalid',
}

/** What the server remarks on rows, each with the places of its text. */
const remarks: readonly { readonly pattern: RegExp; readonly key: TextKey }[] = [
  { pattern: /^second factor asked$/, key: 'Audit.Remark.secondFactorAsked' },
  { pattern: /^request (?<id>\S+)$/, key: 'Audit.Remark.request' },
  { pattern: /^(?<count>\d+) refused calls before it are not recorded$/, key: 'Audit.Remark.leftOut' },
]

const remarksInWords = (text: string, translate: Translate): string =>
  text
    .split('; ')
    .map((remark) => {
      for (const { pattern, key } of remarks) {
        const found = pattern.exec(remark)
        if (found) return translate(key, { ...found.groups })
      }
      return remark
    })
    .join('; ')

/** What was changed: its kind, and which of them. */
function thingInWords({ entity, id }: AuditChange, translate: Translate): string {
  const thing = Object.hasOwn(auditThings, entity) ? auditThings[entity] : undefined
  if (!thing) return `${entity} ${id}`
  if (thing.isOne) return translate(thing.title)
  const parts = id.split(/[ ,]/).map((part, index) => {
    const key = thing.parts?.[index]?.[part]
    return key ? translate(key) : part
  })
  return [translate(thing.title), ...parts].join(' ')
}

/** The members that differ; where there was nothing before, or is nothing after, those that have a value. */
const changedFields = ({ before, after }: AuditChange): string[] =>
  Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after?.[name] ?? null),
  )

/** `undefined` for text that is not JSON. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

type Members = Readonly<Record<string, unknown>>
const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const membersOf = (value: unknown): (readonly [string, unknown])[] =>
  isMembers(value) ? Object.entries(value).filter(([, member]) => isSomething(member)) : []

const isSomething = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)

/** What a member is called; by its own name, where no table knows it. */
export function titleOf(name: string, translate: Translate, own: OwnFields = {}): string {
  const field = fieldOf(name, own)
  if (field) return [field.title, ...(field.end ? [field.end] : [])].map((key) => translate(key)).join(', ')
  if (!isRegistrationField(name)) return name
  const title = translate(fieldTitle(name))
  return name.startsWith('joint') ? translate('Audit.Field.ofSecond', { title }) : title
}

/** A member by the table of what is changed, else by that of what files are asked for. */
function fieldOf(name: string, own: OwnFields = {}): (AuditedField & ListField) | undefined {
  if (Object.hasOwn(own, name)) return own[name]
  if (Object.hasOwn(auditFields, name)) return auditFields[name]
  // The form of account requests has some names in common with lists.
  if (isRegistrationField(name)) return undefined
  return Object.hasOwn(auditListFields, name) ? auditListFields[name] : undefined
}

/** What a name means there and nowhere else. */
type OwnFields = Readonly<Record<string, AuditedField & ListField>>

interface Words {
  readonly translate: Translate
  readonly isOfDesk: boolean
  readonly own: OwnFields
}

/** A value as a person reads it, `null` where there is none. */
function valueInWords(name: string, value: unknown, words: Words): string | null {
  const { translate, own } = words
  if (!isSomething(value)) return null
  if (Array.isArray(value)) return value.map((one) => valueInWords(name, one, words) ?? NOTHING).join(', ')
  if (isMembers(value)) {
    const within = { ...words, own: Object.hasOwn(fieldsWithin, name) ? (fieldsWithin[name] ?? {}) : {} }
    return membersOf(value)
      .map(([member, of]) => `${titleOf(member, translate, within.own)}: ${valueInWords(member, of, within)}`)
      .join(', ')
  }
  const text = String(value)
  if (text.startsWith(HIDDEN_NAME)) return translate('Audit.Field.hidden')
  const field = fieldOf(name, own)
  if (field?.areNames) return titleOf(text, translate, own)
  if (field?.codes?.[text]) return translate(field.codes[text])
  if (field?.names?.[text]) return field.names[text]
  if (field?.unit) return inUnit[field.unit](value, words)
  if (typeof value === 'boolean') return translate(value ? 'Registration.Yes' : 'Registration.No')
  if (isPermission(text)) return translate(`Permission.${text}`)
  const choice = isRegistrationField(name) ? choiceText(name, text) : undefined
  return choice ? translate(choice) : text
}

/** How a name that is nobody's is kept, which may be a password in the wrong field. */
const HIDDEN_NAME = 'hmac-sha256:'

const inUnit: Readonly<Record<'money' | 'bps' | 'ppm' | 'rate', (value: unknown, words: Words) => string>> = {
  money: (value, { isOfDesk }) => {
    const kobo = isOfDesk ? wholeOf(value) : nairaToKobo(Number(value))
    return kobo === undefined ? String(value) : `₦${shownNaira(kobo)}`
  },
  bps: (value) => String(percentOfBps(Number(value))),
  ppm: (value) => String(percentOfPpm(Number(value))),
  rate: (value) => {
    const rate = wholeOf(value)
    return rate === undefined ? String(value) : String(nairaOfRate(rate))
  },
}

const wholeOf = (value: unknown): bigint | undefined =>
  /^-?\d+$/.test(String(value)) ? BigInt(String(value)) : undefined
