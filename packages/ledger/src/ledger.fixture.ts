import {
  type AgreedCharges,
  ALWAYS,
  isRefusal,
  kobo,
  priceKobo,
  quantity,
  type Refusal,
  Side,
  shares,
} from '@tradebook/contract'
import type { OpenOrder } from './balances.ts'
import type { Entry, Fill } from './entries.ts'
import { Ledger } from './ledger.ts'

export const today = '2026-11-20'
export const settles = '2026-11-24'
export const particulars = { date: today, reference: 'R1', narration: 'by hand' }

/** Amounts and prices in naira, as a broker writes them. */
export const naira = (amount: number) => kobo(Math.round(amount * 100))
export const at = (price: number) => priceKobo(Math.round(price * 100))

export function books({
  cash = 0,
  zenith = 0,
  agreed,
  unsettledProceedsUsable = true,
}: {
  cash?: number
  zenith?: number
  agreed?: Omit<AgreedCharges, 'dateFrom'>
  unsettledProceedsUsable?: boolean
} = {}): Ledger {
  const ledger = new Ledger({ unsettledProceedsUsable })
  ledger.openAccount('ADA', agreed && [{ dateFrom: ALWAYS, ...agreed }])
  if (cash > 0) ledger.deposit({ ...particulars, account: 'ADA', amount: naira(cash) })
  if (zenith > 0) {
    ledger.transferIn({
      ...particulars,
      account: 'ADA',
      securityID: 'ZENITH',
      quantity: shares(zenith),
      unitCost: naira(30),
    })
  }
  ledger.takeTouched()
  return ledger
}

export const order = (orderID: string, side: Side, leaves: number, price: number): OpenOrder => ({
  orderID,
  account: 'ADA',
  securityID: 'ZENITH',
  side,
  leaves: quantity(leaves),
  worstPx: at(price),
  tradeDate: today,
})
export const buy = (orderID: string, leaves: number, price: number) => order(orderID, Side.buy, leaves, price)
export const sell = (orderID: string, leaves: number, price: number) =>
  order(orderID, Side.sell, leaves, price)

export const execution = (
  { orderID, account, securityID, side }: OpenOrder,
  count: number,
  price: number,
): Fill => ({
  orderID,
  execID: `E-${orderID}-${count}`,
  account,
  securityID,
  side,
  quantity: quantity(count),
  price: at(price),
  tradeDate: today,
  settlementDate: settles,
})

export const figure = (amount: bigint) => (Number(amount) / 100).toFixed(2)
export const money = (ledger: Ledger) => {
  const { balance, held, available } = ledger.cash('ADA')
  return { balance: figure(balance), held: figure(held), available: figure(available) }
}
export const holding = (ledger: Ledger) => {
  const { cost, ...counts } = ledger.position('ADA', 'ZENITH')
  return {
    ...Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, Number(count)])),
    cost: figure(cost),
  }
}
export const postings = (entry: Entry | Refusal) =>
  isRefusal(entry)
    ? entry
    : entry.postings.map(({ ledgerAccount, account, asset, amount }) =>
        [ledgerAccount, account ?? 'firm', asset, asset === 'NGN' ? figure(amount) : Number(amount)].join(
          ' ',
        ),
      )
