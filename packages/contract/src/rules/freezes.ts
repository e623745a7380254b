import type { TextKey } from '../words/words.ts'

/**
 * Why an account is frozen. The first three are the usual ones; the others are what Nigerian firms are asked for: a
 * directive of the SEC or the exchange, a request of the EFCC, the ICPC or the police, an unusual transaction that the
 * compliance officer looks into (Money Laundering (Prevention and Prohibition) Act 2022), identification that has
 * expired, insolvency or incapacity of the customer, and the customer's own wish after a fraud.
 */
export const freezeGrounds = {
  courtOrder: 'Freeze.Ground.courtOrder',
  death: 'Freeze.Ground.death',
  complaint: 'Freeze.Ground.complaint',
  regulator: 'Freeze.Ground.regulator',
  lawEnforcement: 'Freeze.Ground.lawEnforcement',
  suspicion: 'Freeze.Ground.suspicion',
  identification: 'Freeze.Ground.identification',
  insolvency: 'Freeze.Ground.insolvency',
  ownRequest: 'Freeze.Ground.ownRequest',
} as const satisfies Record<string, TextKey>
export type FreezeGround = keyof typeof freezeGrounds
export const freezeGroundNames = Object.keys(freezeGrounds) as [FreezeGround, ...FreezeGround[]]

/** The grounds of which an authority's paper is the proof: the document is attached, or its reference named. */
export const provedGrounds: ReadonlySet<FreezeGround> = new Set(['courtOrder'])

/** Whether a reference names a paper, as a suit number does (FHC/L/CS/123/2026): it has a digit. A dash names none. */
export const namesPaper = (reference: string): boolean => /\p{Nd}/u.test(reference)

/** What becomes of the open orders of an account that is frozen. Kept ones stay in the market and can trade. */
export const frozenOrders = ['cancel', 'keep'] as const
export type FrozenOrders = (typeof frozenOrders)[number]

/** The longest reason of a freeze, in UTF-16 code units. */
export const LONGEST_FREEZE_REASON = 500
