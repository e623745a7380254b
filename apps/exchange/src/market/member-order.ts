import type {
  ExecInst,
  OrdStatus,
  OrdType,
  PriceKobo,
  Quantity,
  Side,
  TimeInForce,
} from '@tradebook/contract'
import { decimal } from '../../../server/src/gateway/decimals.ts'

/** An order of a member. Plain data: it is also how an order that lives longer than a day is kept. */
export interface MemberOrder {
  readonly orderID: string
  readonly member: string
  clOrdID: string
  readonly account: string | null
  readonly participant: number
  readonly securityID: string
  readonly side: Side
  readonly ordType: OrdType
  price: PriceKobo | null
  quantity: Quantity
  cumQty: number
  /** The sum of quantity times price, in kobo, as digits: it may exceed what a number holds. */
  valueKobo: string
  readonly timeInForce: TimeInForce
  /** The last date on which it may trade, 'YYYY-MM-DD'. */
  readonly lastDate: string
  readonly expireDate: string | null
  readonly execInst: ExecInst | null
  readonly minQty: Quantity | null
  readonly displayQty: Quantity | null
  shownQty: Quantity | null
  status: OrdStatus
}

/** Whether it is in the market. */
export const isLive = ({ status }: MemberOrder): boolean => status === '0' || status === '1'

export const leavesOf = (order: MemberOrder): number => (isLive(order) ? order.quantity - order.cumQty : 0)

/** AvgPx (6): four decimals, half up; 0 before the first trade. */
export function averageText({ cumQty, valueKobo }: MemberOrder): string {
  if (cumQty === 0) return '0'
  const count = BigInt(cumQty)
  return decimal((BigInt(valueKobo) * 100n * 2n + count) / (count * 2n), 4)
}
