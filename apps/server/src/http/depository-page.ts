import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type DepositoryMode,
  depositoryModes,
  type EmbeddedDepository,
} from '../platform/embedded-depository.ts'
import { sendFailure } from './answers.ts'
import { demoKey, hasDemoKey } from './operator-access.ts'
import { documentHeaders } from './security-headers.ts'

const ways: Readonly<Record<DepositoryMode, string>> = {
  assigns: 'Assign an account at once',
  refuses: 'Refuse',
  silent: 'Stay silent',
}

/** `/dev/depository` shows how the depository of a demo answers, and changes it: for anyone who has the link that the server printed. */
export function serveDepository(
  app: FastifyInstance,
  operatorToken: string,
  depository: Pick<EmbeddedDepository, 'mode'>,
): void {
  const shown = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (!hasDemoKey(request, operatorToken))
      return sendFailure(reply, 401, {
        message: 'Open the depository of the demo by the link that the server prints at its start.',
        unAuthorizedRequest: true,
      })
    const { mode } = request.query as Readonly<Record<string, unknown>>
    const chosen = depositoryModes.find((each) => each === mode)
    if (request.method === 'POST' && chosen) depository.mode = chosen
    return reply
      .header('cache-control', 'no-store')
      .headers(documentHeaders)
      .type('text/html; charset=utf-8')
      .send(pageOf(depository.mode, demoKey(operatorToken)))
  }
  app.get('/dev/depository', shown)
  app.post('/dev/depository', shown)
}

const pageOf = (mode: DepositoryMode, key: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Depository of the demo</title><h1>Depository of the demo</h1><p>Now: ${ways[mode]}.</p>${depositoryModes
    .map(
      (each) =>
        `<form method="post" action="/dev/depository?key=${key}&amp;mode=${each}"><button>${ways[each]}</button></form>`,
    )
    .join('')}</html>`
