import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { addressLimits, lagosDate } from '@tradebook/contract'
import pino, { type Logger } from 'pino'
import { Registry } from 'prom-client'
import packageJson from '../package.json' with { type: 'json' }
import { type Config, readConfig } from './config.ts'
import { openNewsroom } from './demo/newsroom.ts'
import { fundAccounts, listSecurities, seedFirms, seedMarket } from './demo/seed.ts'
import { Desk } from './desk/desk.ts'
import { account } from './features/account/account.ts'
import { backOfficeFeature } from './features/back-office/back-office.ts'
import { configuration } from './features/configuration/configuration.ts'
import { marketDataFeature } from './features/market-data/market-data.ts'
import { orderFeature } from './features/order/order.ts'
import { session } from './features/session/session.ts'
import { tokenAuth } from './features/token-auth/token-auth.ts'
import { securityHeaders } from './http/security-headers.ts'
import { buildHttp } from './http/server.ts'
import { MarketPicture } from './hub/market-picture.ts'
import { sameOrigin } from './hub/origin.ts'
import { TradebookHub } from './hub/tradebook-hub.ts'
import { CertainTime, type Clock, systemTime, wallClock } from './platform/clock.ts'
import { holidayWarnings } from './platform/holiday-warnings.ts'
import { openIdentity } from './platform/identity.ts'
import { endOnSignal, Shutdown } from './shutdown.ts'
import { createHostAdmin, type FirstRunPasswords, firstRunPasswords } from './store/people.ts'
import { openStore, whyNotStarted } from './store/store.ts'
import { type Recording, startCrowd } from './venue/crowd/start.ts'
import { toSecurity } from './venue/listing.ts'

const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url))
/** Answers and hub connections are cut after five seconds. */
const TRAFFIC_END_MS = 5_500
const RELEASED = '2026-11-21T00:00:00Z'

/** A server that answers. */
export interface RunningServer {
  readonly url: string
  /** The passwords of the first run, for whoever starts it to tell. */
  readonly passwords: FirstRunPasswords
  readonly isFirstRun: boolean
}

export interface StartOptions {
  /** What the crowd trades instead of its own ideas. */
  readonly recording?: Recording
  /** Another server has taken this one's place: it must end. */
  readonly onReplaced: (reason: Error) => void
  /** Told what is being done, in words. */
  readonly tell: (step: string) => void
  /** What ends the parts, those of a start that failed half-way too. */
  readonly shutdown: Shutdown
}

/** Build the parts and join them; the only place that knows them all. */
export async function startServer(
  config: Config,
  log: Logger,
  options: StartOptions,
): Promise<RunningServer> {
  await mkdir(config.dataFolder, { recursive: true })
  options.tell(config.databaseUrl ? 'Opening the database' : 'Starting PostgreSQL')
  const opening = openStore(config, log)
  options.shutdown.phase('store')((withinMs) =>
    opening.then(
      (store) => store.close(withinMs),
      () => {},
    ),
  )
  const store = await opening
  store.onReplaced(options.onReplaced)
  const passwords = firstRunPasswords(config, config.dataFolder)
  const isFirstRun = await createHostAdmin(store, passwords.admin)
  const seeding = await store.forDesk().connection()
  if (config.demo) await seedMarket(seeding, config.seed, wallClock.now())
  else await listSecurities(seeding, wallClock.now())
  await seeding.end()
  for (const warning of holidayWarnings(lagosDate(wallClock.now()))) log.warn(warning)
  options.tell('Opening the market')
  const firms = config.demo ? await seedFirms(store, config.seed, passwords.demo) : []

  const picture = new MarketPicture()
  const time = new CertainTime(systemTime)
  const clock: Clock = { ...wallClock, now: time.now }
  const desk = new Desk({
    connect: () => store.forDesk().connection(),
    clock: config.clock,
    time,
    pause: (ms) => wait(ms, undefined, { ref: false }),
    orderRate: config.orderRate,
    log,
    onStopped: (reason) => {
      store.handOver()
      options.onReplaced(reason)
    },
  })
  const identity = await openIdentity(store, clock, log)
  const { sessions } = identity
  options.shutdown.phase('sessions')(() => sessions.close())
  const hub = new TradebookHub({
    feed: desk,
    picture,
    sessions,
    allowsOrigin: sameOrigin,
    headers: securityHeaders,
    clock,
    log,
  })
  // Side by side: nobody new is let in while the batch in flight is finished and answered.
  const endWithTraffic = options.shutdown.phase('traffic', TRAFFIC_END_MS)
  endWithTraffic(() => desk.stop())
  await desk.start()
  await fundAccounts(store, desk, firms)

  const app = await buildHttp({
    handlers: {
      ...account({ store, sessions }),
      ...session({
        ...identity,
        store,
        application: { version: packageJson.version, releaseDate: RELEASED },
      }),
      ...configuration(identity),
      ...tokenAuth({ ...identity, store, clock, monotonic: () => performance.now(), wait }),
      ...orderFeature({ desk, store }),
      ...marketDataFeature({
        store,
        picture,
        securities: desk.listings.map(toSecurity),
        wallClock: wallClock.now,
      }),
      ...backOfficeFeature({ store, picture }),
    },
    identity,
    perMinute: addressLimits,
    log,
    newId: wallClock.newId,
    version: packageJson.version,
    webFolder: WEB_FOLDER,
    metrics: new Registry(),
    metricsToken: config.metricsToken,
    trustedProxies: config.trustedProxies,
    readiness: {
      database: () => store.health,
      desk: () => desk.health,
    },
    warnings: () => holidayWarnings(lagosDate(wallClock.now())),
    hub,
  })
  endWithTraffic(() => app.close())
  endWithTraffic(() => hub.close())
  if (config.crowd === 'agents' || options.recording) {
    const endFirst = options.shutdown.phase('crowd', TRAFFIC_END_MS)
    endFirst(startCrowd({ desk, picture, config, log, recording: options.recording }))
    endFirst(openNewsroom(desk, picture, wallClock.now))
  }
  await app.listen({ port: config.port, host: config.host })
  return { url: app.listeningOrigin, passwords, isFirstRun }
}

/** `--replay FILE --security SYMBOL [--speed N]`: the crowd is a recording. */
function readRecordingOption(args: readonly string[]): Recording | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: { replay: { type: 'string' }, security: { type: 'string' }, speed: { type: 'string' } },
  })
  if (values.replay === undefined && values.security === undefined && values.speed === undefined)
    return undefined
  if (values.replay === undefined || values.security === undefined) {
    throw new Error('A recording needs both --replay FILE and --security SYMBOL.')
  }
  if (!existsSync(values.replay)) throw new Error(`There is no recording ${values.replay}.`)
  const speed = Number(values.speed ?? 1)
  if (!(speed > 0 && speed <= 1_000))
    throw new Error(`--speed must be a number above 0 and at most 1,000, not ${values.speed}.`)
  return { file: values.replay, securityID: values.security, speed }
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const recording = readRecordingOption(process.argv.slice(2))
  const log = pino({ level: config.logLevel })
  const shutdown = new Shutdown(log)
  const end = endOnSignal(shutdown)
  const starting = startServer(config, log, {
    ...(recording ? { recording } : {}),
    tell: (step) => process.stdout.write(`  ${step} …\n`),
    onReplaced: (reason) => {
      log.fatal({ reason: reason.message }, 'this server ends')
      process.exitCode = 1
      end()
    },
    shutdown,
  })
  const server = await starting.catch(async (error: unknown) => {
    const why = whyNotStarted(error, config)
    await shutdown.end()
    throw why
  })
  process.stdout.write(welcome(config, server))
}

/** What a newcomer needs to know; a password is shown once, and only one that was made here. */
function welcome(config: Config, { url, passwords, isFirstRun }: RunningServer): string {
  const lines = [`Tradebook is open at ${url.replace('127.0.0.1', 'localhost')}`]
  if (config.demo) {
    lines.push('  Sign in to the firm Meridian or Zenith-Hill as broker, customer or admin,')
    lines.push('  or without a firm, to the installation itself, as admin.')
  }
  if (isFirstRun && !config.adminPassword)
    lines.push(`  Password of the installation's admin: ${passwords.admin}`)
  if (isFirstRun && config.demo && !config.demoPassword)
    lines.push(`  Password of the firms' users: ${passwords.demo}`)
  if (passwords.file) lines.push(`  The passwords of the first start are kept in ${passwords.file}`)
  return `${lines.join('\n')}\n`
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  })
}
