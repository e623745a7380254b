import { ScheduledBackup } from '../backup/scheduled-backup.ts'
import { openNewsroom } from '../demo/newsroom.ts'
import { AlertWatch } from '../features/alert/alert-watch.ts'
import { mailDocumentsRegularly } from '../features/back-office/document-mails.ts'
import { Notifier } from '../features/notification/notifier.ts'
import { resumeRegularly } from '../features/registration/completion.ts'
import { AuditHeadsFile } from '../platform/audit-heads-file.ts'
import { AuditSequencer } from '../platform/audit-sequencer.ts'
import { systemEvery, wallClock } from '../platform/clock.ts'
import { smtpDelivery, startMailSender } from '../platform/mail-sender.ts'
import { sweepRegularly } from '../platform/sweeper.ts'
import { SyslogSender } from '../platform/syslog-sender.ts'
import { type Recording, startCrowd } from '../venue/embedded/crowd/start.ts'
import type { OpenedDesk } from './desk-part.ts'
import { type Installation, type SharedParts, TRAFFIC_END_MS } from './installation.ts'
import { alertRemoved, alertSet, alertsUnknown, auditHead, notified, toNotify } from './messages.ts'

/** What one process of an installation does for all: the one whose desk leads. */
export interface LeadingPart {
  /** What needs attention, in words for operators. */
  readonly warnings: () => readonly string[]
  /** Starts what needs the address of the page, or trades. */
  begin(recording: Recording | undefined): void
}

/**
 * Starts what only the leader does: notifications, e-mails, alerts, the chain of the audit trail, syslog, deletions and
 * backups. All of it continues from rows, so that the next leader finishes what this one has left.
 */
export function openLeadingPart(
  installation: Installation,
  shared: SharedParts,
  { desk, venueWarnings }: Pick<OpenedDesk, 'desk' | 'venueWarnings'>,
): LeadingPart {
  const { config, log, store, bus, clock, metrics, identity, areMailsSent, version } = installation
  const { endWithTraffic, endBackup, shutdown } = installation
  const { outbox } = identity
  const notifier = new Notifier({
    store,
    feed: desk,
    log,
    publish: (tenantId, notification) => bus.announce(notified, { tenantId, notification }),
  })
  endWithTraffic(() => notifier.stop())
  bus.listen(toNotify, (tenantId) => notifier.wake(tenantId))

  const { smtpUrl, mailFrom } = config
  const mailSender = startMailSender({
    outbox,
    deliver: smtpUrl === undefined ? undefined : smtpDelivery(smtpUrl, mailFrom),
    print: shared.printDocument,
    log,
  })
  endWithTraffic(() => mailSender.stop())
  endWithTraffic(mailDocumentsRegularly({ store, outbox, areMailsSent, log, marketDate: shared.marketDate }))

  const alertWatch = new AlertWatch({
    ...{ store, outbox, areMailsSent, log, ...shared.ofMarket },
    feed: desk,
    notify: (tx, tenantId, told) => notifier.add(tx, tenantId, told),
    every: systemEvery,
  })
  endWithTraffic(() => alertWatch.stop())
  bus.listen(alertSet, (alert) => alertWatch.set(alert))
  bus.listen(alertRemoved, ({ tenantId, id }) => alertWatch.remove(tenantId, id))
  bus.listen(alertsUnknown, (tenantId) => alertWatch.read(tenantId))

  bus.onGap(() => {
    notifier.wakeAll()
    alertWatch.readAll()
  })

  const auditHeads = new AuditHeadsFile(config.dataFolder)
  const auditSequencer = new AuditSequencer({ store, file: auditHeads, log })
  endWithTraffic(() => auditSequencer.stop())
  bus.answer(auditHead, (tenantId) => {
    const head = auditHeads.of(tenantId)
    return head && { ...head, hash: head.hash.toString('hex') }
  })
  const syslog = config.syslog && new SyslogSender({ store, receiver: config.syslog, version, log })
  syslog?.register(metrics)
  if (syslog) endWithTraffic(() => syslog.stop())
  endWithTraffic(sweepRegularly({ store, now: clock.now, log }))
  const backup =
    config.backup === undefined ? undefined : new ScheduledBackup({ config, log, now: wallClock.now })
  backup?.register(metrics)
  endBackup(() => backup?.close())
  return {
    warnings: () => [
      ...venueWarnings(),
      ...auditSequencer.warnings,
      ...(syslog?.warnings ?? []),
      ...(backup?.warnings ?? []),
    ],
    begin(recording) {
      // Links in its e-mails lead to the page's address.
      endWithTraffic(resumeRegularly(shared.registration.completion, systemEvery, log))
      if (config.crowd !== 'agents' && !recording) return
      const endFirst = shutdown.stage('crowd', TRAFFIC_END_MS)
      const { picture } = desk
      endFirst(startCrowd({ desk, picture, config, log, recording }))
      endFirst(openNewsroom(desk, picture, wallClock.now))
    },
  }
}
