import { z } from 'zod'
import { corporateActionTypes } from '../../rules/corporate-actions.ts'
import { count, naira } from '../wire-fields.ts'
import { code } from './shown-text.ts'
import { dateInput } from './time.ts'

/** What a company does to its shareholders, as it is announced and previewed. */
export const corporateActionInput = z.object({
  type: z.enum(corporateActionTypes),
  securityID: code(32),
  /** Anyone who owns settled shares at the end of this business day is entitled. */
  registerDate: dateInput,
  /** Of a dividend or a bonus: a business day after the qualification date. A split is posted on its ex-day. */
  payDate: dateInput.optional(),
  /** Of a dividend: naira with at most four decimals. */
  ratePerShare: z.number().positive().max(1_000_000).optional(),
  /** Of a bonus or a split: so many shares for so many held, as `1:10`. */
  ratio: code(13).optional(),
})

export const revocationInput = z.object({ id: z.number().int().min(1) })

/** 'YYYY-MM-DD' */
const date = z.string()

/** `effective` from its ex-day on, `paid` from its payment date on. */
const corporateActionStates = ['announced', 'effective', 'paid', 'revoked'] as const
export type CorporateActionState = (typeof corporateActionStates)[number]

export const corporateActionRow = z.object({
  id: count,
  type: z.enum(corporateActionTypes),
  securityID: z.string(),
  securityDesc: z.string(),
  registerDate: date,
  /** The first market day whose trades settle after the qualification date. */
  exDate: date,
  payDate: date,
  /** Naira, of a dividend. */
  ratePerShare: z.number().nullable(),
  /** Of a bonus or a split: `1:10` is one share for each ten held. */
  ratio: z.string().nullable(),
  state: z.enum(corporateActionStates),
  announcedAt: z.string(),
  /** For those who control the market. */
  announcedBy: z.string().nullable(),
})
export type CorporateActionRow = z.infer<typeof corporateActionRow>

/** What a corporate action gives to one account. */
export const entitlementRow = z.object({
  account: z.string(),
  cscsAccount: z.string(),
  customerName: z.string(),
  /** The shares in the register; before the qualification date is over, as they are now. */
  quantity: count,
  /** Of a dividend: quantity × rate, its tax, and what is left. */
  gross: naira.nullable(),
  tax: naira.nullable(),
  net: naira.nullable(),
  /** Of a bonus or a split: the shares added, or below zero taken. */
  shares: count.nullable(),
})
export type EntitlementRow = z.infer<typeof entitlementRow>

/** What one account is still due from a corporate action whose ex-day has come and whose payment date has not. */
export const entitlementDue = z.object({
  id: count,
  type: z.enum(corporateActionTypes),
  securityID: z.string(),
  payDate: date,
  /** Whether the register is closed, so that the shares no longer change. */
  isRegistered: z.boolean(),
  /** Of a dividend: what is left of it after tax. */
  net: naira.nullable(),
  /** Of a bonus: the shares added. */
  shares: count.nullable(),
})
export type EntitlementDue = z.infer<typeof entitlementDue>

/** What a corporate action comes to, besides its rows. */
export const corporateActionEffect = z.object({
  exDate: date,
  payDate: date,
  /** The price that was published last. */
  publishedPx: naira.nullable(),
  /** The reference price of the ex-day, were that the official close before it. */
  referencePx: naira.nullable(),
  /** Whether the register is closed, so that the shares no longer change. */
  isRegistered: z.boolean(),
  totals: z.object({ quantity: count, gross: naira, tax: naira, net: naira, shares: count }),
})
export type CorporateActionEffect = z.infer<typeof corporateActionEffect>
