import { setTimeout as wait } from 'node:timers/promises'
import { lagosDate } from '@tradebook/contract'
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import packageJson from '../../package.json' with { type: 'json' }
import type { Bus } from '../bus/bus.ts'
import type { Config } from '../config.ts'
import type { DeskPort } from '../desk/desk-port.ts'
import { documentPrinter } from '../features/back-office/document-files.ts'
import { openDocumentChecks } from '../features/registration/document-checks.ts'
import { registrationFeature } from '../features/registration/registration.ts'
import { Printer } from '../files/pdf/printer.ts'
import { openAuditedWrite } from '../platform/audited-write.ts'
import { type Clock, GuardedClock, systemEvery, systemTime, wallClock } from '../platform/clock.ts'
import { openEmbeddedDepository } from '../platform/embedded-depository.ts'
import { type Identity, openIdentityWith } from '../platform/identity.ts'
import type { Keys } from '../platform/keys.ts'
import { openNumbersByHand } from '../platform/numbers-by-hand.ts'
import type { EndWith, Shutdown } from '../shutdown.ts'
import { operatorToken } from '../store/operator-token.ts'
import type { Store } from '../store/store.ts'
import type { Tracing } from '../tracing.ts'
import { toNotify } from './messages.ts'

/** Answers and hub connections are cut after five seconds. */
export const TRAFFIC_END_MS = 5_500
/** What was traded last is archived, too, if the disk of the backups is fast enough. */
const BACKUP_END_MS = 2_500
/** What was traced last is sent, too, if the collector answers. */
const TRACES_END_MS = 1_000

export interface InstallationParts {
  readonly config: Config
  readonly log: Logger
  readonly shutdown: Shutdown
  readonly store: Store
  readonly bus: Bus
  readonly keyFor: Keys
}

/** What every process of an installation has, whatever its role. */
export interface Installation extends InstallationParts {
  readonly version: string
  /** The checked time of this process. */
  readonly time: GuardedClock
  readonly clock: Clock
  readonly metrics: Registry
  readonly tracing: Tracing | undefined
  /** What operators show. */
  readonly operatorToken: string
  readonly identity: Identity
  /** Whether e-mails reach anybody; a demo shows them on a page of its own. */
  readonly areMailsSent: boolean
  /** Where people find the page. */
  readonly publicUrl: () => string
  /** Says where the page of this process listens. */
  readonly listensAt: (url: string) => void
  /** Ends a part before the store, after the traffic. */
  readonly endBackup: EndWith
  /** Ends parts in parallel: nobody new is admitted while the batch in flight is finished and answered. */
  readonly endWithTraffic: EndWith
}

export async function openInstallation(parts: InstallationParts): Promise<Installation> {
  const { config, log, shutdown, store, bus, keyFor } = parts
  const time = new GuardedClock(systemTime)
  const clock: Clock = { ...wallClock, now: time.now }
  const tracing = config.tracing && (await openTracing(config.tracing, log))
  if (tracing) shutdown.stage('traces', TRACES_END_MS)(() => tracing.end())
  const identity = openIdentityWith(keyFor, store, clock, log, { bus })
  shutdown.stage('sessions')(() => identity.sessions.close())
  let ownUrl = ''
  return {
    ...parts,
    version: packageJson.version,
    ...{ time, clock, tracing, identity },
    metrics: new Registry(),
    operatorToken: operatorToken(config.metricsToken, config.dataFolder),
    areMailsSent: config.smtpUrl !== undefined || config.demo,
    publicUrl: () => config.publicUrl ?? ownUrl,
    listensAt(url) {
      ownUrl = url
    },
    endBackup: shutdown.stage('backup', BACKUP_END_MS),
    endWithTraffic: shutdown.stage('traffic', TRAFFIC_END_MS),
  }
}

/** What both the leading part and the web part use, of which a process that is both has one. */
export type SharedParts = ReturnType<typeof openSharedParts>

export function openSharedParts(installation: Installation, desk: DeskPort) {
  const { config, log, store, bus, clock, identity, areMailsSent, publicUrl, endWithTraffic } = installation
  const printer = new Printer({ every: systemEvery })
  endWithTraffic(() => printer.close())
  const documentChecks = openDocumentChecks()
  endWithTraffic(() => documentChecks.close())
  const auditedWrite = openAuditedWrite(store, clock.now)
  const embeddedDepository = config.demo ? openEmbeddedDepository(store) : undefined
  const depository = embeddedDepository ?? openNumbersByHand(store)
  const marketDate = () => desk.session?.marketDate ?? lagosDate(clock.now())
  return {
    desk,
    printer,
    printDocument: documentPrinter({ store, print: printer.print, now: clock.now }),
    documentChecks,
    auditedWrite,
    embeddedDepository,
    depository,
    marketDate,
    registration: registrationFeature({
      ...identity,
      ...{ store, clock, desk, depository, documentChecks, auditedWrite, log, publicUrl, marketDate },
      areMailsSent: () => areMailsSent,
      onWaiting: (tenantId) => bus.announce(toNotify, tenantId),
    }),
    /** What alerts are compared with. */
    ofMarket: {
      statisticsOf: (securityID: string) => desk.picture.statisticsOf(securityID),
      marketDate,
      marketTime: desk.marketTime,
    },
  }
}

/** Resolves after so many milliseconds, and keeps no process running. */
export const pause = (ms: number): Promise<void> => wait(ms, undefined, { ref: false })

/** The tracer, which is loaded only where something is traced. */
async function openTracing(options: NonNullable<Config['tracing']>, log: Logger): Promise<Tracing> {
  const { Tracing } = await import('../tracing.ts')
  return new Tracing({ ...options, version: packageJson.version, log })
}
