import type { Side } from '@tradebook/contract'
import type { CrowdCommand, CrowdReport } from '../../apps/server/src/venue/embedded/crowd-port.ts'

interface CrowdOrder {
  readonly securityID: string
  readonly side: Side
  /** Whether the public book shows it while it rests. */
  readonly isPriced: boolean
  /** Unknown until the desk has reported on it. */
  leaves: number
}

/** The crowd's orders, by its own commands and what the desk reports on them. */
export class Crowd {
  readonly #orders = new Map<number, CrowdOrder>()
  readonly #securityIDs: readonly string[]

  constructor(securityIDs: readonly string[]) {
    this.#securityIDs = securityIDs
  }

  /** Its orders in the books, and the security each is of. */
  get living(): { readonly ref: number; readonly securityID: string }[] {
    return [...this.#orders]
      .filter(([, { leaves }]) => leaves > 0)
      .map(([ref, { securityID }]) => ({ ref, securityID }))
  }

  /** Shares its orders show in the book of one security and side. */
  open(securityID: string, side: Side): bigint {
    return [...this.#orders.values()]
      .filter((order) => order.securityID === securityID && order.side === side && order.isPriced)
      .reduce((sum, { leaves }) => sum + BigInt(leaves), 0n)
  }

  offered(command: CrowdCommand): void {
    if (command.kind !== 'enter') return
    const securityID = this.#securityIDs[command.security]
    if (securityID === undefined) throw new RangeError(`no security ${command.security}`)
    this.#orders.set(command.ref, {
      securityID,
      side: command.side,
      leaves: 0,
      isPriced: command.price !== null,
    })
  }

  reported(reports: readonly CrowdReport[]): void {
    for (const { ref, leaves } of reports) {
      const order = this.#orders.get(ref)
      if (order && leaves !== null) order.leaves = leaves
    }
  }

  /** The books were rebuilt without it. */
  vanish(): void {
    this.#orders.clear()
  }
}
