import { z } from 'zod'
import { sides } from '../lists/codes.ts'
import { count, nairaOrNull } from '../wire-fields.ts'
import { code, lineOfText } from './shown-text.ts'

/** What the line to an exchange is doing. */
export const lineStates = ['connected', 'loggingOn', 'reconciling', 'disconnected', 'halted'] as const
export type LineState = (typeof lineStates)[number]

/** Why a report of an exchange is shown to operators. */
export const reportFlagNames = [
  'unknownOrder',
  'unexpected',
  'lateFill',
  'overfill',
  'worsePrice',
  'notEnded',
  'tradeChanged',
  'unreadable',
] as const

export const doubtNames = ['unanswered', 'onlyHere', 'differs'] as const
/** What became of an order in doubt, as two people say. */
export const doubtEndNames = ['neverArrived', 'canceled'] as const

const orderID = code(32)
const reason = lineOfText(256)

export const askAgainInput = z.object({ orderID })
export const settleOrderInput = z.object({ orderID, as: z.enum(doubtEndNames), reason })
/** What is to become of an order that only the exchange has. */
export const unclaimedEndNames = ['adopted', 'canceled'] as const
const venueOrderID = code(64)
/**
 * Why an order that only the exchange has cannot be adopted: an order here has ended with it, it has no ClOrdID (11) or
 * that of another order, or it has terms that an order here cannot have.
 */
export const adoptionBars = [
  'ended',
  'unnamed',
  'clOrdIDTaken',
  'side',
  'ordType',
  'timeInForce',
  'expireDate',
  'price',
  'quantity',
  'instructions',
] as const
export type AdoptionBar = (typeof adoptionBars)[number]
/** The firm that adopts an order, by the name under which its people sign in, and the account of it. */
const [firm, account] = [lineOfText(128), code(32)]
export const settleUnclaimedInput = z.object({
  ...{ venueOrderID, as: z.enum(unclaimedEndNames), reason },
  ...{ firm: firm.optional(), account: account.optional() },
})
/** What the form of an adoption asks for. */
export const adoptForm = settleUnclaimedInput.extend({ firm, account })
export const cancelAllInput = z.object({ reason })

export const flaggedReportRow = z.object({
  id: count,
  receivedAt: z.string(),
  flag: z.enum(reportFlagNames),
  /** Of its order; null where there is none. */
  firm: z.string().nullable(),
  orderID: z.string().nullable(),
  execID: z.string(),
  /** ExecType (150). */
  execType: z.string(),
  quantity: count.nullable(),
  price: nairaOrNull,
  /** Of a message that cannot be read: why, and the message itself. */
  details: z.string().nullable(),
  marketDate: z.string(),
})
export type FlaggedReportRow = z.infer<typeof flaggedReportRow>

export const doubtRow = z.object({
  id: count,
  since: z.string(),
  orderID: z.string(),
  firm: z.string(),
  account: z.string(),
  securityID: z.string(),
  side: z.enum(Object.keys(sides) as [keyof typeof sides, ...(keyof typeof sides)[]]),
  why: z.enum(doubtNames),
  /** As the desk has it, and as the exchange had it; null where it did not. */
  cumQty: count,
  leavesQty: count,
  cumQtyThere: count.nullable(),
  leavesQtyThere: count.nullable(),
  /** What one person has said of it, until another says the same. */
  proposed: z.enum(doubtEndNames).nullable(),
  proposerName: z.string().nullable(),
  /** Whether the person who asks said it. */
  isOwn: z.boolean(),
})
export type DoubtRow = z.infer<typeof doubtRow>

export const unclaimedRow = z.object({
  id: count,
  since: z.string(),
  /** OrderID (37), the exchange's own. */
  venueOrderID: z.string(),
  /** Of an order that has ended here. */
  orderID: z.string().nullable(),
  securityID: z.string(),
  /** Null of one that is not traded here. */
  side: z.enum(Object.keys(sides) as [keyof typeof sides, ...(keyof typeof sides)[]]).nullable(),
  price: nairaOrNull,
  cumQty: count,
  leavesQty: count,
  /** Why it can only be cancelled; null where an account can adopt it. */
  bar: z.enum(adoptionBars).nullable(),
  /** What the exchange said when it last rejected the cancel. */
  rejected: z.string().nullable(),
  /** What one person has proposed, until another proposes the same. */
  proposed: z.enum(unclaimedEndNames).nullable(),
  firm: z.string().nullable(),
  account: z.string().nullable(),
  proposerName: z.string().nullable(),
  /** Whether the person who asks proposed it. */
  isOwn: z.boolean(),
  /** Whether two people have decided to cancel it, and the exchange has not confirmed that. */
  isDecided: z.boolean(),
})
export type UnclaimedRow = z.infer<typeof unclaimedRow>
