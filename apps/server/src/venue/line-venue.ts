import type { VenueCommand } from './commands.ts'
import type { MarketOperation } from './market-operation.ts'
import type { VenueOrder, VenueReplace } from './order-messages.ts'
import type { OpenedVenue, Venue, VenueOutput } from './venue.ts'

/** The order path to a venue on a line: each request becomes a command, which leaves after the commit. */
class LineVenue implements Venue {
  readonly #market: MarketOnLine['venue']
  #commands: VenueCommand[] = []

  constructor(market: MarketOnLine['venue']) {
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

/** The market of a venue on a line, as far as this process shows it and keeps its phases and halts. */
export interface MarketOnLine extends Pick<OpenedVenue, 'name' | 'capabilities' | 'marketData'> {
  /** What the market shows, which is not told by the line of the orders. */
  readonly venue: Pick<Venue, 'takeOutput' | 'takeReports'>
  readonly operation: Pick<MarketOperation, 'enterPhase' | 'reopen' | 'uncross' | 'setHalted' | 'work'>
}

/** A venue on a line: its orders leave as commands. It keeps its own books, ends its own orders and takes no crosses. */
export function overLine({ name, capabilities, venue, marketData, operation }: MarketOnLine): OpenedVenue {
  return {
    name,
    capabilities: { ...capabilities, crosses: false, withdraws: false },
    venue: new LineVenue(venue),
    marketData,
    operation: {
      enterPhase: (phase, due) => operation.enterPhase(phase, due),
      reopen: (securityID) => operation.reopen(securityID),
      uncross: (securityID, now) => operation.uncross(securityID, now),
      setHalted: (securityID, halted) => operation.setHalted(securityID, halted),
      work: (work, now) => operation.work(work, now),
      restore: () => {},
      withdraw: () => {},
      reenter: () => {},
      setParticipant: () => {},
      expire: () => {},
    },
  }
}
