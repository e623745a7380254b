import { kobo, priceKobo, quantity, Side, shares } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import type { Entry, Traded } from './entries.ts'
import { at, books, buy, execution, figure, holding, naira, postings, sell, today } from './ledger.fixture.ts'
import type { Ledger } from './ledger.ts'
import { averageCost, type Movement, restatedBy } from './trade-corrections.ts'

/**
 * What a cancelled or corrected trade does to the books of an account, as a clerk would check it: commission 1.35 %
 * and SEC 0.3 % of a purchase (NGX and CSCS 0.3 % each of a sale) with 7.5 % VAT, stamp duty 0.08 %, trade alert 4.00.
 */

const NEXT_DAY = '2026-11-23'
const AFTER_SETTLEMENT = '2026-11-25'

const traded = (count: number, price: number): Traded => ({ quantity: quantity(count), price: at(price) })

/** Follows what moves the account's shares, as the record has it. */
class Story {
  readonly ledger: Ledger
  readonly movements: Movement[] = []
  #sequence = 0
  #order = 0

  constructor(cash: number, zenith = 0) {
    this.ledger = books({ cash, zenith })
    if (zenith > 0) this.#moved('transferredIn', BigInt(zenith), naira(30 * zenith))
  }

  trade(side: Side, count: number, price: number, day = today): number {
    const order = { ...(side === Side.buy ? buy : sell)(`${++this.#order}`, count, price), tradeDate: day }
    const refusal = this.ledger.reserve(order)
    if (refusal) throw new Error(refusal.refusal)
    const entry = this.ledger.fill({ ...execution(order, count, price), tradeDate: day })
    const cash = entry.postings.find(({ ledgerAccount }) => ledgerAccount === 'customer')?.amount ?? 0n
    return this.#moved(side === Side.buy ? 'bought' : 'sold', BigInt(count), side === Side.buy ? -cash : cash)
  }

  #moved(kind: Movement['kind'], count: bigint, amount: bigint): number {
    this.#sequence += 1
    this.movements.push({ sequence: this.#sequence, kind, quantity: shares(count), amount: kobo(amount) })
    return this.#sequence
  }

  begin(day: string): void {
    this.ledger.beginDay(day)
  }

  correct(sequence: number, side: Side, was: Traded, becomes: Traded | null, date: string): readonly Entry[] {
    const { ledger } = this
    const settledNote = this.settled ?? null
    return ledger.correct(
      {
        ...{ account: 'ADA', securityID: 'ZENITH', side, tradeDate: today, traded: was, becomes, date },
        ...{ reverses: sequence, settledNote },
      },
      restatedBy(this.movements, sequence, { traded: was, becomes }),
    ).entries
  }

  /** The note that the record has of a trade that has settled. */
  settled: ReturnType<Ledger['notes']>[number] | undefined

  /** Everything that is persisted of the notes until now. */
  notes() {
    return this.ledger.takeTouched().notes
  }
}

const noteRows = (story: Story) =>
  story
    .notes()
    .map(({ number, quantity, consideration, lines, realisedGain, replaces, replacedBy, settled }) => ({
      number,
      quantity: Number(quantity),
      consideration: figure(consideration),
      charges: figure(lines.reduce((sum, { amount }) => sum + amount, 0n)),
      gain: figure(realisedGain),
      ...(replaces !== null && { replaces }),
      ...(replacedBy !== null && { replacedBy }),
      ...(settled && { settled }),
    }))

const mustBalance = (entries: readonly Entry[]) => {
  for (const { postings: posted } of entries) {
    const sums = new Map<string, bigint>()
    for (const { asset, amount } of posted) sums.set(asset, (sums.get(asset) ?? 0n) + amount)
    for (const [asset, sum] of sums) expect([asset, sum]).toEqual([asset, 0n])
  }
}

describe('on the trade date', () => {
  test('the only trade of a note is cancelled: all of its cash and charges come back, and the note is for nothing', () => {
    const story = new Story(500_000)
    const first = story.trade(Side.buy, 10_000, 36.8)
    story.notes()
    const entries = story.correct(first, Side.buy, traded(10_000, 36.8), null, today)
    mustBalance(entries)
    expect(entries).toMatchObject([
      { kind: 'tradeCanceled', noteNumber: 1, reverses: first, reference: '1', holding: 0n, cost: 0n },
    ])
    expect(postings(entries[0] as Entry)).toContain('customer ADA NGN 374825.80')
    expect(figure(story.ledger.cash('ADA').balance)).toBe('500000.00')
    expect(holding(story.ledger)).toMatchObject({ unsettledIn: 0, cost: '0.00' })
    expect(noteRows(story)).toEqual([
      { number: 1, quantity: 0, consideration: '0.00', charges: '0.00', gain: '0.00' },
    ])
  })

  test('one of two trades is cancelled: the flat charge stays with the other, which is charged as if it were the only one', () => {
    const story = new Story(500_000)
    const first = story.trade(Side.buy, 4_000, 36.8)
    story.trade(Side.buy, 6_000, 36.8)
    story.notes()
    mustBalance(story.correct(first, Side.buy, traded(4_000, 36.8), null, today))
    const alone = new Story(500_000)
    alone.trade(Side.buy, 6_000, 36.8)
    expect(noteRows(story)).toEqual(noteRows(alone))
    expect(story.ledger.cash('ADA')).toEqual(alone.ledger.cash('ADA'))
    expect(holding(story.ledger)).toEqual(holding(alone.ledger))
  })

  test('a price is corrected: the note is that of the price that was meant', () => {
    const story = new Story(500_000)
    const first = story.trade(Side.buy, 10_000, 38.6)
    story.notes()
    const entries = story.correct(first, Side.buy, traded(10_000, 38.6), traded(10_000, 36.8), today)
    mustBalance(entries)
    expect(entries.map(({ kind, price, noteNumber }) => [kind, price, noteNumber])).toEqual([
      ['tradeCanceled', 3_860n, 1],
      ['tradeCorrected', 3_680n, 1],
    ])
    const meant = new Story(500_000)
    meant.trade(Side.buy, 10_000, 36.8)
    expect(noteRows(story)).toEqual(noteRows(meant))
    expect(story.ledger.cash('ADA')).toEqual(meant.ledger.cash('ADA'))
    expect(holding(story.ledger)).toEqual(holding(meant.ledger))
  })

  test('a sale is cancelled: the shares return at their cost, without a gain', () => {
    const story = new Story(1_000, 10_000)
    const first = story.trade(Side.sell, 4_000, 36.8)
    story.notes()
    mustBalance(story.correct(first, Side.sell, traded(4_000, 36.8), null, today))
    expect(figure(story.ledger.cash('ADA').balance)).toBe('1000.00')
    expect(holding(story.ledger)).toMatchObject({ settled: 10_000, available: 10_000, cost: '300000.00' })
    expect(noteRows(story)).toMatchObject([{ quantity: 0, gain: '0.00' }])
  })

  test('the quantity of a sale is lowered: proceeds, charges, shares and gain are those of what was sold', () => {
    const story = new Story(1_000, 10_000)
    const first = story.trade(Side.sell, 4_000, 36.8)
    story.notes()
    mustBalance(story.correct(first, Side.sell, traded(4_000, 36.8), traded(3_000, 36.8), today))
    const meant = new Story(1_000, 10_000)
    meant.trade(Side.sell, 3_000, 36.8)
    expect(noteRows(story)).toEqual(noteRows(meant))
    expect(holding(story.ledger)).toEqual(holding(meant.ledger))
  })

  test('an open order of the note holds what it holds with the rest of the note', () => {
    const story = new Story(500_000)
    const first = story.trade(Side.buy, 4_000, 36.8)
    story.ledger.reserve(buy('open', 1_000, 36.8))
    story.correct(first, Side.buy, traded(4_000, 36.8), null, today)
    const alone = books({ cash: 500_000 })
    alone.reserve(buy('open', 1_000, 36.8))
    expect(story.ledger.cash('ADA')).toEqual(alone.cash('ADA'))
    expect(story.ledger.takeRestated()).toEqual(['open'])
  })
})

describe('after the note is final', () => {
  test('a note replaces it, and the one that was printed stays as it was', () => {
    const story = new Story(500_000)
    story.trade(Side.buy, 4_000, 36.8)
    const second = story.trade(Side.buy, 6_000, 36.8)
    story.begin(NEXT_DAY)
    const [printed] = story.notes()
    const entries = story.correct(second, Side.buy, traded(6_000, 36.8), null, NEXT_DAY)
    mustBalance(entries)
    expect(entries).toMatchObject([
      { date: NEXT_DAY, valueDate: '2026-11-24', noteNumber: null, reference: '1' },
    ])
    const [replaced, successor] = story.notes()
    expect(replaced).toEqual({ ...printed, replacedBy: 2 })
    expect(successor).toMatchObject({ number: 2, replaces: 1, replacedBy: null, quantity: 4_000n, trades: 1 })
    story.begin('2026-11-24')
    expect(holding(story.ledger)).toMatchObject({ settled: 4_000, unsettledIn: 0 })
  })

  test('corrected twice, each note replaces the one before', () => {
    const story = new Story(500_000)
    const first = story.trade(Side.buy, 10_000, 36.8)
    story.begin(NEXT_DAY)
    story.correct(first, Side.buy, traded(10_000, 36.8), traded(10_000, 36), NEXT_DAY)
    story.movements[0] = { ...(story.movements[0] as Movement), amount: kobo(36_667_760n) }
    story.correct(first, Side.buy, traded(10_000, 36), traded(9_000, 36), NEXT_DAY)
    expect(noteRows(story).map(({ number, replaces, replacedBy }) => [number, replaces, replacedBy])).toEqual(
      [
        [1, undefined, 2],
        [2, 1, 3],
        [3, 2, undefined],
      ],
    )
    expect(story.ledger.state().lastNote).toBe(3)
  })
})

describe('after it has settled', () => {
  const settledStory = (side: Side, count: number, price: number, zenith = 0) => {
    const story = new Story(500_000, zenith)
    const sequence = story.trade(side, count, price)
    story.begin('2026-11-24')
    story.settled = story.notes().find(({ settled }) => settled)
    story.begin(AFTER_SETTLEMENT)
    return { story, sequence }
  }

  test('the difference is paid and delivered on the day of the correction', () => {
    const { story, sequence } = settledStory(Side.buy, 10_000, 36.8)
    const entries = story.correct(sequence, Side.buy, traded(10_000, 36.8), null, AFTER_SETTLEMENT)
    mustBalance(entries)
    expect(entries).toMatchObject([{ date: AFTER_SETTLEMENT, valueDate: AFTER_SETTLEMENT }])
    expect([...(postings(entries[0] as Entry) as string[])].slice(-3)).toEqual([
      'bank firm NGN -368000.00',
      'custody ADA ZENITH -10000',
      'depository firm ZENITH 10000',
    ])
    expect(story.ledger.cash('ADA')).toMatchObject({ balance: naira(500_000), unsettledBuys: 0n })
    expect(holding(story.ledger)).toMatchObject({ settled: 0, cost: '0.00' })
    expect(noteRows(story)).toMatchObject([
      { number: 1, replacedBy: 2, settled: true },
      { number: 2, replaces: 1, settled: true },
    ])
  })

  test('the buyer has sold on: the account owes the shares, and all that the sale brought is gained until it buys them', () => {
    const { story, sequence } = settledStory(Side.buy, 10_000, 36.8)
    story.trade(Side.sell, 10_000, 40, AFTER_SETTLEMENT)
    story.notes()
    const proceeds = story.movements.at(-1)?.amount ?? 0n
    story.correct(sequence, Side.buy, traded(10_000, 36.8), null, AFTER_SETTLEMENT)
    expect(holding(story.ledger)).toMatchObject({
      settled: 0,
      unsettledOut: 10_000,
      available: -10_000,
      cost: '0.00',
    })
    const gains = noteRows(story)
    expect(gains.at(-1)).toMatchObject({ number: 3, replaces: 1, gain: '374825.80' })
    // It covers what it sold: the purchase is the cost of the sale.
    const before = story.ledger.cash('ADA').balance
    story.trade(Side.buy, 10_000, 41, AFTER_SETTLEMENT)
    const paid = before - story.ledger.cash('ADA').balance
    expect(holding(story.ledger)).toMatchObject({ unsettledIn: 10_000, unsettledOut: 10_000, cost: '0.00' })
    expect(noteRows(story)).toMatchObject([{ number: 4, gain: figure(-paid) }])
    expect(proceeds).toBeGreaterThan(0n)
  })

  test('the price of a purchase is corrected after a part was sold: cost and gain are those of the price that was meant', () => {
    const { story, sequence } = settledStory(Side.buy, 10_000, 38.6)
    story.trade(Side.sell, 4_000, 40, AFTER_SETTLEMENT)
    const sold = story.notes().find(({ side }) => side === Side.sell)?.realisedGain ?? 0n
    story.correct(sequence, Side.buy, traded(10_000, 38.6), traded(10_000, 36.8), AFTER_SETTLEMENT)
    const changed = story.notes().find(({ replaces }) => replaces === 1)?.realisedGain ?? 0n

    const meant = settledStory(Side.buy, 10_000, 36.8).story
    meant.trade(Side.sell, 4_000, 40, AFTER_SETTLEMENT)
    expect(sold + changed).toBe(meant.notes().find(({ side }) => side === Side.sell)?.realisedGain)
    expect(holding(story.ledger)).toEqual(holding(meant.ledger))
    expect(story.ledger.cash('ADA').balance).toBe(meant.ledger.cash('ADA').balance)
  })

  test('a settled sale at a wrong price gives back what was paid too much', () => {
    const { story, sequence } = settledStory(Side.sell, 4_000, 38.6, 10_000)
    story.correct(sequence, Side.sell, traded(4_000, 38.6), traded(4_000, 36.8), AFTER_SETTLEMENT)
    const meant = settledStory(Side.sell, 4_000, 36.8, 10_000).story
    expect(story.ledger.cash('ADA')).toEqual(meant.ledger.cash('ADA'))
    expect(holding(story.ledger)).toEqual(holding(meant.ledger))
    expect(noteRows(story).at(-1)).toMatchObject({ consideration: '147200.00', gain: expect.any(String) })
  })
})

test('books restored from their rows after a correction are the same books', () => {
  const story = new Story(500_000)
  const first = story.trade(Side.buy, 4_000, 36.8)
  story.trade(Side.buy, 6_000, 36.8)
  story.begin(NEXT_DAY)
  story.correct(first, Side.buy, traded(4_000, 36.8), traded(4_000, 36), NEXT_DAY)
  const state = story.ledger.state()
  const restored = (story.ledger.constructor as typeof Ledger).restore(
    { unsettledProceedsUsable: true },
    state,
  )
  expect(restored.state()).toEqual(state)
  expect(restored.cash('ADA')).toEqual(story.ledger.cash('ADA'))
  expect(priceKobo(1)).toBe(1)
})

test.each([
  { what: 'all shares are sold or transferred', left: 0n, cost: 0n, gain: 1n },
  { what: 'the shares that are left cost less', left: 2n, cost: 0n, gain: 1n },
])(
  'a kobo of charges that comes back when $what is gained, and no cost is below nothing',
  ({ left, cost, gain }) => {
    const movement = (kind: Movement['kind'], count: bigint, amount: bigint): Movement => ({
      ...{ sequence: 1, kind, quantity: shares(count), amount: kobo(amount) },
    })
    const movements = [
      movement('transferredIn', 7n, 840n),
      // Two cancelled trades of one note, between which its least charge was divided.
      movement('bought', 0n, 401n),
      movement('bought', 0n, -400n),
      movement('transferredOut', 7n, 0n),
      movement('transferredIn', left, 0n),
      movement('bought', 0n, -1n),
    ]
    expect(averageCost(movements)).toEqual({ cost, gain })
  },
)

test('a correction that takes more than the shares cost leaves them at nothing, and the rest is gained', () => {
  const story = new Story(1_000_000)
  const sequence = story.trade(Side.buy, 100, 30)
  story.trade(Side.buy, 10, 30)
  const { ledger } = story
  const { cost } = ledger.position('ADA', 'ZENITH')
  ledger.correct(
    {
      ...{ account: 'ADA', securityID: 'ZENITH', side: Side.buy, tradeDate: today, date: today },
      ...{ traded: traded(100, 30), becomes: null, reverses: sequence, settledNote: null },
    },
    () => ({ cost: kobo(-cost - 268n), gain: kobo(0n) }),
  )
  expect(ledger.position('ADA', 'ZENITH').cost).toBe(0n)
  expect(ledger.notes().map(({ realisedGain }) => realisedGain)).toEqual([268n])
})

test('a cancelled trade takes its part of the charges by shares and trades back, to the kobo', () => {
  const story = new Story(1_000_000)
  const row = { side: Side.buy, dateFrom: today, ratePpm: 0, minimum: kobo(0), vatPpm: 75_000 } as const
  story.ledger.changeFees([
    { ...row, item: 'cscs', perShare: kobo(3) },
    { ...row, item: 'ngx', perTrade: kobo(25_00), maximum: kobo(40_00) },
  ])
  const charged = () =>
    story.ledger
      .notes()[0]
      ?.lines.flatMap(({ line, amount }) => (/^(cscs|ngx)/.test(line) ? [[line, figure(amount)]] : []))
  story.trade(Side.buy, 1_000, 40)
  const second = story.trade(Side.buy, 500, 40)
  // 2 × 25.00 is more than 40.00; 1,500 × 0.03; VAT of 45.00 is 3.375.
  expect(charged()).toEqual([
    ['ngx', '40.00'],
    ['ngx:vat', '3.00'],
    ['cscs', '45.00'],
    ['cscs:vat', '3.38'],
  ])
  const entries = story.correct(second, Side.buy, traded(500, 40), null, today)
  mustBalance(entries)
  // 1 × 25.00 with VAT of 1.875, and 1,000 × 0.03.
  expect(charged()).toEqual([
    ['ngx', '25.00'],
    ['ngx:vat', '1.88'],
    ['cscs', '30.00'],
    ['cscs:vat', '2.25'],
  ])
  const posted = entries.flatMap((entry) => entry.postings)
  const takenBack = (line: string) =>
    figure(posted.find(({ ledgerAccount }) => ledgerAccount === `fee:${line}`)?.amount ?? 0n)
  expect(['ngx', 'ngx:vat', 'cscs', 'cscs:vat'].map(takenBack)).toEqual([
    '-15.00',
    '-1.12',
    '-15.00',
    '-1.13',
  ])
})
