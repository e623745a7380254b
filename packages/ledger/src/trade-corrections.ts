import { type Kobo, kobo, type Shares, Side, shares } from '@tradebook/contract'
import type { Accounts } from './accounts.ts'
import type { ContractNote, NoteChange } from './contract-note.ts'
import { correctedTradeEntry, type Entry, type Traded } from './entries.ts'
import type { Notes } from './notes.ts'
import type { OpenOrders } from './open-orders.ts'
import { Position } from './position.ts'
import type { Touched } from './touched.ts'

/** The market cancels a trade, or corrects its price or quantity. */
export interface TradeCorrection {
  readonly account: string
  readonly securityID: string
  readonly side: Side
  /** The market day on which it traded, which its contract note is of. */
  readonly tradeDate: string
  /** As it is posted now. */
  readonly traded: Traded
  /** It is of the rest of a trade, which is charged with the other part of it. `traded` may then be nothing. */
  readonly isRest?: true
  /** As it is posted from now on; `null` where it is cancelled. */
  readonly becomes: Traded | null
  /** The market day on which it is corrected. */
  readonly date: string
  /** The sequence of the entry that is reversed. */
  readonly reverses: number
  /** The note in force, where it has settled: the ledger knows it no more. */
  readonly settledNote: ContractNote | null
}

/** What a correction changes next to the trade itself, in kobo: the shares may have been sold since. */
export interface Restated {
  /** What the shares that the account owns cost more than before. */
  readonly cost: Kobo
  /** What the sales of the account gained more than before. */
  readonly gain: Kobo
}

/** @param cash what the note moves more in the customer's cash, in kobo. */
export type Restate = (cash: Kobo) => Restated

/** What a correction posted, and what it restated. */
export interface Corrected {
  readonly entries: readonly Entry[]
  readonly restated: Restated
}

/**
 * Cancels and corrects trades by entries that reverse them. A note whose trade date is not over takes the change; a
 * final one stays as it was printed, and another note replaces it. What has settled is paid and delivered back at once.
 */
export class TradeCorrections {
  readonly #accounts: Accounts
  readonly #notes: Notes
  readonly #orders: OpenOrders
  readonly #touched: Touched

  constructor(accounts: Accounts, notes: Notes, orders: OpenOrders, touched: Touched) {
    this.#accounts = accounts
    this.#notes = notes
    this.#orders = orders
    this.#touched = touched
  }

  /** @throws Error when the note is neither known nor given. */
  correct(correction: TradeCorrection, restate: Restate): Corrected {
    const { account: id, securityID, side, traded, becomes, settledNote, isRest } = correction
    const account = this.#accounts.of(id)
    const position = account.position(securityID)
    const note = this.#notes.traded(correction) ?? (settledNote && this.#notes.settled(account, settledNote))
    if (!note) throw new Error(`account ${id} has no note of ${securityID} on ${correction.tradeDate}`)
    const { number: corrected } = note.toRow()
    if (!note.isProvisional) this.#touched.replaced(note.succeed(this.#notes.next))
    const out = note.correct('out', traded, isRest)
    const back = becomes && note.correct('in', becomes, isRest)
    const restated = restate(kobo(out.cash + (back?.cash ?? 0n)))
    let { gain }: { gain: bigint } = restated

    const post = (kind: 'tradeCanceled' | 'tradeCorrected', trade: Traded, change: NoteChange): Entry => {
      const count = BigInt(trade.quantity) * (kind === 'tradeCanceled' ? -1n : 1n)
      const isLast = kind === 'tradeCorrected' || becomes === null
      account.balance += change.cash
      // As with a purchase whose charges come back, what is more than the shares cost is gained.
      gain -= position.correct(side, count, note.isSettled, isLast ? restated.cost : 0n)
      const after = { balance: account.balance, owned: position.owned, cost: position.cost }
      return correctedTradeEntry(
        kind,
        { ...correction, trade, count, change, note: note.toRow(), corrected },
        after,
      )
    }
    const entries = [
      ...(traded.quantity > 0 ? [post('tradeCanceled', traded, out)] : []),
      ...(becomes && back ? [post('tradeCorrected', becomes, back)] : []),
    ]
    note.realise(gain)
    if (!note.isSettled) this.#orders.noteChanged(note)
    this.#touched.note(note)
    return { entries, restated }
  }
}

/** What moved an account's shares of one security, by its entry, as it counts with all its corrections until now. */
export interface Movement {
  /** Of its first entry: movements are in this order. */
  readonly sequence: number
  readonly kind: 'bought' | 'sold' | 'transferredIn' | 'transferredOut' | 'diluted'
  /** Below zero where a split takes shares. */
  readonly quantity: Shares
  /** Kobo: what a purchase or a transfer in cost, what a sale brought; 0 of any other. */
  readonly amount: Kobo
}

/** An entry that moved an account's shares of one security. */
export interface MovingEntry extends Pick<Entry, 'kind' | 'side' | 'price' | 'reverses'> {
  readonly sequence: number
  readonly quantity: Shares
  /** What it moved in the account's cash, in kobo; 0 where it moved shares alone. */
  readonly cash: Kobo
}

/**
 * What has moved an account's shares of a security: of a trade with what its corrections changed, in its first place.
 *
 * @param entries all of them but settlements, in the order in which they were posted.
 */
export function movementsBy(entries: readonly MovingEntry[]): Movement[] {
  const movements = new Map<number, Movement>()
  /** The place of what each entry has reversed or corrected. */
  const firstOf = new Map<number, number>()
  for (const entry of entries) {
    const { sequence: own, reverses, kind } = entry
    const reversed = reverses ?? own
    const sequence = firstOf.get(reversed) ?? reversed
    if (reverses !== null) firstOf.set(own, sequence)
    // What was posted manually is taken back as a whole: it moved nothing.
    if (reverses !== null && (kind === 'transferIn' || kind === 'transferOut')) {
      movements.delete(sequence)
      continue
    }
    const moved = movementOf(entry)
    const before = movements.get(sequence)
    movements.set(sequence, {
      sequence,
      kind: before?.kind ?? moved.kind,
      quantity: shares((before?.quantity ?? 0n) + moved.quantity),
      amount: kobo((before?.amount ?? 0n) + moved.amount),
    })
  }
  return [...movements.values()]
}

function movementOf({
  kind,
  side,
  quantity,
  price,
  cash,
}: MovingEntry): Pick<Movement, 'kind' | 'quantity' | 'amount'> {
  const nothing = kobo(0)
  if (side !== null)
    return {
      kind: side === Side.buy ? 'bought' : 'sold',
      quantity: kind === 'tradeCanceled' ? shares(-quantity) : quantity,
      amount: side === Side.buy ? kobo(-cash) : cash,
    }
  if (kind === 'transferIn')
    return { kind: 'transferredIn', quantity, amount: kobo(quantity * (price ?? 0n)) }
  if (kind === 'transferOut') return { kind: 'transferredOut', quantity, amount: nothing }
  return {
    kind: 'diluted',
    quantity: kind === 'consolidation' ? shares(-quantity) : quantity,
    amount: nothing,
  }
}

/** What the shares that are left of some movements cost, and what the sales among them gained, both in kobo. */
export function averageCost(movements: readonly Movement[]): {
  readonly cost: bigint
  readonly gain: bigint
} {
  const position = new Position()
  let gain = 0n
  for (const { kind, quantity, amount } of movements) {
    if (kind === 'bought') gain -= position.bought(quantity, amount)
    else if (kind === 'sold') gain += amount - (quantity === 0n ? 0n : position.sold(quantity))
    else if (kind === 'transferredIn') position.transferIn(quantity, amount)
    else if (kind === 'transferredOut') position.transferOut(quantity)
    else position.diluted(quantity)
  }
  return { cost: position.cost, gain }
}

/** The movements with a corrected trade in its place. @param cash what its note moves more in the customer's cash, in kobo. */
export const movementsWith = (
  movements: readonly Movement[],
  sequence: number,
  { traded, becomes }: Pick<TradeCorrection, 'traded' | 'becomes'>,
  cash: Kobo,
): Movement[] =>
  movements.map((movement) =>
    movement.sequence === sequence
      ? {
          ...movement,
          quantity: shares(movement.quantity + BigInt(becomes?.quantity ?? 0) - BigInt(traded.quantity)),
          amount: kobo(movement.amount + (movement.kind === 'bought' ? -cash : cash)),
        }
      : movement,
  )

/**
 * What a correction changes in the cost of what is owned and in the gain of what was sold: the difference between the
 * average cost of all movements as they were, and with the corrected trade in its place among them.
 *
 * @param movements all of the account's in the security, in their order.
 * @param sequence of the trade that is corrected.
 * @param change what of it was traded, and what becomes of that.
 */
export const restatedBy =
  (
    movements: readonly Movement[],
    sequence: number,
    change: Pick<TradeCorrection, 'traded' | 'becomes'>,
  ): Restate =>
  (cash) => {
    const before = averageCost(movements)
    const after = averageCost(movementsWith(movements, sequence, change, cash))
    return { cost: (after.cost - before.cost) as Kobo, gain: (after.gain - before.gain) as Kobo }
  }
