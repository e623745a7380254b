import type { VenueCommand } from './commands.ts'
import type { MarketOperation } from './market-operation.ts'
import type { VenueOrder, VenueReplace } from './order-messages.ts'
import type { OpenedVenue, Venue, VenueOutput } from './venue.ts'

const NOTHING: VenueOutput = {
  reports: [],
  resting: new Map(),
  shown: new Map(),
  requeued: [],
  market: [],
  trades: [],
  workReports: [],
  traded: new Set(),
}

/** The order path to a venue on a line: each request becomes a command, which leaves after the commit. */
export class LineVenue implements Venue {
  #commands: VenueCommand[] = []

  newOrder(order: VenueOrder): void {
    this.#commands.push({ kind: 'new', order })
  }

  /** @throws Error: a venue on a line has no crosses among its capabilities. */
  cross(): void {
    throw new Error('a venue on a line takes no crosses')
  }

  replace(replace: VenueReplace): void {
    this.#commands.push({ kind: 'replace', replace })
  }

  cancel(orderID: string, clOrdID: string): void {
    this.#commands.push({ kind: 'cancel', orderID, clOrdID })
  }

  takeOutput(): VenueOutput {
    return this.takeReports()
  }

  takeReports(): VenueOutput {
    if (this.#commands.length === 0) return NOTHING
    const commands = this.#commands
    this.#commands = []
    return { ...NOTHING, commands }
  }
}

/** How a venue on a line is operated: it keeps its own books, and ends its own orders. */
export function overLine(
  market: Pick<OpenedVenue, 'capabilities' | 'marketData' | 'operation'>,
): OpenedVenue {
  const ofItsOwn: Pick<MarketOperation, 'restore' | 'withdraw' | 'reenter' | 'setParticipant' | 'expire'> = {
    restore: () => {},
    withdraw: () => {},
    reenter: () => {},
    setParticipant: () => {},
    expire: () => {},
  }
  const { operation } = market
  return {
    capabilities: { ...market.capabilities, crosses: false },
    venue: new LineVenue(),
    marketData: market.marketData,
    operation: {
      ...ofItsOwn,
      enterPhase: (phase, due) => operation.enterPhase(phase, due),
      reopen: (securityID) => operation.reopen(securityID),
      uncross: (securityID, now) => operation.uncross(securityID, now),
      setHalted: (securityID, halted) => operation.setHalted(securityID, halted),
      work: () => {},
    },
  }
}
