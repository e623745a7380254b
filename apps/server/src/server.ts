import { join } from 'node:path'
import type { Logger } from 'pino'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { openBus, openReach } from './bus/open-bus.ts'
import type { Config } from './config.ts'
import { RemoteDesk } from './desk/remote/remote-desk.ts'
import { serveDesk } from './desk/remote/served-desk.ts'
import type { Certificate } from './http/certificate.ts'
import { listenForOperators } from './http/operators-only.ts'
import { openDeskPart } from './parts/desk-part.ts'
import { type Installation, openInstallation, openSharedParts } from './parts/installation.ts'
import { openLeadingPart } from './parts/leading-part.ts'
import { endUnreachable, REACHED_MS } from './parts/unreachable-lead.ts'
import { openWebPart } from './parts/web-part.ts'
import { systemEvery } from './platform/clock.ts'
import { openKeys } from './platform/keys.ts'
import type { Shutdown } from './shutdown.ts'
import type { Following } from './store/follow.ts'
import type { Leadership } from './store/lead.ts'
import { operatorToken } from './store/operator-token.ts'
import { replacePrivateText } from './store/private-file.ts'
import { applicationName } from './store/server-lock.ts'
import { openStore, type Store } from './store/store.ts'
import type { Recording } from './venue/embedded/crowd/start.ts'
import type { RunningDesk, RunningServer } from './welcome.ts'

export interface ServerParts {
  readonly config: Config
  readonly log: Logger
  /** Writes a line of words for anyone who starts the server. */
  readonly print: (line: string) => void
  /** Ends the parts, also those of a start that failed half-way. */
  readonly shutdown: Shutdown
}

export interface LeadingServerParts extends ServerParts {
  readonly leadership: Leadership
  /** What the crowd trades instead of its own ideas. */
  readonly recording: Recording | undefined
  /** Another server has taken this one's place: it must end. */
  readonly onReplaced: (reason: Error) => void
}

interface Serving {
  /** Of HTTPS; without one the server speaks plain HTTP. */
  readonly certificate: Certificate | undefined
}

/** Starts the whole server on a database that it leads: desk, page and all else in this process. */
export async function startServer(parts: LeadingServerParts & Serving): Promise<RunningServer> {
  const { certificate, leadership } = parts
  const { installation, desk, passwords, venueWarnings } = await openLed(parts)
  const shared = openSharedParts(installation, desk)
  const leading = openLeadingPart(installation, shared, { desk, venueWarnings })
  const web = await openWebPart(installation, shared, {
    certificate,
    readiness: { database: () => leadership.health, desk: () => desk.health },
    warnings: leading.warnings,
  })
  leading.begin(parts.recording)
  return { ...web, passwords, session: desk.session }
}

/** Starts the desk of an installation of several processes on a database that it leads. */
export async function startDesk(parts: LeadingServerParts): Promise<RunningDesk> {
  const { config, leadership, log } = parts
  const { installation, desk, passwords, venueWarnings } = await openLed(parts)
  const { bus, metrics, tracing, operatorToken, endWithTraffic } = installation
  const shared = openSharedParts(installation, desk)
  const leading = openLeadingPart(installation, shared, { desk, venueWarnings })
  endWithTraffic(serveDesk(desk, bus))
  collectDefaultMetrics({ register: metrics })
  const operators = await listenForOperators(
    {
      ...{ metrics, tracing, operatorToken, warnings: leading.warnings },
      readiness: { database: () => leadership.health, desk: () => desk.health, bus: () => bus.health },
    },
    { host: config.host, port: config.port, log },
  )
  endWithTraffic(operators.close)
  const { databaseUrl } = leadership.access
  if (databaseUrl) replacePrivateText(join(config.dataFolder, DATABASE_URL_FILE), `${databaseUrl()}\n`)
  leading.begin(parts.recording)
  endWithTraffic(
    endUnreachable({ bus, leadership, now: () => performance.now(), every: systemEvery }, parts.onReplaced),
  )
  return { url: operators.url, passwords, session: desk.session }
}

/** Answers operators while another desk leads: this one lives, and is not ready. */
export async function openStandby({ host, port, metricsToken, dataFolder, nats }: Config, log: Logger) {
  const reach = nats && openReach(nats, { name: applicationName(), log })
  let reason = 'The lead has not been asked for yet.'
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics })
  const { close } = await listenForOperators(
    {
      ...{ metrics, operatorToken: operatorToken(metricsToken, dataFolder) },
      readiness: { leads: () => ({ ok: false, reason }) },
    },
    { host, port, log },
  )
  let closing: Promise<void> | undefined
  return {
    standsBy(why: string) {
      reason = why
    },
    /** Whether it could be reached if it led. */
    isReady: () => reach !== undefined && reach.reachedForMs >= REACHED_MS,
    /** The port is free again when it resolves. */
    close() {
      closing ??= Promise.all([close(), reach?.close()]).then(() => {})
      return closing
    },
  }
}

/** Where web processes of the same machine find the embedded database. */
const DATABASE_URL_FILE = 'database-url'

/** Starts a process that serves people, and reaches the desk of another process. */
export async function startWeb(
  parts: ServerParts & Serving & { readonly following: Following },
): Promise<RunningServer> {
  const { certificate, following, log, print } = parts
  const store = await openStore(following.access, log, {
    migrate: false,
    readUrl: parts.config.databaseReadUrl,
  })
  const installation = await open(parts, store)
  const { bus, endWithTraffic } = installation
  const desk = new RemoteDesk({ bus, log })
  endWithTraffic(() => desk.end())
  print('  Waiting for a desk …')
  await desk.ready()
  const web = await openWebPart(installation, openSharedParts(installation, desk), {
    certificate,
    readiness: { database: () => following.health, desk: () => desk.health, bus: () => bus.health },
    warnings: () => [],
  })
  return { ...web, passwords: undefined, session: desk.session }
}

async function openLed(parts: LeadingServerParts) {
  const store = await openStore(parts.leadership.access, parts.log, {
    migrate: true,
    readUrl: parts.config.databaseReadUrl,
  })
  const installation = await open(parts, store)
  return { installation, ...(await openDeskPart(installation, parts)) }
}

async function open({ config, log, shutdown }: ServerParts, store: Store): Promise<Installation> {
  shutdown.stage('store')(() => store.close())
  const keyFor = await openKeys(store)
  const bus = openBus(config.nats, { keyFor, name: applicationName(), log })
  shutdown.stage('bus')(() => bus.close())
  return openInstallation({ config, log, shutdown, store, bus, keyFor })
}
