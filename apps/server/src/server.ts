import type { Server as HttpsServer } from 'node:https'
import { setImmediate as turnOfLoop, setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { indexOfPoints, lagosDate } from '@tradebook/contract'
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import packageJson from '../package.json' with { type: 'json' }
import { ScheduledBackup } from './backup/scheduled-backup.ts'
import type { Config } from './config.ts'
import { openNewsroom } from './demo/newsroom.ts'
import { seedPast } from './demo/past.ts'
import { listSecurities, openAccounts, seedFirms, seedMarket } from './demo/seed.ts'
import { demoBeginning } from './desk/decisions/demo-time.ts'
import { Desk } from './desk/desk.ts'
import { postgresRecord } from './desk/record/postgres-record.ts'
import { account } from './features/account/account.ts'
import { completeFirms } from './features/administration/complete-firms.ts'
import { roles } from './features/administration/roles.ts'
import { tenantsFeature } from './features/administration/tenants.ts'
import { users } from './features/administration/users.ts'
import { alertFeature } from './features/alert/alert.ts'
import { AlertWatch } from './features/alert/alert-watch.ts'
import { backOfficeFeature } from './features/back-office/back-office.ts'
import { documentPrinter } from './features/back-office/document-files.ts'
import { mailDocumentsRegularly } from './features/back-office/document-mails.ts'
import { letterheadOf } from './features/back-office/letterhead.ts'
import { configuration } from './features/configuration/configuration.ts'
import { customersFeature } from './features/customers/customers.ts'
import { feesFeature } from './features/fees/fees.ts'
import { home } from './features/home/home.ts'
import { limitsFeature } from './features/limits/limits.ts'
import { marketDataFeature } from './features/market-data/market-data.ts'
import { notificationFeature } from './features/notification/notification.ts'
import { Notifier } from './features/notification/notifier.ts'
import { orderFeature } from './features/order/order.ts'
import { resumeRegularly } from './features/registration/completion.ts'
import { openDocumentChecks } from './features/registration/document-checks.ts'
import { registrationFeature } from './features/registration/registration.ts'
import { reportsFeature } from './features/reports/reports.ts'
import { session } from './features/session/session.ts'
import { settingsFeature } from './features/settings/settings.ts'
import { openProviderLogout } from './features/token-auth/provider-logout.ts'
import { tokenAuth } from './features/token-auth/token-auth.ts'
import { watchlistFeature } from './features/watchlist/watchlist.ts'
import { Printer } from './files/pdf/printer.ts'
import type { Certificate } from './http/certificate.ts'
import { demoKey } from './http/operator-access.ts'
import { addressesIn } from './http/proxies.ts'
import { securityHeaders } from './http/security-headers.ts'
import { buildHttp } from './http/server.ts'
import { Hubs } from './hub/hubs.ts'
import { sameOrigin } from './hub/origin.ts'
import { deskMetrics, registerMetrics } from './metrics.ts'
import { openAfterAnswers } from './platform/after-answers.ts'
import { AuditHeadsFile } from './platform/audit-heads-file.ts'
import { AuditSequencer } from './platform/audit-sequencer.ts'
import { openAuditedWrite } from './platform/audited-write.ts'
import { type Clock, GuardedClock, systemEvery, systemTime, wallClock } from './platform/clock.ts'
import { openCustomerViews } from './platform/customer-views.ts'
import { openEmbeddedDepository } from './platform/embedded-depository.ts'
import { holidayWarnings } from './platform/holiday-warnings.ts'
import { openIdempotencyKeys } from './platform/idempotency-keys.ts'
import { openIdentity } from './platform/identity.ts'
import { openIdentityProviders } from './platform/identity-providers.ts'
import { smtpDelivery, startMailSender } from './platform/mail-sender.ts'
import { openNumbersByHand } from './platform/numbers-by-hand.ts'
import { openPasskeys } from './platform/passkeys.ts'
import { openProviderFetch } from './platform/provider-fetch.ts'
import { openRefusalRecord } from './platform/refused-calls.ts'
import { openReportLog } from './platform/report-log.ts'
import { sweepRegularly } from './platform/sweeper.ts'
import { SyslogSender } from './platform/syslog-sender.ts'
import type { Shutdown } from './shutdown.ts'
import { openFirstPasswords } from './store/first-passwords.ts'
import type { Leadership } from './store/lead.ts'
import { operatorToken } from './store/operator-token.ts'
import { createHostAdmin } from './store/people.ts'
import { openStore } from './store/store.ts'
import { type Recording, startCrowd } from './venue/embedded/crowd/start.ts'
import { openEmbeddedVenue } from './venue/embedded/embedded.ts'
import type { RunningServer } from './welcome.ts'

const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url))
/** Answers and hub connections are cut after five seconds. */
const TRAFFIC_END_MS = 5_500
/** What was traded last is archived, too, if the disk of the backups is fast enough. */
const BACKUP_END_MS = 2_500
/** What was traced last is sent, too, if the collector answers. */
const TRACES_END_MS = 1_000
const RELEASED = '2026-11-21T00:00:00Z'

/** Of each firm. */
const MAILS_SHOWN = 50
const NO_MAIL = 'No mail is sent: SMTP_URL is not set.'

export interface ServerParts {
  readonly config: Config
  /** Of HTTPS; without one the server speaks plain HTTP. */
  readonly certificate: Certificate | undefined
  readonly leadership: Leadership
  readonly log: Logger
  /** What the crowd trades instead of its own ideas. */
  readonly recording: Recording | undefined
  /** Another server has taken this one's place: it must end. */
  readonly onReplaced: (reason: Error) => void
  /** Writes a line of words for anyone who starts the server. */
  readonly print: (line: string) => void
  /** Ends the parts, also those of a start that failed half-way. */
  readonly shutdown: Shutdown
}

/** Builds the parts of the server of a led database, and joins them; the only place that knows them all. */
export async function startServer(parts: ServerParts): Promise<RunningServer> {
  const { config, certificate, leadership, log, recording, print, shutdown } = parts
  const store = await openStore(leadership.access, log, { migrate: true })
  shutdown.stage('store')(() => store.close())
  const passwords = openFirstPasswords(config, config.dataFolder)
  const token = operatorToken(config.metricsToken, config.dataFolder)
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

  const time = new GuardedClock(systemTime)
  const clock: Clock = { ...wallClock, now: time.now }
  const metrics = new Registry()
  const tracing = config.tracing && (await openTracing(config.tracing, log))
  if (tracing) shutdown.stage('traces', TRACES_END_MS)(() => tracing.end())
  const measured = deskMetrics(metrics)
  const desk = new Desk({
    openVenue: openEmbeddedVenue,
    connect: postgresRecord(() => leadership.connectDesk(), {
      indexBase: indexOfPoints(config.marketRules.indexBasePoints),
      tradesDays: config.tradesDays,
    }),
    clock: config.clock,
    speed: config.clockSpeed,
    rules: config.marketRules,
    time,
    pause: (ms) => wait(ms, undefined, { ref: false }),
    // Behind everything that one turn of the event loop has read from the sockets.
    gather: () => turnOfLoop(),
    orderRate: config.orderRate,
    log,
    onReplaced: (reason) => {
      leadership.handOver()
      parts.onReplaced(reason)
    },
    observer: tracing?.observing(measured) ?? measured,
  })
  const { picture } = desk
  const identity = await openIdentity(store, clock, log)
  const { sessions } = identity
  shutdown.stage('sessions')(() => sessions.close())
  const hubs = new Hubs({
    feed: desk,
    sessions,
    tenants: identity.tenants,
    allowsOrigin: sameOrigin,
    headers: securityHeaders,
    clock,
    log,
  })
  const endBackup = shutdown.stage('backup', BACKUP_END_MS)
  // Side by side: nobody new is let in while the batch in flight is finished and answered.
  const endWithTraffic = shutdown.stage('traffic', TRAFFIC_END_MS)
  endWithTraffic(() => desk.end())
  await desk.start()
  await openAccounts(store, desk, firms, withPast)
  await completeFirms(store, desk)
  const notifier = new Notifier({
    store,
    feed: desk,
    log,
    publish: (tenantId, notification) => hubs.notify(tenantId, notification),
  })
  endWithTraffic(() => notifier.stop())

  const printer = new Printer({ every: systemEvery })
  endWithTraffic(() => printer.close())

  const { smtpUrl, mailFrom } = config
  const mailSender = startMailSender({
    outbox: identity.outbox,
    deliver: smtpUrl === undefined ? undefined : smtpDelivery(smtpUrl, mailFrom),
    print: documentPrinter({ store, print: printer.print, now: clock.now }),
    log,
  })
  endWithTraffic(() => mailSender.stop())

  // The demo shows its mails on a page of its own.
  const areMailsSent = smtpUrl !== undefined || config.demo
  endWithTraffic(
    mailDocumentsRegularly({
      ...{ store, outbox: identity.outbox, areMailsSent, log },
      marketDate: () => desk.session?.marketDate ?? lagosDate(clock.now()),
    }),
  )

  const ofMarket = {
    statisticsOf: (securityID: string) => picture.statisticsOf(securityID),
    marketDate: () => desk.session?.marketDate ?? lagosDate(clock.now()),
    marketTime: desk.marketTime,
  }
  const alertWatch = new AlertWatch({
    ...{ store, outbox: identity.outbox, areMailsSent, log, ...ofMarket },
    feed: desk,
    notify: (tx, tenantId, told) => notifier.add(tx, tenantId, told),
    every: systemEvery,
  })
  endWithTraffic(() => alertWatch.stop())

  const auditHeads = new AuditHeadsFile(config.dataFolder)
  const auditSequencer = new AuditSequencer({ store, file: auditHeads, log })
  endWithTraffic(() => auditSequencer.stop())
  const syslog =
    config.syslog && new SyslogSender({ store, receiver: config.syslog, version: packageJson.version, log })
  syslog?.register(metrics)
  if (syslog) endWithTraffic(() => syslog.stop())
  endWithTraffic(sweepRegularly({ store, now: clock.now, log }))
  const auditedWrite = openAuditedWrite(store, clock.now)
  const embeddedDepository = config.demo ? openEmbeddedDepository(store) : undefined
  const depository = embeddedDepository ?? openNumbersByHand(store)
  const publicUrl = () => config.publicUrl ?? address()
  const passkeys = openPasskeys({ store, clock, keyFor: identity.keyFor, publicUrl })
  const providers = openIdentityProviders({
    ...{ keyFor: identity.keyFor, clock },
    fetch: openProviderFetch(addressesIn(config.providerNetworks)),
  })
  const documentChecks = openDocumentChecks()
  endWithTraffic(() => documentChecks.close())
  const registration = registrationFeature({
    ...identity,
    ...{ store, clock, desk, depository, documentChecks, auditedWrite, log, publicUrl },
    areMailsSent: () => areMailsSent,
    marketDate: () => desk.session?.marketDate ?? lagosDate(clock.now()),
    onWaiting: (tenantId) => notifier.wake(tenantId),
  })

  const afterAnswers = openAfterAnswers(wait, (err) => log.error({ err }, 'work after an answer failed'))
  endWithTraffic(afterAnswers.idle)
  registerMetrics(metrics, { desk, hubs, store, certificate })
  const backup =
    config.backup === undefined ? undefined : new ScheduledBackup({ config, log, now: wallClock.now })
  backup?.register(metrics)
  endBackup(() => backup?.close())
  const mailbox =
    config.demo && smtpUrl === undefined ? () => identity.outbox.waiting(MAILS_SHOWN) : undefined
  const app = await buildHttp({
    handlers: {
      ...account({ ...identity, store, clock, wait, auditedWrite, publicUrl, afterAnswers, passkeys }),
      ...registration.handlers,
      ...roles({ sessions, store, clock }),
      ...users({ ...identity, store, clock, publicUrl }),
      ...session({
        ...identity,
        store,
        application: { version: packageJson.version, releaseDate: RELEASED },
      }),
      ...configuration({ ...identity, areMailsSent }),
      ...home({ desk, picture, tenants: identity.tenants }),
      ...tokenAuth({
        ...identity,
        store,
        clock,
        monotonic: () => performance.now(),
        wait,
        passkeys,
        providers,
        publicUrl,
      }),
      ...orderFeature({ desk, store }),
      ...marketDataFeature({ desk, store, picture }),
      ...watchlistFeature({
        store,
        isListed: (securityID) => picture.statisticsOf(securityID) !== undefined,
      }),
      ...alertFeature({ store, watch: alertWatch, ...ofMarket }),
      ...notificationFeature({
        store,
        publish: (caller, change) => hubs.notificationsChanged(caller, change),
      }),
      ...backOfficeFeature({
        ...{ store, picture, desk, print: printer.print, outbox: identity.outbox, now: clock.now },
        documentChecks,
        onTransfer: (tenantId) => notifier.wake(tenantId),
      }),
      ...feesFeature({
        ...{ store, desk, marketDate: () => picture.venue()?.marketDate ?? '' },
        onTransfer: (tenantId) => notifier.wake(tenantId),
      }),
      ...customersFeature({
        ...{ store, clock, desk, outbox: identity.outbox, print: printer.print, documentChecks },
        letterheadOf: (tenantId, translate) => letterheadOf({ store, now: clock.now }, tenantId, translate),
        marketDate: () => desk.session?.marketDate ?? lagosDate(clock.now()),
      }),
      ...settingsFeature({
        ...{ store, desk, tenants: identity.tenants, sessions: identity.sessions, print: printer.print },
        checkPicture: documentChecks.check,
        ...{ clock, providers, publicUrl },
        ...{ areMailsSent, isNumberedByHand: depository.isByHand },
      }),
      ...limitsFeature({ store, desk }),
      ...reportsFeature({ store, auditHeads, clock }),
      ...tenantsFeature({ ...identity, store, desk, clock, publicUrl }),
    },
    identity,
    auditedWrite,
    recordRefusal: openRefusalRecord({ store, now: clock.now, log }),
    idempotencyKeys: openIdempotencyKeys(store, identity.keyFor, clock.now),
    reportLog: openReportLog(store, clock.now),
    customerViews: openCustomerViews(store, clock.now),
    now: clock.now,
    log,
    newId: wallClock.newId,
    version: packageJson.version,
    webFolder: WEB_FOLDER,
    metrics,
    tracing,
    operatorToken: token,
    trustedProxies: config.trustedProxies,
    readiness: {
      database: () => leadership.health,
      desk: () => desk.health,
      ...(certificate && { certificate: () => certificate.health }),
    },
    warnings: () => [
      ...holidayWarnings(lagosDate(wallClock.now())),
      ...(areMailsSent ? [] : [NO_MAIL]),
      ...auditSequencer.warnings,
      ...(syslog?.warnings ?? []),
      ...(backup?.warnings ?? []),
      ...(certificate?.warnings ?? []),
    ],
    mailbox,
    depository: embeddedDepository,
    endByLogoutToken: openProviderLogout({ store, clock, sessions, providers }),
    hubs,
    certificate,
  })
  const address = () => app.listeningOrigin
  endWithTraffic(() => app.close())
  endWithTraffic(() => hubs.close())
  if (config.crowd === 'agents' || recording) {
    const endFirst = shutdown.stage('crowd', TRAFFIC_END_MS)
    endFirst(startCrowd({ desk, picture, config, log, recording }))
    endFirst(openNewsroom(desk, picture, wallClock.now))
  }
  await app.listen({ port: config.port, host: config.host })
  if (certificate) endWithTraffic(certificate.follow(app.server as HttpsServer, systemEvery))
  // Its mails lead to the page's address.
  endWithTraffic(resumeRegularly(registration.completion, systemEvery, log))
  const pageAt = (path: string) => `${address()}${path}?key=${demoKey(token)}`
  const demoPages = {
    ...(mailbox && { mailbox: pageAt('/dev/mailbox') }),
    ...(embeddedDepository && { depository: pageAt('/dev/depository') }),
  }
  return {
    url: address(),
    demoPages,
    passwords,
    isNumberedByHand: depository.isByHand,
    session: desk.session,
  }
}

/** The tracer, which is loaded only where something is traced. */
async function openTracing(options: NonNullable<Config['tracing']>, log: Logger) {
  const { Tracing } = await import('./tracing.ts')
  return new Tracing({ ...options, version: packageJson.version, log })
}
