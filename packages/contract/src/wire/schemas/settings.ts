import { z } from 'zod'
import { secondFactorRules, selfMatchRules } from '../../rules/settings.ts'
import { languageNames } from '../../words/languages.ts'
import { linesOfText, soughtText } from './shown-text.ts'

/** The settings of a firm, as `firmSettings` names them. */
export const settingsInput = z.object({
  /** Naira. */
  cashApprovalThreshold: z.number().min(0).max(100_000_000_000).multipleOf(0.01),
  unsettledProceedsUsable: z.boolean(),
  stopOrders: z.boolean(),
  mandateRequired: z.boolean(),
  customerInstructions: z.boolean(),
  selfMatch: z.enum(selfMatchRules),
  showAccountBalance: z.boolean(),
  /** Letters and digits; empty while it is not known. */
  memberCode: soughtText(8).regex(/^[A-Za-z0-9]*$/),
  address: linesOfText(300),
  phone: linesOfText(40),
  emailAddress: soughtText(256).regex(/^(?:[^\s@]+@[^\s@]+)?$/),
  rcNumber: soughtText(20),
  secNumber: soughtText(30),
  taxNumber: soughtText(30),
  reportErrorsDays: z.number().int().min(0).max(90),
  signatory: linesOfText(200),
  payIn: linesOfText(300),
  idleMinutes: z.number().int().min(5).max(60),
  sessionHours: z.number().int().min(1).max(168),
  rememberDays: z.number().int().min(1).max(90),
  lockoutTries: z.number().int().min(3).max(20),
  lockoutMinutes: z.number().int().min(1).max(60),
  secondFactor: z.enum(secondFactorRules),
  independenceDays: z.number().int().min(0).max(90),
  approversByTwo: z.boolean(),
  languages: z.array(z.enum(languageNames)).min(1).max(languageNames.length),
  registrationOpen: z.boolean(),
})

const { shape } = settingsInput
const optional = <T extends z.ZodType>(value: T) => value.nullable().optional()

/** What is changed of the settings: `null` takes one back, so that the host's or the usual value counts again. */
export const settingsUpdate = z.object({
  cashApprovalThreshold: optional(shape.cashApprovalThreshold),
  unsettledProceedsUsable: optional(shape.unsettledProceedsUsable),
  stopOrders: optional(shape.stopOrders),
  mandateRequired: optional(shape.mandateRequired),
  customerInstructions: optional(shape.customerInstructions),
  selfMatch: optional(shape.selfMatch),
  showAccountBalance: optional(shape.showAccountBalance),
  memberCode: optional(shape.memberCode),
  address: optional(shape.address),
  phone: optional(shape.phone),
  emailAddress: optional(shape.emailAddress),
  rcNumber: optional(shape.rcNumber),
  secNumber: optional(shape.secNumber),
  taxNumber: optional(shape.taxNumber),
  reportErrorsDays: optional(shape.reportErrorsDays),
  signatory: optional(shape.signatory),
  payIn: optional(shape.payIn),
  idleMinutes: optional(shape.idleMinutes),
  sessionHours: optional(shape.sessionHours),
  rememberDays: optional(shape.rememberDays),
  lockoutTries: optional(shape.lockoutTries),
  lockoutMinutes: optional(shape.lockoutMinutes),
  secondFactor: optional(shape.secondFactor),
  independenceDays: optional(shape.independenceDays),
  approversByTwo: optional(shape.approversByTwo),
  languages: optional(shape.languages),
  registrationOpen: optional(shape.registrationOpen),
})
