import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { indexOfPoints, lagosDate } from '@tradebook/contract'
import { seedPast } from '../demo/past.ts'
import { listSecurities, openAccounts, seedFirms, seedMarket } from '../demo/seed.ts'
import { demoBeginning } from '../desk/decisions/demo-time.ts'
import { Desk } from '../desk/desk.ts'
import { postgresRecord } from '../desk/record/postgres-record.ts'
import { completeFirms } from '../features/administration/complete-firms.ts'
import { deskMetrics } from '../metrics.ts'
import { wallClock } from '../platform/clock.ts'
import { holidayWarnings } from '../platform/holiday-warnings.ts'
import { type FirstPasswords, openFirstPasswords } from '../store/first-passwords.ts'
import type { Leadership } from '../store/lead.ts'
import { createHostAdmin } from '../store/people.ts'
import { openEmbeddedVenue } from '../venue/embedded/embedded.ts'
import { openGatewayPart } from './gateway-part.ts'
import { type Installation, pause } from './installation.ts'

export interface DeskPartParts {
  readonly leadership: Leadership
  /** Another server has replaced this one, which must end. */
  readonly onReplaced: (reason: Error) => void
  /** Writes a line for the person who started the server. */
  readonly print: (line: string) => void
}

export interface OpenedDesk {
  readonly desk: Desk
  readonly passwords: FirstPasswords
  /** What of an exchange that others operate wants attention, in an operator's words. */
  readonly venueWarnings: () => readonly string[]
}

/**
 * Opens the market of a database that this process leads: its first people and securities, and the desk, which works
 * from then on.
 */
export async function openDeskPart(
  installation: Installation,
  { leadership, onReplaced, print }: DeskPartParts,
): Promise<OpenedDesk> {
  const { config, log, store, time, metrics, tracing, endWithTraffic } = installation
  const passwords = openFirstPasswords(config, config.dataFolder)
  await createHostAdmin(store, () => passwords.of('admin'))
  const seeding = await leadership.connectDesk()
  // A demo's market has a time of its own, and its past ends where that begins.
  const begins =
    config.clock === 'demo' ? demoBeginning(wallClock.now(), config.marketRules) : wallClock.now()
  if (config.demo) await seedMarket(seeding, config.seed, begins)
  else await listSecurities(seeding, begins)
  for (const warning of holidayWarnings(lagosDate(wallClock.now()))) print(`  ${warning}`)
  print('  Opening the market …')
  const firms = config.demo ? await seedFirms(store, config.seed, () => passwords.of('demo')) : []
  const withPast =
    config.demo && config.demoPast ? await seedPast(seeding, store, firms, config.seed) : undefined
  await seeding.end()

  const measured = deskMetrics(metrics)
  const gateway = config.gateway && (await openGatewayPart(installation, leadership, config.gateway))
  const desk = new Desk({
    openVenue: gateway?.openVenue ?? openEmbeddedVenue,
    ...(gateway && { line: gateway.line }),
    connect: postgresRecord(() => leadership.connectDesk(), {
      indexBase: indexOfPoints(config.marketRules.indexBasePoints),
      tradesDays: config.tradesDays,
    }),
    clock: config.clock,
    speed: config.clockSpeed,
    // How trading resumes is the exchange's.
    rules: gateway ? { ...config.marketRules, reopeningMinutes: 0 } : config.marketRules,
    time,
    pause,
    // Behind everything that one turn of the event loop has read from the sockets.
    gather: () => turnOfLoop(),
    orderRate: config.orderRate,
    log,
    onReplaced: (reason) => {
      leadership.handOver()
      onReplaced(reason)
    },
    observer: tracing?.observing(measured) ?? measured,
  })
  endWithTraffic(() => desk.end())
  await desk.start()
  await openAccounts(store, desk, firms, withPast)
  await completeFirms(store, desk)
  gateway?.begin(desk)
  return { desk, passwords, venueWarnings: gateway?.warnings ?? (() => []) }
}
