import type { PriceKobo } from '@tradebook/contract'
import { afterAll, beforeAll } from 'vitest'
import { DeskStage, fund, of, type Trader } from './desk.fixture.ts'
import type { Desk } from './desk.ts'

/** One desk on one database for all tests of a file. */

export let stage: DeskStage
export let desk: Desk
/** The reference price of GTCO on the first market day. */
export let price: PriceKobo

type StartOptions = Parameters<DeskStage['startDesk']>[0]

interface SharedDesk {
  /** What the buyer and the seller own; nothing unless given. */
  readonly funds?: Parameters<typeof fund>[1]
  /** When the desk starts, epoch milliseconds; on a Friday at eleven unless given. */
  readonly at?: number
  readonly options?: StartOptions
}

/** Starts the desk before the tests of a file, and ends it after them. */
export function shareDesk({ funds, at, options }: SharedDesk = {}): void {
  beforeAll(async () => {
    stage = await DeskStage.open()
    if (at !== undefined) stage.pass(at - stage.now)
    await startDesk(options)
    price = await stage.referencePx('GTCO')
    if (funds) await fund(desk, funds)
  }, 60_000)
  afterAll(async () => {
    await desk?.end()
    await stage?.database.close()
  })
}

/** Starts a desk on the record of the one before, which no longer runs. */
export async function startDesk(options?: StartOptions): Promise<void> {
  desk = await stage.startDesk(options)
}

/** Brings cash or shares to an account from outside, or takes them there. */
export const bring = (who: Trader, transfer: object) =>
  desk.submit({
    kind: 'externalTransfer',
    origin: of(who),
    transfer: { account: who.account, reference: 'R1', narration: 'Opening', ...transfer } as never,
  })
