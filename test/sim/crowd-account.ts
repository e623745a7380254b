import { type PriceKobo, type Quantity, Side } from '@tradebook/contract'
import type { CrowdCommand } from '../../apps/server/src/desk/crowd-port.ts'
import type { VenueOutput } from '../../apps/server/src/venue/venue.ts'
import { Tally } from './tally.ts'

/** The part of the venue's output that it learns from. */
type Output = Pick<VenueOutput, 'trades' | 'crowd'>

interface CrowdOrder {
  readonly securityID: string
  readonly side: Side
  price: PriceKobo | null
  leaves: number
}

/**
 * The crowd's own books: what it has in cash and shares by its own count of its orders, from
 * nothing but what the venue reports to it. They begin at zero, and all that firms and crowd
 * trade with each other must cancel out.
 */
export class CrowdAccount {
  readonly holdings = new Tally()
  readonly #orders = new Map<number, CrowdOrder>()
  readonly #securityIDs: readonly string[]

  constructor(securityIDs: readonly string[]) {
    this.#securityIDs = securityIDs
  }

  /** Its living orders, and the security each is of. */
  get living(): { readonly ref: number; readonly securityID: string }[] {
    return [...this.#orders].map(([ref, { securityID }]) => ({ ref, securityID }))
  }

  /** Shares its orders show in the book of one security and side. */
  open(securityID: string, side: Side): bigint {
    return [...this.#orders.values()]
      .filter((order) => order.securityID === securityID && order.side === side)
      .reduce((sum, { leaves }) => sum + BigInt(leaves), 0n)
  }

  /** What came of one of its commands. */
  commanded(command: CrowdCommand, output: Output): void {
    if (command.kind === 'enter') this.#enter(command)
    const order = this.#orders.get(command.ref)
    if (order && command.kind === 'replace') {
      order.price = command.price
      order.leaves = command.quantity
    }
    // The command's own order is the incoming one of every trade it made.
    for (const { securityID, price, quantity } of output.trades) {
      if (order) this.#traded(securityID, order.side, price, quantity)
    }
    this.#rest(output, command.ref)
    if (order) order.leaves = lastLeaves(output, command.ref) ?? order.leaves
    if (order?.leaves === 0) this.#orders.delete(command.ref)
  }

  /** What a client's request did to its orders. */
  hit(output: Output): void {
    this.#rest(output, undefined)
  }

  /** The books were rebuilt without it. */
  vanish(): void {
    this.#orders.clear()
  }

  #enter({ ref, security, side, price, quantity }: Extract<CrowdCommand, { kind: 'enter' }>): void {
    const securityID = this.#securityIDs[security]
    if (securityID === undefined) throw new RangeError(`no security ${security}`)
    this.#orders.set(ref, { securityID, side, price, leaves: quantity })
  }

  /** Its resting orders trade at their own price, by as much as they shrink. */
  #rest(output: Output, incoming: number | undefined): void {
    for (const { ref, leaves } of output.crowd) {
      const order = this.#orders.get(ref)
      if (ref === incoming || !order) continue
      if (order.price === null) throw new Error(`the crowd's market order ${ref} rests`)
      this.#traded(order.securityID, order.side, order.price, order.leaves - leaves)
      order.leaves = leaves
      if (leaves === 0) this.#orders.delete(ref)
    }
  }

  #traded(securityID: string, side: Side, price: PriceKobo, quantity: number | Quantity): void {
    const count = BigInt(quantity)
    this.holdings.add(securityID, side === Side.buy ? count : -count)
    this.holdings.add('NGN', (side === Side.buy ? -count : count) * BigInt(price))
  }
}

const lastLeaves = (output: Output, ref: number): number | undefined =>
  output.crowd.findLast((report) => report.ref === ref)?.leaves
