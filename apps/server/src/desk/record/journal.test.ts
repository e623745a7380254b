import {
  ALWAYS,
  ExecType,
  type FeeRate,
  kobo,
  OrdType,
  type PriceKobo,
  type Quantity,
  Side,
  standardFees,
  TimeInForce,
} from '@tradebook/contract'
import { expect, test, vi } from 'vitest'
import { FirmState } from '../decisions/firm-state.ts'
import { fromJournalBody, type JournalEntry, replay, toJournalBody } from './journal.ts'

/** A row is published after the lines below were written, and is of the days that these are of. */
vi.mock('@tradebook/contract', async (original) => {
  const contract = await original<typeof import('@tradebook/contract')>()
  const { kobo, standardFees, Side } = contract
  const commission = { side: Side.buy, item: 'commission', dateFrom: '2026-11-02', vatPpm: 0 } as const
  const published = { ...commission, ratePpm: 50_000, minimum: kobo(0) }
  return { ...contract, standardFees: [...standardFees, published] }
})

const account = { account: 'A1', cscsAccount: '0000000001', customerId: 1, customerName: 'Ada' }
const particulars = { account: 'A1', reference: 'R', narration: 'N', date: '2026-11-20' }

/** An order that buys 10,000 at 36.80 on a day. */
const bought = (orderID: string, tradeDate: string): JournalEntry[] => {
  const price = 36_80 as PriceKobo
  const orderQty = 10_000 as Quantity
  const report = { kind: 'report', orderID, marketDate: tradeDate } as const
  return [
    {
      kind: 'newOrder',
      request: {
        ...{ clOrdID: orderID, account: 'A1', securityID: 'GTCO', side: Side.buy, ordType: OrdType.limit },
        ...{ price, orderQty, timeInForce: TimeInForce.day, text: null },
      },
      identity: {
        ...{ orderID, tenantId: 7, cscsAccount: '0000000001', customerName: 'Ada', userId: 1 },
        ...{ userName: 'broker', tradeDate, priority: Number(orderID), time: 0 },
      },
      worstPx: price,
      refusal: null,
    },
    { ...report, report: { execType: ExecType.new } },
    { ...report, report: { execType: ExecType.trade, lastPx: price, lastQty: orderQty, tradeNumber: 1 } },
  ]
}

/** Replays lines as the record has them: as JSON. */
const ledgerOf = (entries: readonly JournalEntry[]) => {
  const state = new FirmState(new Map(), [])
  entries.forEach((entry, index) => {
    const body = JSON.parse(toJournalBody(entry)) as object
    replay(state, { tenantId: 7, sequence: index + 1, at: 0, entry: fromJournalBody(entry.kind, body) })
  })
  return state.firm(7).ledger.state()
}

test('a firm that is older than fee tables is charged as it was, whatever was published since', () => {
  const cheaper: FeeRate = {
    ...{ side: Side.buy, item: 'commission', dateFrom: '2026-11-24' },
    ...{ ratePpm: 10_000, minimum: kobo(0), vatPpm: 0 },
  }
  const lines: JournalEntry[] = [
    { kind: 'posting', posting: { ...particulars, type: 'deposit', amount: kobo(2_000_000_00) } },
    ...bought('3', '2026-11-20'),
    { kind: 'changeCharges', rates: [cheaper], agreements: [] },
    { kind: 'settle', date: '2026-11-23' },
    ...bought('8', '2026-11-23'),
    { kind: 'settle', date: '2026-11-24' },
    ...bought('12', '2026-11-24'),
  ]
  const opened = { kind: 'openFirm', accounts: [account] } as const
  const replayed = ledgerOf([opened, ...lines])
  // 3 × 368,000.00, 2 × 6,825.80 by the table of then, and 5,165.20 after the firm's own change.
  expect(replayed.cash).toEqual([{ account: 'A1', balance: 877_183_20n }])
  // What migration 021 gave the firm is what the database has, and what its desk went on with.
  const fees = standardFees.filter(({ dateFrom }) => dateFrom === ALWAYS)
  expect(fees).toHaveLength(9)
  expect(replayed).toEqual(ledgerOf([{ ...opened, fees }, ...lines]))
})
