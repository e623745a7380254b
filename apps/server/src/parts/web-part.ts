import type { Server as HttpsServer } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { lagosDate } from '@tradebook/contract'
import { account } from '../features/account/account.ts'
import { roles } from '../features/administration/roles.ts'
import { tenantsFeature } from '../features/administration/tenants.ts'
import { users } from '../features/administration/users.ts'
import { alertFeature } from '../features/alert/alert.ts'
import { backOfficeFeature } from '../features/back-office/back-office.ts'
import { letterheadOf } from '../features/back-office/letterhead.ts'
import { configuration } from '../features/configuration/configuration.ts'
import { customersFeature } from '../features/customers/customers.ts'
import { exchangeLineFeature } from '../features/exchange-line/exchange-line.ts'
import { feesFeature } from '../features/fees/fees.ts'
import { home } from '../features/home/home.ts'
import { instructionFeature } from '../features/instruction/instruction.ts'
import { limitsFeature } from '../features/limits/limits.ts'
import { marketDataFeature } from '../features/market-data/market-data.ts'
import { notificationFeature } from '../features/notification/notification.ts'
import { openBasketStops } from '../features/order/basket-stops.ts'
import { basketFeature } from '../features/order/baskets.ts'
import { orderFeature } from '../features/order/order.ts'
import { reportsFeature } from '../features/reports/reports.ts'
import { session } from '../features/session/session.ts'
import { settingsFeature } from '../features/settings/settings.ts'
import { openProviderLogout } from '../features/token-auth/provider-logout.ts'
import { tokenAuth } from '../features/token-auth/token-auth.ts'
import { watchlistFeature } from '../features/watchlist/watchlist.ts'
import type { Certificate } from '../http/certificate.ts'
import { demoKey } from '../http/operator-access.ts'
import type { Health } from '../http/operators.ts'
import { addressesIn } from '../http/proxies.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { buildHttp } from '../http/server.ts'
import { Hubs } from '../hub/hubs.ts'
import { sameOrigin } from '../hub/origin.ts'
import { registerMetrics } from '../metrics.ts'
import { openAfterAnswers } from '../platform/after-answers.ts'
import { systemEvery, wallClock } from '../platform/clock.ts'
import { openCustomerViews } from '../platform/customer-views.ts'
import { holidayWarnings } from '../platform/holiday-warnings.ts'
import { openIdempotencyKeys } from '../platform/idempotency-keys.ts'
import { openIdentityProviders } from '../platform/identity-providers.ts'
import { openPasskeys } from '../platform/passkeys.ts'
import { openProviderFetch } from '../platform/provider-fetch.ts'
import { openRefusalRecord } from '../platform/refused-calls.ts'
import { openReportLog } from '../platform/report-log.ts'
import type { RunningServer } from '../welcome.ts'
import type { Installation, SharedParts } from './installation.ts'
import {
  alertRemoved,
  alertSet,
  alertsUnknown,
  auditHead,
  basketsStopped,
  notificationsChanged,
  notified,
  toNotify,
} from './messages.ts'

const WEB_FOLDER = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const RELEASED = '2026-11-21T00:00:00Z'
/** Of each firm. */
const MAILS_SHOWN = 50
const NO_MAIL = 'No e-mail is sent: SMTP_URL is not set.'
const STANDBY_UNUSED = 'The standby of DATABASE_READ_URL is not used; reads go to the primary.'
/** The leader reads it from memory. */
const AUDIT_HEAD_WITHIN_MS = 5_000

export interface WebPartParts {
  /** Of HTTPS; without one the server speaks plain HTTP. */
  readonly certificate: Certificate | undefined
  /** What must work before requests should be sent here, in addition to the certificate. */
  readonly readiness: Readonly<Record<string, () => Health>>
  /** What needs attention in the other parts of this process. */
  readonly warnings: () => readonly string[]
}

/** Serves people: HTTP, the page and the hub. */
export async function openWebPart(
  installation: Installation,
  shared: SharedParts,
  { certificate, readiness, warnings }: WebPartParts,
): Promise<Pick<RunningServer, 'url' | 'demoPages' | 'isNumberedByHand'>> {
  const { config, log, store, bus, clock, identity, metrics, tracing, version } = installation
  const { areMailsSent, publicUrl, endWithTraffic, operatorToken } = installation
  const { desk, printer, documentChecks, auditedWrite, embeddedDepository, depository } = shared
  const { marketDate, registration, ofMarket } = shared
  const { picture } = desk
  const { sessions, tenants, outbox } = identity
  const hubs = new Hubs({
    feed: desk,
    sessions,
    tenants,
    allowsOrigin: sameOrigin,
    headers: securityHeaders,
    clock,
    log,
  })
  bus.listen(notified, ({ tenantId, notification }) => hubs.notify(tenantId, notification))
  bus.listen(notificationsChanged, ({ change, ...user }) => hubs.notificationsChanged(user, change))
  const passkeys = openPasskeys({ store, clock, keyFor: identity.keyFor, publicUrl })
  const providers = openIdentityProviders({
    ...{ keyFor: identity.keyFor, clock },
    fetch: openProviderFetch(addressesIn(config.providerNetworks)),
  })
  const afterAnswers = openAfterAnswers(wait, (err) => log.error({ err }, 'work after an answer failed'))
  endWithTraffic(afterAnswers.idle)
  registerMetrics(metrics, { desk, hubs, store, certificate })
  const mailbox = config.demo && config.smtpUrl === undefined ? () => outbox.waiting(MAILS_SHOWN) : undefined
  const onTransfer = (tenantId: number) => bus.announce(toNotify, tenantId)
  const { stopBaskets, onStopped } = openBasketStops({
    announce: (user) => bus.announce(basketsStopped, user),
    listen: (listener) => bus.listen(basketsStopped, listener),
  })
  const app = await buildHttp({
    handlers: {
      ...account({ ...identity, store, clock, wait, auditedWrite, publicUrl, afterAnswers, passkeys }),
      ...registration.handlers,
      ...roles({ sessions, store, clock }),
      ...users({ ...identity, store, clock, publicUrl }),
      ...session({ ...identity, store, application: { version, releaseDate: RELEASED } }),
      ...configuration({ ...identity, areMailsSent }),
      ...home({ desk, picture, tenants }),
      ...tokenAuth({
        ...identity,
        ...{ store, clock, wait, passkeys, providers, publicUrl },
        monotonic: () => performance.now(),
      }),
      ...orderFeature({ desk, store, stopBaskets }),
      ...instructionFeature({ store, ...ofMarket }),
      ...basketFeature({
        ...{ desk, store, wait, onStopped, stopBaskets, ...ofMarket },
        authenticate: sessions.authenticate,
        monotonic: () => performance.now(),
      }),
      ...marketDataFeature({ desk, store, picture }),
      ...exchangeLineFeature({ desk, store, picture, marketDate }),
      ...watchlistFeature({
        store,
        isListed: (securityID) => picture.statisticsOf(securityID) !== undefined,
      }),
      ...alertFeature({
        store,
        watch: {
          set: (alert) => bus.announce(alertSet, alert),
          remove: (tenantId, id) => bus.announce(alertRemoved, { tenantId, id }),
          read: (tenantId) => bus.announce(alertsUnknown, tenantId),
        },
        ...ofMarket,
      }),
      ...notificationFeature({
        store,
        publish: ({ tenantId, userId }, change) =>
          bus.announce(notificationsChanged, { tenantId, userId, change }),
      }),
      ...backOfficeFeature({
        ...{ store, picture, desk, print: printer.print, outbox, now: clock.now },
        ...{ documentChecks, onTransfer },
      }),
      ...feesFeature({
        ...{ store, desk, areMailsSent, onTransfer },
        marketDate: () => picture.venue()?.marketDate ?? '',
      }),
      ...customersFeature({
        ...{ store, clock, desk, outbox, print: printer.print, documentChecks, marketDate, publicUrl },
        letterheadOf: (tenantId, translate) => letterheadOf({ store, now: clock.now }, tenantId, translate),
      }),
      ...settingsFeature({
        ...{ store, desk, tenants, sessions, print: printer.print },
        checkPicture: documentChecks.check,
        ...{ clock, providers, publicUrl },
        ...{ areMailsSent, isNumberedByHand: depository.isByHand },
      }),
      ...limitsFeature({ store, desk }),
      ...reportsFeature({
        store,
        clock,
        async filedHead(tenantId) {
          const head = await bus.ask(auditHead, tenantId, AUDIT_HEAD_WITHIN_MS)
          return head && { ...head, hash: Buffer.from(head.hash, 'hex') }
        },
      }),
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
    version,
    webFolder: WEB_FOLDER,
    metrics,
    tracing,
    operatorToken,
    trustedProxies: config.trustedProxies,
    readiness: { ...readiness, ...(certificate && { certificate: () => certificate.health }) },
    warnings: () => [
      ...holidayWarnings(lagosDate(wallClock.now())),
      ...(areMailsSent ? [] : [NO_MAIL]),
      ...(store.standbyProblem ? [`${STANDBY_UNUSED} ${store.standbyProblem}`] : []),
      ...warnings(),
      ...(certificate?.warnings ?? []),
    ],
    mailbox,
    depository: embeddedDepository,
    endByLogoutToken: openProviderLogout({ store, clock, sessions, providers }),
    hubs,
    certificate,
  })
  endWithTraffic(() => app.close())
  endWithTraffic(() => hubs.close())
  await app.listen({ port: config.port, host: config.host })
  const url = app.listeningOrigin
  installation.listensAt(url)
  if (certificate) endWithTraffic(certificate.follow(app.server as HttpsServer, systemEvery))
  const pageAt = (path: string) => `${url}${path}?key=${demoKey(operatorToken)}`
  return {
    url,
    demoPages: {
      ...(mailbox && { mailbox: pageAt('/dev/mailbox') }),
      ...(embeddedDepository && { depository: pageAt('/dev/depository') }),
    },
    isNumberedByHand: depository.isByHand,
  }
}
