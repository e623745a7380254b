import type { FastifyInstance } from 'fastify'
import { sendFailure } from './answers.ts'
import { hasDemoKey } from './operator-access.ts'
import { documentHeaders } from './security-headers.ts'

/** A mail as the mailbox shows it. */
export interface ShownMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly creationTime: Date
}

/**
 * `/dev/mailbox` shows the mails of a demo, which are not sent. They let anyone who reads them in, so that only who has
 * the link that the server printed may.
 */
export function serveMailbox(
  app: FastifyInstance,
  operatorToken: string,
  mails: () => Promise<readonly ShownMail[]>,
): void {
  app.get('/dev/mailbox', async (request, reply) => {
    if (!hasDemoKey(request, operatorToken))
      return sendFailure(reply, 401, {
        message: 'Open the mailbox of the demo by the link that the server prints at its start.',
        unAuthorizedRequest: true,
      })
    const shown = (await mails()).map(articleOf).join('') || '<p>No mail waits.</p>'
    return reply
      .header('cache-control', 'no-store')
      .headers(documentHeaders)
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mailbox of the demo</title><h1>Mailbox of the demo</h1>${shown}</html>`,
      )
  })
}

const articleOf = ({ to, subject, text, creationTime }: ShownMail): string =>
  `<article><h2>${escaped(subject)}</h2><p>${escaped(to)}, ${creationTime.toISOString()}</p><pre>${withLinks(escaped(text))}</pre></article>`

const withLinks = (text: string): string =>
  text.replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`)

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
