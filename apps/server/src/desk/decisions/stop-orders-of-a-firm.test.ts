import {
  kobo,
  MOST_WAITING_STOP_ORDERS,
  OrdType,
  type PriceKobo,
  Side,
  settingTexts,
  TimeInForce,
} from '@tradebook/contract'
import { expect, test } from 'vitest'
import { BUYER, of, order } from '../desk.fixture.ts'
import { bring, desk, price, shareDesk } from '../shared-desk.fixture.ts'

shareDesk()

/** Staff of the firm. */
const origin = { ...of(BUYER), accounts: 'all' as const }

const stop = (account: string, count: number) => {
  const asked = order({ ...BUYER, account }, `${account} ${count}`, Side.buy, price, 1)
  const stopPx = (price + 100) as PriceKobo
  const terms = { ordType: OrdType.stopLimit, stopPx, price: stopPx, timeInForce: TimeInForce.day }
  return desk.submit({ ...asked, origin, request: { ...asked.request, ...terms } })
}

test('a firm can have as many stop orders in a security as trades may trigger at once, whatever their accounts', async () => {
  const { account: most, firm: mostOfFirm } = MOST_WAITING_STOP_ORDERS
  const texts = settingTexts({ stopOrders: true })
  await desk.submit({ kind: 'changeSettings', origin, texts })
  const accounts = Array.from({ length: mostOfFirm / most + 1 }, (_, index) => `S${index}`)
  for (const [index, account] of accounts.entries()) {
    const cscsAccount = String(1_000 + index).padStart(10, '0')
    const customer = { customerId: 100 + index, customerName: account }
    await desk.submit({ kind: 'openAccount', origin, account: { account, cscsAccount, ...customer } })
    await bring({ ...BUYER, account }, { type: 'deposit', amount: kobo(100_000_00n) })
  }
  const last = accounts.pop() as string
  for (const account of accounts) {
    const answers = await Promise.all(Array.from({ length: most }, (_, count) => stop(account, count)))
    expect(new Set(answers.map(({ kind }) => kind))).toEqual(new Set(['order']))
  }
  expect(await stop(last, 0)).toMatchObject({
    refusal: { refusal: 'tooManyStops', values: { most, mostOfFirm } },
  })
})
