import { type LanguageName, languageNames } from '../words/languages.ts'
import { addDays } from './calendar.ts'

/**
 * The settings of a firm. What is in force is the user's own value, else the firm's, else the host's,
 * else the default; each is kept as text under its name.
 */
export const firmSettings = {
  /**
   * Cash and shares worth more naira, of an account and market day, are posted once another person has approved them.
   * What counts is `approvalThreshold`: a raised one from the next market day on.
   */
  cashApprovalThreshold: { name: 'CASH_APPROVAL_THRESHOLD', default: 1_000_000 },
  /** Whether proceeds of a sale may pay for purchases before they are received. */
  unsettledProceedsUsable: { name: 'UNSETTLED_PROCEEDS_USABLE', default: true },
  /** Which orders do not trade with each other: the newer one is cancelled instead. */
  selfMatch: { name: 'SELF_MATCH', default: 'account' },
  /** Whether balances of others are shown to those who do not administer the firm. */
  showAccountBalance: { name: 'SHOW_ACCOUNT_BALANCE', default: true },
  /** Whether stop orders are taken. Those that wait go on waiting when it is switched off. */
  stopOrders: { name: 'STOP_ORDERS', default: false },
  /** Whether orders that staff enter for clients draw on an instruction of the client. */
  mandateRequired: { name: 'MANDATE_REQUIRED', default: false },
  /** Whether customers give instructions in their own screens. */
  customerInstructions: { name: 'CUSTOMER_INSTRUCTIONS', default: false },
  /** Of the exchange; the numbers of new accounts begin with it. */
  memberCode: { name: 'MEMBER_CODE', default: '' },
  /** As documents print it, in lines. */
  address: { name: 'ADDRESS', default: '' },
  phone: { name: 'PHONE', default: '' },
  emailAddress: { name: 'EMAIL_ADDRESS', default: '' },
  /** Of the Corporate Affairs Commission. */
  rcNumber: { name: 'RC_NUMBER', default: '' },
  /** Of the Securities and Exchange Commission. */
  secNumber: { name: 'SEC_NUMBER', default: '' },
  taxNumber: { name: 'TAX_NUMBER', default: '' },
  /** Days in which customers are asked to report errors in a document; 0 where documents say nothing of it. */
  reportErrorsDays: { name: 'REPORT_ERRORS_DAYS', default: 0 },
  /** Who signs documents, in lines: name and title. */
  signatory: { name: 'SIGNATORY', default: '' },
  /** How customers pay in, in lines: the firm's bank account. */
  payIn: { name: 'PAY_IN', default: '' },
  /** Minutes without a sign of the person after which the page ends the session. */
  idleMinutes: { name: 'IDLE_MINUTES', default: 15 },
  /** Hours for which a sign-in is good. */
  sessionHours: { name: 'SESSION_HOURS', default: 24 },
  /** Days for which one is that is remembered. */
  rememberDays: { name: 'REMEMBER_DAYS', default: 30 },
  /** So many wrong passwords or codes lock the place they came from … */
  lockoutTries: { name: 'LOCKOUT_TRIES', default: 5 },
  /** … for so many minutes. */
  lockoutMinutes: { name: 'LOCKOUT_MINUTES', default: 5 },
  /** Who must have a second factor: may do nothing but set it up until then. */
  secondFactor: { name: 'SECOND_FACTOR', default: 'nobody' },
  /** Days for which who made a user, or changed how the user signs in or the user's rights, is not independent of that user; 0 for none. */
  independenceDays: { name: 'INDEPENDENCE_DAYS', default: 7 },
  /** Whether rights to approve count once a second administrator has confirmed them. */
  approversByTwo: { name: 'APPROVERS_BY_TWO', default: false },
  /** The languages from which people choose, as text with commas between. */
  languages: { name: 'LANGUAGES', default: languageNames },
  /** Whether persons may register by themselves and ask for an account of the firm. */
  registrationOpen: { name: 'REGISTRATION_OPEN', default: true },
} as const satisfies Record<string, { readonly name: string; readonly default: Value }>

/** What the picture may be at most that the firm's documents print. */
export const logoLimits = { bytes: 256 * 1024, pixels: 2_000_000 } as const

/**
 * Whose orders do not trade with each other: nobody's (`allow`), those of one account, or all of one firm.
 * Of two orders that would, the exchange cancels the newer (FIX SelfMatchPreventionInstruction).
 */
export const selfMatchRules = ['allow', 'account', 'firm'] as const
export type SelfMatchRule = (typeof selfMatchRules)[number]

/** Who must have a second factor: those who hold a permission of administration, or everybody who has a role. */
export const secondFactorRules = ['nobody', 'administrators', 'everybody'] as const
export type SecondFactorRule = (typeof secondFactorRules)[number]

export type FirmSetting = keyof typeof firmSettings

type Value = string | number | boolean | readonly LanguageName[]
type ValueOf<Default> = Default extends number
  ? number
  : Default extends boolean
    ? boolean
    : Default extends readonly LanguageName[]
      ? readonly LanguageName[]
      : string

/** The settings that are one of several words. */
interface Choices {
  readonly selfMatch: SelfMatchRule
  readonly secondFactor: SecondFactorRule
}

/** The settings of a firm by their names in the contract. */
export type FirmSettings = {
  readonly [Setting in Exclude<FirmSetting, keyof Choices>]: ValueOf<
    (typeof firmSettings)[Setting]['default']
  >
} & Choices

/** The settings that the desk decides by. */
export type DeskSettings = Pick<
  FirmSettings,
  'unsettledProceedsUsable' | 'selfMatch' | 'showAccountBalance' | 'stopOrders' | 'mandateRequired'
>

/** Texts that a firm or the host has set, by the names of the settings. */
export type SettingTexts = Readonly<Record<string, string>>

/** Texts to set by the names of the settings; `null` takes a setting back, so that what is in force without it counts again. */
export type SettingChanges = Readonly<Record<string, string | null>>

/** The texts after a change. */
export const withSettings = (set: SettingTexts, changes: SettingChanges): SettingTexts =>
  Object.fromEntries(
    Object.entries({ ...set, ...changes }).filter((entry): entry is [string, string] => entry[1] !== null),
  )

/**
 * The settings in force.
 *
 * @param set the texts that are set, by name, a firm's own over the host's.
 */
export const settingsFrom = (set: SettingTexts): FirmSettings =>
  Object.fromEntries(
    Object.entries(firmSettings).map(([setting, { name, default: usual }]) => {
      const text = set[name]
      return [setting, text === undefined ? usual : settingOf(text, usual)]
    }),
  ) as unknown as FirmSettings

type Values<Absent> = { readonly [Setting in FirmSetting]?: FirmSettings[Setting] | Absent | undefined }

/** The texts under which values of settings are kept, by name. */
export const settingTexts = (values: Values<never>): SettingTexts => withSettings({}, settingChanges(values))

/** The same of values of which `null` takes a setting back. */
export const settingChanges = (values: Values<null>): SettingChanges =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([setting, value]) => [
        firmSettings[setting as FirmSetting].name,
        value === null ? null : String(value),
      ]),
  )

/** Under this name the lowest threshold of the market day on which it was raised is kept: `2026-11-23 1000000`. */
const THRESHOLD_OF_DAY = 'CASH_APPROVAL_THRESHOLD_OF_DAY'

/**
 * The threshold in naira above which postings of a market day need the approval of another person: the lowest that was
 * in force on that day. So a raised approval limit counts from the next market day on and a lowered one at once, and nobody
 * raises it, posts and lowers it again.
 */
export function approvalThreshold(own: SettingTexts, ofHost: SettingTexts, marketDate: string): number {
  const { cashApprovalThreshold } = settingsFrom({ ...ofHost, ...own })
  const isOwn = firmSettings.cashApprovalThreshold.name in own
  const ofDay = [own, ...(isOwn ? [] : [ofHost])].flatMap((texts) => {
    const [date, naira] = (texts[THRESHOLD_OF_DAY] ?? '').split(' ')
    return date === marketDate ? [Number(naira)] : []
  })
  return Math.min(cashApprovalThreshold, ...ofDay)
}

/** Changes with what keeps the threshold of the market day, where they raise it. */
export function keepingThreshold(
  own: SettingTexts,
  ofHost: SettingTexts,
  changes: SettingChanges,
  marketDate: string,
): SettingChanges {
  const before = approvalThreshold(own, ofHost, marketDate)
  const { cashApprovalThreshold } = settingsFrom({ ...ofHost, ...withSettings(own, changes) })
  return cashApprovalThreshold > before
    ? { ...changes, [THRESHOLD_OF_DAY]: `${marketDate} ${before}` }
    : changes
}

/** Under this name stand the rules of approvals that were in force before they were made weaker, and up to which day they count. */
const RULES_BEFORE = 'APPROVAL_RULES_BEFORE'

/**
 * What approvals need of persons on a market day. Stronger rules count at once. Weaker ones count once the days of the
 * earlier ones are over, so that nobody weakens them, makes a second pair of eyes and strengthens them again.
 */
export function approvalRules(
  own: SettingTexts,
  ofHost: SettingTexts,
  marketDate: string,
): Pick<FirmSettings, 'independenceDays' | 'approversByTwo'> {
  const { independenceDays, approversByTwo } = settingsFrom({ ...ofHost, ...own })
  const before = [own, ofHost].flatMap((texts) => {
    const [until, days, byTwo] = (texts[RULES_BEFORE] ?? '').split(' ')
    return until && marketDate < until ? [{ days: Number(days), byTwo: byTwo === 'true' }] : []
  })
  return {
    independenceDays: Math.max(independenceDays, ...before.map(({ days }) => days)),
    approversByTwo: approversByTwo || before.some(({ byTwo }) => byTwo),
  }
}

/** Changes with what keeps the rules of approvals in force, where they make them weaker. */
export function keepingApprovalRules(
  own: SettingTexts,
  ofHost: SettingTexts,
  changes: SettingChanges,
  marketDate: string,
): SettingChanges {
  const before = approvalRules(own, ofHost, marketDate)
  const after = settingsFrom({ ...ofHost, ...withSettings(own, changes) })
  const isWeaker =
    after.independenceDays < before.independenceDays || (before.approversByTwo && !after.approversByTwo)
  if (!isWeaker) return changes
  const until = addDays(marketDate, Math.max(before.independenceDays, 1))
  return { ...changes, [RULES_BEFORE]: `${until} ${before.independenceDays} ${before.approversByTwo}` }
}

/** ABP writes its booleans with a capital. */
function settingOf(text: string, usual: Value): Value {
  if (Array.isArray(usual)) {
    const names = text.split(',')
    return usual.filter((name) => names.includes(name))
  }
  if (typeof usual === 'number') return Number(text)
  return typeof usual === 'boolean' ? text.toLowerCase() === 'true' : text
}
