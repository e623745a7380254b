import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type DepositoryMode,
  depositoryModes,
  type EmbeddedDepository,
} from '../platform/embedded-depository.ts'
import { sendFailure } from './answers.ts'
import { isOfThisMachine } from './own-machine.ts'
import type { Addresses } from './proxies.ts'

const ways: Readonly<Record<DepositoryMode, string>> = {
  assigns: 'Assign an account at once',
  refuses: 'Refuse',
  silent: 'Stay silent',
}

/** `/dev/depository` shows how the depository of a demo answers, and changes it: from this machine alone. */
export function serveDepository(
  app: FastifyInstance,
  trustedProxies: Addresses,
  depository: Pick<EmbeddedDepository, 'mode'>,
): void {
  const shown = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (!isOfThisMachine(request, trustedProxies) || isOfOtherSite(request))
      return sendFailure(reply, 401, {
        message: 'The depository of a demo is reached from this machine alone.',
        unAuthorizedRequest: true,
      })
    const { mode } = request.query as Readonly<Record<string, unknown>>
    const chosen = depositoryModes.find((each) => each === mode)
    if (request.method === 'POST' && chosen) depository.mode = chosen
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(pageOf(depository.mode))
  }
  app.get('/dev/depository', shown)
  app.post('/dev/depository', shown)
}

/** A page of another site could send its form here. */
const isOfOtherSite = ({ headers }: FastifyRequest): boolean =>
  headers.origin !== undefined && headers.origin.replace(/^https?:\/\//, '') !== headers.host

const pageOf = (mode: DepositoryMode): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Depository of the demo</title><h1>Depository of the demo</h1><p>Now: ${ways[mode]}.</p>${depositoryModes
    .map(
      (each) =>
        `<form method="post" action="/dev/depository?mode=${each}"><button>${ways[each]}</button></form>`,
    )
    .join('')}</html>`
