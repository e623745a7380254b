import type { VenueCommand } from './commands.ts'
import type { MarketOperation } from './market-operation.ts'
import type { VenueOrder, VenueReplace } from './order-messages.ts'
import type { OpenedVenue, Venue, VenueOutput } from './venue.ts'

/** The order path to a venue on a line: each request becomes a command, which leaves after the commit. */
export class LineVenue implements Venue {
  readonly #market: Pick<Venue, 'takeOutput' | 'takeReports'>
  #commands: VenueCommand[] = []

  /** @param market what the market shows, which is not told by the line of the orders. */
  constructor(market: Pick<Venue, 'takeOutput' | 'takeReports'>) {
    this.#market = market
  }

  newOrder(order: VenueOrder): void {
    this.#commands.push({ kind: 'new', order })
  }

  /** @throws Error: a venue on a line has no crosses among its capabilities. */
  cross(): void {
    throw new Error('a venue on a line accepts no crosses')
  }

  replace(replace: VenueReplace): void {
    this.#commands.push({ kind: 'replace', replace })
  }

  cancel(orderID: string, clOrdID: string): void {
    this.#commands.push({ kind: 'cancel', orderID, clOrdID })
  }

  takeOutput(now: number): VenueOutput {
    return this.#withCommands(this.#market.takeOutput(now))
  }

  takeReports(): VenueOutput {
    return this.#withCommands(this.#market.takeReports())
  }

  #withCommands(output: VenueOutput): VenueOutput {
    if (this.#commands.length === 0) return output
    const commands = this.#commands
    this.#commands = []
    return { ...output, commands }
  }
}

/**
 * A venue on a line, which keeps its own books and ends its own orders.
 *
 * @param market the phases and figures that the desk follows.
 */
export function overLine(market: OpenedVenue): OpenedVenue {
  const ofItsOwn: Pick<MarketOperation, 'restore' | 'withdraw' | 'reenter' | 'setParticipant' | 'expire'> = {
    restore: () => {},
    withdraw: () => {},
    reenter: () => {},
    setParticipant: () => {},
    expire: () => {},
  }
  const { operation } = market
  return {
    capabilities: { ...market.capabilities, crosses: false, withdraws: false, replacesToFilled: true },
    venue: new LineVenue(market.venue),
    marketData: market.marketData,
    operation: {
      ...ofItsOwn,
      enterPhase: (phase, due) => operation.enterPhase(phase, due),
      reopen: (securityID) => operation.reopen(securityID),
      uncross: (securityID, now) => operation.uncross(securityID, now),
      setHalted: (securityID, halted) => operation.setHalted(securityID, halted),
      work: (work, now) => operation.work(work, now),
    },
  }
}
