import { type CorporateActionTerms, kobo, OrdStatus, Side, standardFees } from '@tradebook/contract'
import { expect, test, vi } from 'vitest'
import { BANK_ACCOUNT, BUYER, of, order, type Trader } from '../desk.fixture.ts'
import { bring, desk, price, shareDesk, stage, startDesk } from '../shared-desk.fixture.ts'
import { FirmState } from './firm-state.ts'

shareDesk()

const HOST: Trader = { tenantId: 0, account: '' }

const closing = { tenantId: 11, account: 'C1' }

const close = (by: Trader = HOST) =>
  desk.submit({ kind: 'closeFirm', origin: of(by), tenantId: closing.tenantId, before: {} })

test('a firm is closed by the host when it has neither open orders nor balances, and stays closed after a restart', async () => {
  await stage.asAdmin(
    "INSERT INTO tenants (id, tenancy_name, name, creation_time) VALUES (11, 'Closing', 'Closing', now())",
  )
  await desk.submit({ kind: 'openFirm', origin: of(closing) })
  const account = {
    ...{ account: 'C1', cscsAccount: '0000000999', customerId: 1, customerName: 'Ada' },
    cash: { route: 'broker', bankAccount: BANK_ACCOUNT },
  } as const
  await desk.submit({ kind: 'openAccount', origin: of(closing), account })
  await bring(closing, { type: 'deposit', amount: kobo(1_000_000_00n) })
  // Below what other tests left on the market.
  const resting = order(closing, 'c1', Side.buy, (price - 100) as typeof price, 10)
  const entered = await desk.submit(resting)
  if (entered.kind !== 'order') throw new Error(entered.kind)

  expect(await close()).toMatchObject({ refusal: { refusal: 'firmNotEmpty', values: { openOrders: 1 } } })
  const cancel = { kind: 'cancelOrder', clOrdID: 'c2', orderID: entered.order.orderID } as const
  await desk.submit({ ...cancel, origin: of(closing) })
  expect(await close()).toMatchObject({
    refusal: { refusal: 'firmNotEmpty', values: { openOrders: 0, accounts: 1 } },
  })
  // Nobody but the host closes a firm.
  const out = { type: 'withdrawal', amount: kobo(1_000_000_00n) } as const
  expect(await close(BUYER)).toMatchObject({ refusal: { refusal: 'unknownFirm' } })
  await bring(closing, out)
  expect(await close()).toMatchObject({ kind: 'done' })
  expect(await desk.submit(order(closing, 'c3', Side.buy, price, 10))).not.toMatchObject({
    order: { ordStatus: OrdStatus.new },
  })
  expect(await stage.rows('SELECT balance FROM cash_balances WHERE tenant_id = 11')).toEqual([[0n]])
  expect(await stage.rows('SELECT is_closed FROM firm_terms WHERE tenant_id = 11')).toEqual([[true]])
  expect(await desk.submit({ kind: 'openFirm', origin: of(closing) })).toMatchObject({
    refusal: { refusal: 'unknownFirm' },
  })

  await desk.end()
  await startDesk()
  for (const input of [order(closing, 'c4', Side.buy, price, 10), order(closing, 'c5', Side.sell, price, 1)])
    expect(await desk.submit(input)).not.toMatchObject({ order: { ordStatus: OrdStatus.new } })
  expect(await close()).toMatchObject({ refusal: { refusal: 'unknownFirm' } })
  // The record, which the restarted desk asks, has it closed.
  expect(await desk.submit({ kind: 'openFirm', origin: of(closing) })).toMatchObject({
    refusal: { refusal: 'unknownFirm' },
  })
})

test('a batch costs nothing for firms that are not part of it', () => {
  const state = new FirmState(new Map(), [])
  for (let tenantId = 1; tenantId <= 100; tenantId += 1) {
    state.openFirm(tenantId, standardFees)
    const customer = { account: 'C1', cscsAccount: '0000000999', customerId: 1, customerName: 'Ada' }
    state.firm(tenantId).openAccount(customer)
  }
  state.takeTouched()
  const asked = [...state.firms.values()].map(({ ledger }) => vi.spyOn(ledger, 'takeTouched'))
  const cash = { account: 'C1', amount: kobo(5_00n), reference: 'R', narration: 'N', date: '2026-11-20' }
  state.firm(7).transfer({ ...cash, type: 'deposit' })
  expect(state.takeTouched().cash).toMatchObject([{ tenantId: 7, balance: 5_00n }])
  expect(asked.filter(({ mock }) => mock.calls.length > 0)).toHaveLength(1)
})

test('changes of a firm are persisted even if the same batch closes the firm', () => {
  const state = new FirmState(new Map(), [])
  state.openFirm(closing.tenantId, standardFees)
  state.firm(closing.tenantId).openAccount({
    ...{ account: 'C1', cscsAccount: '0000000999', customerId: 1, customerName: 'Ada' },
  })
  const cash = { account: 'C1', amount: kobo(5_00n), reference: 'R', narration: 'N', date: '2026-11-20' }
  const books = state.firm(closing.tenantId)
  books.transfer({ ...cash, type: 'deposit' })
  books.transfer({ ...cash, type: 'withdrawal' })
  state.closeFirm(closing.tenantId)
  expect(state.takeTouched().cash).toMatchObject([{ tenantId: closing.tenantId, balance: 0n }])
  expect(state.takeTouched().cash).toEqual([])
})

test('a firm with a dividend due is not closed before it is paid, even if no account holds anything', async () => {
  const owed: Trader = { tenantId: 12, account: 'D1' }
  await stage.asAdmin(
    "INSERT INTO tenants (id, tenancy_name, name, creation_time) VALUES (12, 'Owed', 'Owed', now())",
  )
  await desk.submit({ kind: 'openFirm', origin: of(owed) })
  const account = {
    ...{ account: 'D1', cscsAccount: '0000000998', customerId: 1, customerName: 'Ada' },
    cash: { route: 'broker', bankAccount: BANK_ACCOUNT },
  } as const
  await desk.submit({ kind: 'openAccount', origin: of(owed), account })
  const shares = { securityID: 'GTCO', quantity: 100n, unitCost: 0n }
  await bring(owed, { type: 'transferIn', ...shares })
  const news = { headline: 'H', body: 'B', source: 'S', urgency: '0', securityIDs: ['GTCO'] }
  const terms: CorporateActionTerms = {
    type: 'dividend',
    securityID: 'GTCO',
    rate: 10_000n,
    registerDate: '2026-11-23',
    payDate: '2026-11-25',
  }
  await desk.submit({ kind: 'announceCorporateAction', origin: of(HOST), terms, news })
  const goTo = async (day: number) => {
    stage.pass(Date.UTC(2026, 10, day, 10) - stage.now)
    await desk.submit({ kind: 'news', origin: of(HOST), item: news })
  }
  const closeIt = () =>
    desk.submit({ kind: 'closeFirm', origin: of(HOST), tenantId: owed.tenantId, before: {} })
  await goTo(24)
  await bring(owed, { type: 'transferOut', ...shares })
  expect(await closeIt()).toMatchObject({
    refusal: { refusal: 'firmNotEmpty', values: { openOrders: 0, accounts: 0 } },
  })
  await goTo(25)
  expect(await closeIt()).toMatchObject({ refusal: { refusal: 'firmNotEmpty', values: { accounts: 1 } } })
  await bring(owed, { type: 'withdrawal', amount: kobo(90_00n) })
  expect(await closeIt()).toMatchObject({ kind: 'done' })
})
