import { buffer } from 'node:stream/consumers'
import { type CallInput, type CallName, isRefusal, nairaToKobo, Side, toNaira } from '@tradebook/contract'
import { afterAll, beforeAll } from 'vitest'
import { BUYER, fund, of, order, SELLER, type Trader } from '../../desk/desk.fixture.ts'
import { desk, shareDesk, stage } from '../../desk/shared-desk.fixture.ts'
import type { FileAnswer } from '../../files/file-answer.ts'
import { Printer } from '../../files/pdf/printer.ts'
import type { Handlers } from '../../http/handlers.ts'
import { systemEvery } from '../../platform/clock.ts'
import { callerOf, callsOf, NO_MAIL } from './back-office.fixture.ts'
import { backOfficeFeature } from './back-office.ts'

/** One trade of 10,000 GTCO between two firms, from the desk to everything that people read of it. */

export let handlers: Handlers<`BackOffice/${string}`>
const printer = new Printer({ every: systemEvery })
export const QUANTITY = 10_000
export let price: number
export let consideration: bigint

/** One desk for the tests of a file, on which the trade is made once. */
export function oneTradeForAllTests(): void {
  shareDesk()

  beforeAll(async () => {
    handlers = backOfficeFeature({
      store: stage.database.store,
      picture: desk.picture,
      desk,
      print: printer.print,
      outbox: NO_MAIL,
    })
    await desk.submit({
      kind: 'openAccount',
      origin: of(BUYER),
      account: { account: 'A2', cscsAccount: '0000000003', customerId: 2, customerName: 'Ngọzi' },
    })
    await fund(desk, { naira: 10_000_000n, gtco: 20_000 })
    const reference = await stage.referencePx('GTCO')
    price = toNaira(reference)
    consideration = BigInt(reference) * BigInt(QUANTITY)
    // Two orders of the buyer make one note.
    await desk.submit(order(SELLER, 'offer', Side.sell, reference, QUANTITY))
    await desk.submit(order(BUYER, 'bid1', Side.buy, reference, 4_000))
    await desk.submit(order(BUYER, 'bid2', Side.buy, reference, 6_000))
  }, 60_000)

  afterAll(() => printer.close())
}

export const { ask, answer } = callsOf(() => handlers, BUYER)

export async function file<Name extends CallName & `BackOffice/${'Download' | 'Print'}${string}`>(
  name: Name,
  input: CallInput<Name>,
  who = callerOf(BUYER),
): Promise<{ name: string; bytes: Buffer; rows: number }> {
  const answered = (await ask(name, input, who)) as FileAnswer
  if (isRefusal(answered)) throw new Error(answered.refusal)
  const bytes = await buffer(answered.body as AsyncIterable<Uint8Array>)
  return { name: answered.name, bytes, rows: answered.rows() }
}

export const noteOf = async (who: Trader) =>
  (await answer('BackOffice/GetContractNotes', { cscsAcct: `000000000${who.tenantId}` }, callerOf(who)))
    .items[0]!

export const kobos = (naira: number) => nairaToKobo(naira) as bigint
