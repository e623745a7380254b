/**
 * The settings of a firm. What is in force is the user's own value, else the firm's, else the host's,
 * else the default; each is kept as text under its name.
 */
export const firmSettings = {
  /** Cash and shares worth more naira, of an account and market day, are posted once another person has approved them. */
  cashApprovalThreshold: { name: 'CASH_APPROVAL_THRESHOLD', default: 1_000_000 },
  /** Whether proceeds of a sale may pay for purchases before they are received. */
  unsettledProceedsUsable: { name: 'UNSETTLED_PROCEEDS_USABLE', default: true },
  /** Which orders do not trade with each other: the newer one is cancelled instead. */
  selfMatch: { name: 'SELF_MATCH', default: 'account' },
  /** Whether balances of others are shown to those who do not administer the firm. */
  showAccountBalance: { name: 'SHOW_ACCOUNT_BALANCE', default: true },
  /** Whether stop orders are taken. Those that wait go on waiting when it is switched off. */
  stopOrders: { name: 'STOP_ORDERS', default: false },
  /** Of the exchange; the numbers of new accounts begin with it. */
  memberCode: { name: 'MEMBER_CODE', default: '' },
  /** As contract notes print it, in lines. */
  address: { name: 'ADDRESS', default: '' },
  phone: { name: 'PHONE', default: '' },
  /** Minutes without a sign of the person after which the page ends the session. */
  idleMinutes: { name: 'IDLE_MINUTES', default: 15 },
} as const satisfies Record<string, { readonly name: string; readonly default: string | number | boolean }>

/**
 * Whose orders do not trade with each other: nobody's (`allow`), those of one account, or all of one firm.
 * Of two orders that would, the exchange cancels the newer (FIX SelfMatchPreventionInstruction).
 */
export const selfMatchRules = ['allow', 'account', 'firm'] as const
export type SelfMatchRule = (typeof selfMatchRules)[number]

export type FirmSetting = keyof typeof firmSettings

type ValueOf<Default> = Default extends number ? number : Default extends boolean ? boolean : string

/** The settings of a firm by their names in the contract. */
export type FirmSettings = {
  readonly [Setting in Exclude<FirmSetting, 'selfMatch'>]: ValueOf<(typeof firmSettings)[Setting]['default']>
} & { readonly selfMatch: SelfMatchRule }

/** The settings that the desk decides by. */
export type DeskSettings = Pick<
  FirmSettings,
  'unsettledProceedsUsable' | 'selfMatch' | 'showAccountBalance' | 'stopOrders'
>

/**
 * The settings in force.
 *
 * @param set the texts that are set, by name, a firm's own over the host's.
 */
export const settingsFrom = (set: Readonly<Record<string, string>>): FirmSettings =>
  Object.fromEntries(
    Object.entries(firmSettings).map(([setting, { name, default: usual }]) => {
      const text = set[name]
      return [setting, text === undefined ? usual : settingOf(text, usual)]
    }),
  ) as unknown as FirmSettings

/** The texts under which values of settings are kept, by name. */
export const settingTexts = (
  values: {
    readonly [Setting in FirmSetting]?: FirmSettings[Setting] | undefined
  },
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([setting, value]) => [firmSettings[setting as FirmSetting].name, String(value)]),
  )

/** ABP writes its booleans with a capital. */
function settingOf(text: string, usual: string | number | boolean): string | number | boolean {
  if (typeof usual === 'number') return Number(text)
  return typeof usual === 'boolean' ? text.toLowerCase() === 'true' : text
}
