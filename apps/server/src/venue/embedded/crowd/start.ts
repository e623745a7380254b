import type { MarketSession } from '@tradebook/contract'
import type { Logger } from 'pino'
import type { Config } from '../../../config.ts'
import type { Listing } from '../../listing.ts'
import type { MarketWorkPort } from '../../market-operation.ts'
import { crowdPortOf } from '../crowd-port.ts'
import { Crowd } from './agents.ts'
import { readRecording } from './recording.ts'
import { ReplayCrowd } from './replay-crowd.ts'
import { marketViewOf, runCrowd, systemClock } from './runner.ts'
import { crowdSecurities } from './temper.ts'

/** Order-level data of a real exchange, to be traded as one of our securities. */
export interface Recording {
  readonly file: string
  readonly securityID: string
  /** How many recorded seconds pass in one. */
  readonly speed: number
}

/** The market as the crowd sees it: where it sends what it wants, and what is listed on which day. */
export interface CrowdMarket extends MarketWorkPort {
  readonly listings: readonly Listing[]
  readonly session: Pick<MarketSession, 'phase'> | undefined
  readonly status: { readonly marketDate: string }
}

/**
 * Runs the crowd, and again with the new limits when a market day begins. Returns how to stop.
 */
export function startCrowd(parts: {
  readonly desk: CrowdMarket
  readonly picture: Parameters<typeof marketViewOf>[0]
  readonly config: Pick<Config, 'seed' | 'crowdRate' | 'marketRules'>
  readonly log: Logger
  readonly recording?: Recording | undefined
}): () => void {
  const { desk, picture, config, log, recording } = parts
  const messages = recording && readRecording(recording.file)
  let marketDate = ''
  let stop = () => {}

  function begin(): void {
    if (desk.status.marketDate === marketDate) return
    marketDate = desk.status.marketDate
    stop()
    const day = {
      seed: config.seed,
      marketDate,
      rules: config.marketRules,
      securities: crowdSecurities(desk.listings),
    }
    const phase = () => desk.session?.phase ?? 'closed'
    const securityIDs = desk.listings.map(({ securityID }) => securityID)
    stop = runCrowd({
      trader: recording && messages ? replay(recording, messages) : new Crowd(day),
      port: crowdPortOf(desk),
      market: marketViewOf(picture, securityIDs, phase),
      phase,
      rate: config.crowdRate,
      clock: systemClock,
    })

    function replay(
      { securityID, speed }: Recording,
      messages: ReturnType<typeof readRecording>,
    ): ReplayCrowd {
      const security = securityIDs.indexOf(securityID)
      if (security === -1)
        throw new Error(`No security ${securityID} is listed; --security names one that is.`)
      const ended = () => log.info({ securityID }, 'the recording has ended and starts again')
      return new ReplayCrowd({ day, security, messages, speed, ended })
    }
  }

  const unsubscribe = desk.subscribe(({ batch }) => {
    if (batch === 1) begin()
  })
  begin()
  return () => {
    unsubscribe()
    stop()
  }
}
