/**
 * The settings of a firm. What is in force is the user's own value, else the firm's, else the host's,
 * else the default; each is kept as text under its name.
 */
export const firmSettings = {
  /** Cash above so many naira is posted once another person has approved it. */
  cashApprovalThreshold: { name: 'CASH_APPROVAL_THRESHOLD', default: '1000000' },
} as const

export type FirmSetting = keyof typeof firmSettings
