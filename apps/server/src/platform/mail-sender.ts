import { createTransport } from 'nodemailer'
import { runForAll } from '../store/connection-shares.ts'
import { type Every, systemEvery } from './clock.ts'
import type { Mail, MailedDocument, MailOutbox } from './mail-outbox.ts'

/** A file of a mail. */
export interface Attachment {
  readonly filename: string
  readonly content: Buffer
}

/** Hands a mail to a mail server. @throws when the server did not take it. */
export type Deliver = (mail: Mail, attachments?: readonly Attachment[]) => Promise<unknown>

export interface MailSenderParts {
  readonly outbox: MailOutbox
  /** `undefined`: nothing is sent, and what waits is given up after a day. */
  readonly deliver: Deliver | undefined
  /** Prints what a mail brings. A mail whose document cannot be printed now is tried again. */
  readonly print?: (tenantId: number, document: MailedDocument) => Promise<Attachment>
  readonly log: { warn(facts: object, message: string): void }
  readonly every?: Every
}

/** Every firm is looked at this often for mails whose next attempt is due; announced ones do not wait for it. */
const LOOK_EVERY_MS = 30_000

/**
 * Sends the mails of the outbox, one at a time: a server that dies between a delivery and its record sends
 * that one mail again. A mail that is not taken is tried again for a day.
 */
export function startMailSender({ outbox, deliver, print, log, every = systemEvery }: MailSenderParts): {
  stop(): Promise<void>
} {
  const announced = new Set<number>()
  let isStopped = false
  let areAllDue = true
  let run: Promise<void> | undefined

  const send = async (tenantId: number): Promise<void> => {
    while (deliver && !isStopped) {
      const mail = await outbox.claim(tenantId)
      if (!mail) return
      try {
        const attached = mail.document && print ? [await print(tenantId, mail.document)] : []
        await deliver(mail, attached)
      } catch (error) {
        // The error of a mail server may quote the recipient; its codes do not.
        const { code, responseCode } = error as { code?: string; responseCode?: number }
        log.warn({ mail: mail.id, code, responseCode }, 'an e-mail was not accepted and will be retried')
        continue
      }
      await outbox.sent(tenantId, mail)
    }
  }

  const sendDue = async (): Promise<void> => {
    while (!isStopped && (areAllDue || announced.size > 0)) {
      const isLook = areAllDue
      const due = isLook ? await outbox.tenantIds() : [...announced]
      areAllDue = false
      announced.clear()
      for (const tenantId of due) {
        if (isLook) {
          const givenUp = await outbox.tidy(tenantId)
          if (givenUp > 0) log.warn({ tenantId, mails: givenUp }, 'e-mails were abandoned after a day')
        }
        await send(tenantId)
      }
    }
  }

  const wake = () => {
    if (run || isStopped) return
    run = runForAll(sendDue).then(
      () => {
        run = undefined
        if (announced.size > 0) wake()
      },
      (err) => {
        run = undefined
        log.warn({ err }, 'e-mails could not be read; trying again')
      },
    )
  }

  outbox.onAnnounced((tenantId) => {
    announced.add(tenantId)
    wake()
  })
  const stopLooking = every(LOOK_EVERY_MS, () => {
    areAllDue = true
    wake()
  })
  wake()
  return {
    async stop() {
      isStopped = true
      stopLooking()
      await run
    },
  }
}

/** The longest that a mail server may take to answer: less than the gap between two attempts. */
const CONNECT_MS = 10_000
const SILENT_MS = 20_000

/** Delivers by SMTP (RFC 5321). @param url of the mail server, with the user and password it asks for. */
export function smtpDelivery(url: string, from: string): Deliver {
  const options = { connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: SILENT_MS }
  const transport = createTransport({ url, ...options, disableFileAccess: true, disableUrlAccess: true })
  const host = /@([^>\s]+)>?$/.exec(from)?.[1] ?? 'localhost'
  return ({ id, to, subject, text, creationTime }, attachments = []) =>
    transport.sendMail({
      // As an object it is one address, whatever it holds.
      to: { name: '', address: to },
      attachments: attachments.map((file) => ({ ...file, contentType: 'application/pdf' })),
      ...{ from, subject, text, date: creationTime, messageId: `<${id}@${host}>` },
      // Nobody's holiday notice answers it (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
}
