import { kobo, type PriceKobo, Side, shares } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { BUYER, of, order, SELLER, type Trader } from '../desk.fixture.ts'
import { installation } from '../inputs.ts'
import { desk, price, shareDesk, stage } from '../shared-desk.fixture.ts'

/** Open orders end that an account no longer covers once a trade is cancelled or corrected; those that it covers stay. */

shareDesk({ funds: { naira: 5_000_000n, gtco: 2_000 } })

let sent = 0
const send = async (who: Trader, side: Side, quantity: number, at: number = price) => {
  sent += 1
  const clOrdID = `order ${sent}`
  expect(await desk.submit(order(who, clOrdID, side, at as PriceKobo, quantity))).toMatchObject({
    kind: 'order',
  })
  return clOrdID
}
const statusOf = async (clOrdID: string) =>
  (await stage.rows(`SELECT ord_status, text FROM orders WHERE cl_ord_id = '${clOrdID}'`))[0]
const UNCOVERED = ['C', 'Trading.Order.ExpiredUncovered']
const OPEN = ['0', null]

/** The seller's order is met by the buyer's. @returns the number of the trade. */
async function trade(quantity: number): Promise<number> {
  await send(SELLER, Side.sell, quantity)
  await send(BUYER, Side.buy, quantity)
  const [number] = await stage.column(
    `SELECT trade_number FROM executions WHERE exec_type = 'F' ORDER BY sequence DESC LIMIT 1`,
  )
  return Number(number)
}

const control = (userId: number) => ({ ...installation(0), userId, userName: `control${userId}` })
async function correct(
  tradeNumber: number,
  change: { readonly price: PriceKobo | null; readonly quantity: null } | null,
): Promise<void> {
  const reason = 'Erroneous'
  const request = { kind: 'requestTradeCorrection', tradeNumber, change, reason } as const
  const asked = await desk.submit({ ...request, origin: control(1) })
  if (asked.kind !== 'done') throw new Error(JSON.stringify(asked))
  const decision = { kind: 'decideTradeCorrection', tradeNumber, approves: true, reason: null } as const
  const done = await desk.submit({ ...decision, id: asked.sequence, origin: control(2) })
  expect(done).toMatchObject({ kind: 'done' })
}

test('cancelling a sale ends the purchases that its proceeds paid for, newest first', async () => {
  const low = price - 100
  const particulars = { account: SELLER.account, reference: 'R', narration: 'N' }
  const amount = kobo(BigInt(low) * 110n)
  await desk.submit({
    ...{ kind: 'externalTransfer', origin: of(SELLER) },
    transfer: { ...particulars, type: 'deposit', amount },
  })
  const sold = await trade(100)
  const covered = await send(SELLER, Side.buy, 100, low)
  const uncovered = await send(SELLER, Side.buy, 90, low)
  await correct(sold, null)
  expect(await statusOf(uncovered)).toEqual(UNCOVERED)
  expect(await statusOf(covered)).toEqual(OPEN)
})

test('a correction to a higher price ends the purchases that the buyer can no longer pay for', async () => {
  const bought = await trade(1_000)
  const cash = (await stage.column(
    `SELECT available FROM cash_balances WHERE account = '${BUYER.account}' AND tenant_id = ${BUYER.tenantId}`,
  )) as [bigint]
  const low = price - 200
  const uncovered = await send(BUYER, Side.buy, Math.floor((Number(cash[0]) / low) * 0.97), low)
  await correct(bought, { price: (price * 5) as PriceKobo, quantity: null })
  expect(await statusOf(uncovered)).toEqual(UNCOVERED)
})

test('cancelling a settled purchase ends the sales of its shares and no other', async () => {
  const bought = await trade(400)
  stage.pass(Date.UTC(2026, 10, 25, 10) - stage.now)
  const item = { headline: 'H', body: 'B', source: 'S', urgency: '0' as const, securityIDs: [] }
  await desk.submit({ kind: 'news', origin: installation(0), item })
  const [[owned] = []] = (await stage.rows(
    `SELECT available FROM positions WHERE account = '${BUYER.account}' AND tenant_id = ${BUYER.tenantId}`,
  )) as [bigint][]
  const quantity = Number(owned ?? 0n)
  const high = price + 300
  const covered = await send(BUYER, Side.sell, quantity - 400, high)
  const uncovered = await send(BUYER, Side.sell, 300, high)
  await correct(bought, null)
  expect(await statusOf(uncovered)).toEqual(UNCOVERED)
  expect(await statusOf(covered)).toEqual(OPEN)
  const { ledger } = (await stage.replayed()).firm(BUYER.tenantId)
  expect(ledger.position(BUYER.account, 'GTCO')).toMatchObject({ settled: shares(BigInt(quantity - 400)) })
})
