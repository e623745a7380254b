import {
  nairaToPrice,
  type Phase,
  phaseOfSession,
  type Quantity,
  SecurityTradingStatus,
  type Side,
  type Statistics,
  tradingSessionSubIDOf,
} from '@tradebook/contract'
import type { CrowdCommand, CrowdPort } from '../crowd-port.ts'
import { pace, takesQuotes } from './pace.ts'
import type { MarketView, Quote, Trader } from './trader.ts'

/** How often the crowd has a turn: often enough that a book is never seen to move in jerks. */
const TURN_MS = 50
/** After a pause of the process the crowd does not make up for more than this. */
const LONGEST_TURN_MS = 1_000
const SECOND_MS = 1_000

export interface CrowdClock {
  /** Milliseconds, never running backwards. */
  now(): number
  /** Calls a function every so many milliseconds. Returns how to stop. */
  every(periodMs: number, turn: () => void): () => void
}

export const systemClock: CrowdClock = {
  now: () => performance.now(),
  every: (periodMs, turn) => {
    const timer = setInterval(turn, periodMs)
    return () => clearInterval(timer)
  },
}

/**
 * Runs a trader: primes the books when a phase takes quotes, then gives it a turn again and again, at most
 * `rate` orders per second in continuous trading, and at the phase's pace in any other. What the desk has no
 * room for is offered again before anything new is thought of. Returns how to stop.
 */
export function runCrowd(parts: {
  readonly trader: Trader
  readonly port: CrowdPort
  readonly market: MarketView
  /** The phase of the market. */
  readonly phase: () => Phase
  readonly rate: number
  readonly clock: CrowdClock
}): () => void {
  const { trader, port, market, phase, rate, clock } = parts
  let waiting: (readonly CrowdCommand[])[] = trader.prime()
  let budget = 0
  let before = clock.now()

  const unsubscribe = port.subscribe(({ batch, crowd }) => {
    if (batch === 1) {
      trader.reset()
      waiting = trader.prime()
    }
    trader.takeReports(crowd)
  })

  const stop = clock.every(TURN_MS, () => {
    const now = clock.now()
    const elapsedMs = Math.min(now - before, LONGEST_TURN_MS)
    before = now

    const current = phase()
    if (pace[current] === 0 || (waiting.length > 0 && !takesQuotes(current))) return
    while (waiting[0]) {
      if (!port.offer(waiting[0])) return
      waiting.shift()
    }
    // What one turn leaves of its budget the next may use, but no more than that.
    budget = Math.min(budget, 1) + (rate * pace[current] * elapsedMs) / SECOND_MS
    const commands = trader.think(market, Math.floor(budget), elapsedMs)
    budget -= commands.length
    if (commands.length > 0 && !port.offer(commands)) waiting.push(commands)
  })
  return () => {
    stop()
    unsubscribe()
  }
}

/** The market as it has been published, for the crowd: it sees no more than everybody. */
export const marketViewOf =
  (
    picture: { statisticsOf(securityID: string): Statistics | undefined },
    securityIDs: readonly string[],
    phase: () => Phase,
  ): MarketView =>
  (security) => {
    const seen = picture.statisticsOf(securityIDs[security] ?? '')
    return {
      phase: seen ? phaseOf(seen, phase()) : 'closed',
      bidPx: price(seen?.bidPx),
      offerPx: price(seen?.offerPx),
      lastPx: price(seen?.lastPx),
      indicativePx: price(seen?.indicativePx),
      imbalanceSide: (seen?.imbalanceSide ?? null) as Side | null,
      imbalanceQty: (seen?.imbalanceQty ?? null) as Quantity | null,
    }
  }

/** The phase of a security: its own where it is halted or reopens, else the market's. */
function phaseOf({ securityTradingStatus, tradingSessionSubID }: Statistics, market: Phase): Phase {
  if (securityTradingStatus === SecurityTradingStatus.halt) return 'halted'
  return tradingSessionSubID === tradingSessionSubIDOf(market)
    ? market
    : (phaseOfSession(tradingSessionSubID) ?? 'closed')
}

const price = (naira: number | null | undefined): Quote['bidPx'] =>
  naira === null || naira === undefined ? null : (nairaToPrice(naira) ?? null)
