import {
  addDays,
  type BankCode,
  type CashTerms,
  type FeeRate,
  type FeeRateKey,
  kobo,
  mostChargesAhead,
  OrdStatus,
  ratesOf,
  refuse,
  Side,
  standardFees,
} from '@tradebook/contract'
import { beforeAll, expect, test } from 'vitest'
import { BUYER, of, order, SELLER, type Trader } from '../desk.fixture.ts'
import { bring, desk, price, shareDesk, stage, startDesk } from '../shared-desk.fixture.ts'
import type { AccountTerms, CustomerCharges } from './accounts.ts'

// Longer than 300 lines, for the tests follow one firm through its market days on one desk.

const firm: Trader = { tenantId: 9, account: 'N1' }

const terms = { account: 'N1', cscsAccount: '0000000777', customerId: 7, customerName: 'Ngozi Eze' }

const open = (account: AccountTerms = terms) =>
  desk.submit({ kind: 'openAccount', origin: of(firm), account })

shareDesk()

beforeAll(async () => {
  await stage.asAdmin(
    "INSERT INTO tenants (id, tenancy_name, name, creation_time) VALUES (9, 'Newfirm', 'New firm', now())",
  )
}, 60_000)

test('a firm and a customer that are opened while the desk runs trade at once', async () => {
  expect(await open()).toMatchObject({ refusal: { refusal: 'unknownFirm' } })
  const opened = { kind: 'openFirm', origin: of(firm) } as const
  expect(await desk.submit(opened)).toMatchObject({ kind: 'done' })
  expect(await desk.submit(opened)).toMatchObject({ refusal: { refusal: 'alreadyOpen' } })
  expect(await desk.submit(order(firm, 'n0', Side.buy, price, 10))).toMatchObject({
    refusal: { refusal: 'unknownAccount' },
  })

  expect(await open()).toMatchObject({ kind: 'done' })
  await bring(firm, { type: 'deposit', amount: kobo(1_000_000_00n) })
  await bring(SELLER, { type: 'transferIn', securityID: 'GTCO', quantity: 1_000n, unitCost: kobo(1n) })
  await desk.submit(order(SELLER, 's1', Side.sell, price, 10))
  expect(await desk.submit(order(firm, 'n1', Side.buy, price, 10))).toMatchObject({
    order: { ordStatus: OrdStatus.filled, customerName: 'Ngozi Eze', cscsAccount: '0000000777' },
  })
})

test('rows and journal are written by one commit: neither exists without the other', async () => {
  expect(
    await stage.rows(
      `SELECT a.account, a.cscs_account, c.id, c.name
       FROM trading_accounts a JOIN customers c ON (c.tenant_id, c.id) = (a.tenant_id, a.customer_id)
       JOIN firm_terms f ON f.tenant_id = a.tenant_id WHERE a.tenant_id = ${firm.tenantId}`,
    ),
  ).toEqual([['N1', '0000000777', 7, 'Ngozi Eze']])
  // A firm that is not a tenant is refused before a batch, for the database would refuse all of that.
  const epochs = stage.epochs().length
  const before = await stage.rows('SELECT count(*) FROM journal')
  const missing = of({ tenantId: 77, account: '' })
  expect(await desk.submit({ kind: 'openFirm', origin: missing })).toMatchObject({
    refusal: { refusal: 'unknownFirm' },
  })
  expect(await stage.rows('SELECT count(*) FROM journal')).toEqual(before)
  expect(stage.epochs()).toHaveLength(epochs)
})

test('firm and account data that the record cannot hold is refused without a rebuild', async () => {
  const epochs = stage.epochs().length
  for (const change of [
    { account: '' },
    { account: ' ' },
    { account: 'N'.repeat(33) },
    { account: 'N\u00002' },
    { customerId: -1 },
    { customerId: 0 },
    { customerId: 1.5 },
    { customerId: 2 ** 31 },
    { customerName: '' },
    { customerName: 'N'.repeat(257) },
    { customerName: 'Ngozi \ud800' },
  ]) {
    const account = { ...terms, account: 'N2', cscsAccount: '0000000778', ...change }
    for (const kind of ['openAccount', 'changeTerms'] as const)
      expect([change, await desk.submit({ kind, origin: of(firm), account })]).toMatchObject([
        change,
        { refusal: { refusal: 'termsInvalid' } },
      ])
  }
  for (const tenantId of [0, -1, 1.5, 2 ** 31]) {
    const origin = of({ tenantId, account: '' })
    const opened = await desk.submit({ kind: 'openFirm', origin })
    expect([tenantId, opened]).toMatchObject([tenantId, { refusal: { refusal: 'unknownFirm' } }])
  }
  expect(stage.epochs()).toHaveLength(epochs)
})

test.each([
  ['an account that is open', {}, 'alreadyOpen'],
  ['a CSCS account of another account', { account: 'N2' }, 'alreadyOpen'],
  [
    'a CSCS account that is not a number of ten digits',
    { account: 'N2', cscsAccount: '77' },
    'cscsAccountInvalid',
  ],
  [
    'an account of a known customer under another name',
    { account: 'N2', cscsAccount: '0000000778', customerName: 'Ngozi Obi' },
    'customerNameDiffers',
  ],
])('opening %s is refused', async (_, change, refusal) => {
  expect(await open({ ...terms, ...change })).toMatchObject({ refusal: { refusal } })
})

test('changed terms are in force at once, on open orders too, and a restart knows them', async () => {
  const placed = await desk.submit(order(firm, 'n2', Side.buy, price, 10))
  if (placed.kind !== 'order') throw new Error('the order was refused')
  stage.events.length = 0
  const change = (account: object) =>
    desk.submit({ kind: 'changeTerms', origin: of(firm), account: { ...terms, ...account } })
  expect(await change({ account: 'NONE' })).toMatchObject({ refusal: { refusal: 'unknownAccount' } })
  expect(await change({ customerName: 'Ngozi Obi' })).toMatchObject({ kind: 'done' })
  const shown = () =>
    stage.events.flatMap(({ target, argument }) =>
      target === 'updateStockOrder' ? [[argument.customerName, argument.version]] : [],
    )
  expect(shown()).toEqual([['Ngozi Obi', placed.order.version + 1]])

  await desk.end()
  await startDesk()
  expect(await desk.submit(order(firm, 'n3', Side.buy, price, 10))).toMatchObject({
    order: { ordStatus: OrdStatus.new, customerName: 'Ngozi Obi' },
  })
})

const musa = { account: 'N3', cscsAccount: '0000000791', customerId: 17, customerName: 'Musa Sani' }

test('a corrected CSCS number is on the account and its open orders; another account’s is refused', async () => {
  const correct = (cscsAccount: string, customerId = terms.customerId) =>
    desk.submit({ kind: 'correctCustomer', origin: of(firm), customerId, cscsAccount })
  stage.events.length = 0
  expect(await correct('0000000790')).toMatchObject({ kind: 'done' })
  const shown = stage.events.flatMap(({ target, argument }) =>
    target === 'updateStockOrder' ? [argument.cscsAccount] : [],
  )
  expect(new Set(shown)).toEqual(new Set(['0000000790']))
  expect(
    await stage.column(`SELECT cscs_account FROM trading_accounts WHERE account = '${terms.account}'`),
  ).toEqual(['0000000790'])

  expect(await open(musa)).toMatchObject({ kind: 'done' })
  expect(await correct('0000000791')).toMatchObject({ refusal: { refusal: 'alreadyOpen' } })
  expect(await correct('0000000792', 99)).toMatchObject({ refusal: { refusal: 'unknownCustomer' } })
  expect(await correct(terms.cscsAccount)).toMatchObject({ kind: 'done' })
})

test('the last of several changes in one batch counts, whichever account sent it', async () => {
  const second = { ...terms, account: 'N4', cscsAccount: '0000000779', customerName: 'Ngozi Obi' }
  expect(await open(second)).toMatchObject({ kind: 'done' })
  // Which of two accounts a number is of is not known.
  const number = { kind: 'correctCustomer', customerId: 7, cscsAccount: '0000000795' } as const
  expect(await desk.submit({ ...number, origin: of(firm) })).toMatchObject({
    refusal: { refusal: 'unknownCustomer' },
  })
  const changes = [
    { ...terms, customerName: 'Ada' },
    { ...second, customerName: 'Bola' },
    { ...terms, customerName: 'Chidi' },
  ]
  // All in one turn, so that they share a batch.
  await Promise.all(changes.map((account) => desk.submit({ kind: 'changeTerms', origin: of(firm), account })))
  expect(await stage.column('SELECT name FROM customers WHERE tenant_id = 9 AND id = 7')).toEqual(['Chidi'])
})

test('a replay of only the journal gives the firms, their accounts, ledgers and orders', async () => {
  const books = await stage.replayed()
  expect([...books.firms.keys()].sort()).toEqual([BUYER.tenantId, SELLER.tenantId, firm.tenantId].sort())
  expect([...books.firm(firm.tenantId).accounts.values()]).toEqual([
    { ...terms, customerName: 'Chidi' },
    musa,
    { ...terms, account: 'N4', cscsAccount: '0000000779', customerName: 'Chidi' },
  ])
  const accounts = [...books.firms.values()].flatMap((opened) =>
    [...opened.accounts.values()].map(({ account, cscsAccount, customerId, customerName }) => [
      opened.tenantId,
      account,
      cscsAccount,
      customerId,
      customerName,
    ]),
  )
  expect(accounts).toEqual(
    await stage.rows(
      `SELECT a.tenant_id, a.account, a.cscs_account, c.id, c.name FROM trading_accounts a
       JOIN customers c ON (c.tenant_id, c.id) = (a.tenant_id, a.customer_id) ORDER BY a.tenant_id, a.account`,
    ),
  )
  const { balance, held } = books.firm(firm.tenantId).ledger.cash('N1')
  expect([[balance, held]]).toEqual(
    await stage.rows(`SELECT balance, held FROM cash_balances WHERE tenant_id = ${firm.tenantId}`),
  )
  const living = [...books.orders.values()].filter(({ ordStatus }) => ordStatus === OrdStatus.new)
  expect(living.map(({ clOrdID, customerName }) => [clOrdID, customerName])).toEqual([
    ['n2', 'Chidi'],
    ['n3', 'Chidi'],
  ])
})

test('charges change with a later market day, for the firm and for a customer: in the notes of that day, and in a replay', async () => {
  const monday = { dateFrom: '2026-11-23' }
  const rate = {
    ...monday,
    side: Side.buy,
    item: 'commission',
    ratePpm: 10_000,
    vatPpm: 0,
    minimum: kobo(0),
  } as const
  const agreed = { ...monday, customerId: 7, commissionPpm: 5_000, stampDutyExempt: true }
  const change = (rates: readonly FeeRate[], agreements: readonly (typeof agreed)[] = []) =>
    desk.submit({ kind: 'changeCharges', origin: of(firm), rates, agreements })
  const refusals = [
    [[rate, { ...rate, dateFrom: '2026-11-20' }], [], 'chargesTooEarly'],
    [[], [{ ...agreed, dateFrom: '2026-11-20' }], 'chargesTooEarly'],
    [[], [{ ...agreed, customerId: 8 }], 'unknownCustomer'],
    [[rate, rate], [], 'chargesInvalid'],
    [[{ ...rate, ratePpm: 50_001 }], [], 'chargesInvalid'],
    [[{ ...rate, vatPpm: 0.5 }], [], 'chargesInvalid'],
    [[{ ...rate, minimum: kobo(-1) }], [], 'chargesInvalid'],
    [[], [{ ...agreed, commissionPpm: -1 }], 'chargesInvalid'],
    [[], [], 'chargesInvalid'],
    [[{ ...rate, dateFrom: '2028-11-21' }], [], 'chargesTooLate'],
    [[], [{ ...agreed, dateFrom: '2028-11-21' }], 'chargesTooLate'],
  ] as const
  for (const [rates, agreements, refusal] of refusals)
    expect(await change(rates, agreements)).toMatchObject({ refusal: { refusal } })
  // Both in one batch: the later one counts.
  const accepted = await Promise.all([change([{ ...rate, ratePpm: 1 }], [agreed]), change([rate])])
  expect(accepted).toMatchObject([{ kind: 'done' }, { kind: 'done' }])
  expect(
    await stage.rows(
      "SELECT tenant_id, rate_ppm FROM fee_rates WHERE side = '1' AND item = 'commission' ORDER BY 1, 2",
    ),
  ).toEqual([
    [BUYER.tenantId, 13_500],
    [SELLER.tenantId, 13_500],
    [firm.tenantId, 10_000],
    [firm.tenantId, 13_500],
  ])

  const trade = async (day: string) => {
    await desk.submit(order(SELLER, `sold on ${day}`, Side.sell, price, 100))
    await desk.submit(order(firm, `bought on ${day}`, Side.buy, price, 100))
    const lines =
      'lines::jsonb @? \'$[*] ? (@.line == "stampDuty" && @.amount == "0")\', lines -> 0 -> \'ratePpm\''
    return stage.rows(
      `SELECT ${lines} FROM contract_notes WHERE tenant_id = ${firm.tenantId} ORDER BY number DESC LIMIT 1`,
    )
  }
  expect(await trade('Friday')).toEqual([[false, 13_500]])
  stage.pass(Date.UTC(2026, 10, 23, 10) - stage.now)
  expect(await trade('Monday')).toEqual([[true, 5_000]])
  const replayed = (await stage.replayed()).firm(firm.tenantId).ledger.state()
  expect(replayed.fees).toHaveLength(standardFees.length + 1)
  expect(replayed.accounts.filter(({ agreed }) => agreed.length > 0)).toEqual(
    ['N1', 'N4'].map((account) => ({
      account,
      agreed: [{ ...monday, commissionPpm: 5_000, stampDutyExempt: true }],
      directTo: null,
    })),
  )
  expect(replayed.notes).toMatchObject([{ number: 2, provisional: true, tradeDate: '2026-11-23' }])
})

test('charges of a later day can be removed, charges in force cannot', async () => {
  const rate = { side: Side.sell, item: 'ngx', dateFrom: '2028-11-20' } as const
  const agreed = { customerId: 7, dateFrom: '2028-11-20' }
  const remove = (rates: readonly FeeRateKey[], agreements: readonly (typeof agreed)[] = []) =>
    desk.submit({ kind: 'removeCharges', origin: of(firm), rates, agreements })
  await desk.submit({
    kind: 'changeCharges',
    origin: of(firm),
    rates: [{ ...rate, ratePpm: 1, minimum: kobo(0), vatPpm: 0 }],
    agreements: [{ ...agreed, commissionPpm: 1, stampDutyExempt: false }],
  })
  const before = (await stage.replayed()).firm(firm.tenantId)
  const refusals = [
    [[{ ...rate, dateFrom: '0001-01-01' }], [], 'chargeInForce'],
    [[rate], [{ ...agreed, dateFrom: '2026-11-23' }], 'chargeInForce'],
    [[{ ...rate, dateFrom: '2028-11-19' }], [], 'unknownCharge'],
    [[], [{ ...agreed, customerId: 8 }], 'unknownCharge'],
    [[], [], 'unknownCharge'],
  ] as const
  for (const [rates, agreements, refusal] of refusals)
    expect(await remove(rates, agreements)).toMatchObject({ refusal: { refusal } })
  expect(await remove([rate], [agreed])).toMatchObject({ kind: 'done' })
  const after = (await stage.replayed()).firm(firm.tenantId)
  expect(ratesOf(after.ledger.fees)).toHaveLength(ratesOf(before.ledger.fees).length - 1)
  expect(before.agreed.get(7)).toHaveLength(2)
  expect(after.agreed.get(7)).toHaveLength(1)
  expect(
    await stage.rows(
      `SELECT (SELECT count(*) FROM fee_rates WHERE date_from > '2028-01-01'),
         (SELECT count(*) FROM customer_charges WHERE date_from > '2028-01-01')`,
    ),
  ).toEqual([[0n, 0n]])
  // Removed and entered again in one batch, it is there.
  const again = [{ ...rate, ratePpm: 1, minimum: kobo(0), vatPpm: 0 }]
  const change = () => desk.submit({ kind: 'changeCharges', origin: of(firm), rates: again, agreements: [] })
  await change()
  await Promise.all([remove([rate]), change()])
  expect(await stage.rows("SELECT count(*) FROM fee_rates WHERE date_from > '2028-01-01'")).toEqual([[1n]])
})

test('a side and item, and a customer, can have a limited number of future dates; the audit trail has the values before', async () => {
  const { dates: most } = mostChargesAhead
  const days = Array.from({ length: most }, (_, day) => addDays('2027-03-01', day))
  const dates = days.map((dateFrom) => ({ dateFrom }))
  const over = { dateFrom: '2027-04-01' }
  const rate = { side: Side.buy, item: 'cscs', ratePpm: 1, minimum: kobo(0), vatPpm: 0 } as const
  const agreed = { customerId: 9, commissionPpm: 1, stampDutyExempt: false }
  await open({ account: 'N9', cscsAccount: '0000000909', customerId: 9, customerName: 'Ada' })
  const change = (rates: readonly FeeRate[], agreements: readonly CustomerCharges[]) =>
    desk.submit({ kind: 'changeCharges', origin: of(firm), rates, agreements })
  const rows = (some: readonly { dateFrom: string }[]) => some.map((day) => ({ ...rate, ...day }))
  const agreements = (some: readonly { dateFrom: string }[]) => some.map((day) => ({ ...agreed, ...day }))
  const tooMany = { refusal: refuse('chargesTooMany', { most }) }
  expect(await change(rows([...dates, over]), [])).toMatchObject(tooMany)
  expect(await change([], agreements([...dates, over]))).toMatchObject(tooMany)
  expect(await change(rows(dates), agreements(dates.toReversed()))).toMatchObject({ kind: 'done' })
  expect(await change(rows([over]), [])).toMatchObject(tooMany)
  expect(await change([], agreements([over]))).toMatchObject(tooMany)
  // Another row, another customer, and another charge on a date that is known.
  const [first] = dates
  const again = { ...agreed, ...first, commissionPpm: 2 } as CustomerCharges
  expect(await change([{ ...rate, ...over, side: Side.sell }], [again])).toMatchObject({ kind: 'done' })
  const known = (await stage.replayed()).firm(firm.tenantId)
  expect(known.agreedBy(9).map(({ dateFrom }) => dateFrom)).toEqual(days)
  expect(known.ledger.state().accounts.find(({ account }) => account === 'N9')?.agreed).toEqual(
    known.agreedBy(9),
  )
  await desk.submit({ kind: 'removeCharges', origin: of(firm), rates: [], agreements: [again] })
  expect(
    await stage.asAdmin(
      `SELECT before ->> 'commissionPpm', after ->> 'commissionPpm' FROM audit_changes
       WHERE entity = 'ChargesOfCustomer' AND entity_id = '9,${first?.dateFrom}' ORDER BY audit_id`,
    ),
  ).toEqual([
    [null, '1'],
    ['1', '2'],
    ['2', null],
  ])
})

test('direct settlement pays sale proceeds to the customer’s bank account as the sale settles', async () => {
  const known = (await stage.replayed()).firm(firm.tenantId).accounts.get('N1') as AccountTerms
  const change = (cash: CashTerms) =>
    desk.submit({ kind: 'changeTerms', origin: of(firm), account: { ...known, cash } })
  const bankAccount = { bankCode: '011', number: '0000014579' } as const
  const refusals = [
    [null, 'noBankAccount'],
    [{ ...bankAccount, number: '0000014578' }, 'bankAccountInvalid'],
    [{ ...bankAccount, number: '14579' }, 'bankAccountInvalid'],
    [{ ...bankAccount, bankCode: '999' as BankCode }, 'unknownBank'],
  ] as const
  for (const [account, refusal] of refusals)
    expect(await change({ route: 'direct', bankAccount: account })).toMatchObject({ refusal: { refusal } })
  expect(await change({ route: 'direct', bankAccount })).toMatchObject({ kind: 'done' })

  await bring(BUYER, { type: 'deposit', amount: kobo(1_000_000_00n) })
  await desk.submit(order(firm, 'sold directly', Side.sell, price, 100))
  await desk.submit(order(BUYER, 'bought of it', Side.buy, price, 100))
  const [[net]] = (await stage.rows(
    `SELECT net_amount FROM contract_notes WHERE tenant_id = ${firm.tenantId} AND side = '2'`,
  )) as [[bigint]]
  const balance = () => stage.rows(`SELECT balance FROM cash_balances WHERE account = 'N1'`)
  const [[traded]] = (await balance()) as [[bigint]]
  await desk.end()
  await startDesk()
  stage.pass(Date.UTC(2026, 10, 24, 10) - stage.now)
  await desk.submit(order(firm, 'the day has turned', Side.sell, price, 1))
  expect(
    await stage.rows(
      `SELECT kind, reference, security_id, quantity, balance, postings -> 'NGN' ->> 'customer'
       FROM ledger_entries WHERE account = 'N1' AND kind = 'directSettlement'`,
    ),
  ).toEqual([['directSettlement', '011 0000014579', 'GTCO', 100n, traded - net, `-${net}`]])
})

test('a customer who gets no trade alerts is not charged for any, from the first day', async () => {
  const before = (await stage.replayed()).firm(firm.tenantId).ledger.state().accounts.length
  for (const [account, alertsOff] of [
    ['Q1', true],
    ['Q2', false],
  ] as const) {
    const terms = {
      ...{ account, cscsAccount: `000000090${account.at(-1)}`, customerName: `Quiet ${account}` },
      customerId: alertsOff ? 91 : 92,
    }
    const opened = { kind: 'openAccount', origin: of(firm), account: terms, alertsOff } as const
    expect(await desk.submit(opened)).toMatchObject({ kind: 'done' })
  }
  const { accounts } = (await stage.replayed()).firm(firm.tenantId).ledger.state()
  expect(accounts).toHaveLength(before + 2)
  const agreedOf = (account: string) => accounts.find((one) => one.account === account)?.agreed
  expect(agreedOf('Q1')).toMatchObject([{ dateFrom: desk.status.marketDate, alertsOff: true }])
  expect(agreedOf('Q2')).toEqual([])
  expect(
    await stage.rows('SELECT customer_id, date_from, alerts_off FROM customer_charges WHERE alerts_off'),
  ).toEqual([[91, desk.status.marketDate, true]])
})
