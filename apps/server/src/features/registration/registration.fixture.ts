import { type CallName, calls, pathOf, verbOf } from '@tradebook/contract'
import pino from 'pino'
import { expect } from 'vitest'
import type { DeskInput } from '../../desk/inputs.ts'
import {
  app,
  bearing,
  call,
  database,
  edgeForAllTests,
  type FixtureParts,
  identity,
  PASSWORD,
  signIn,
} from '../../http/identity.fixture.ts'
import { type EmbeddedDepository, openEmbeddedDepository } from '../../platform/embedded-depository.ts'
import { openNumbersByHand } from '../../platform/numbers-by-hand.ts'
import type { Completion } from './completion.ts'
import { openDocumentChecks } from './document-checks.ts'
import { registrationFeature } from './registration.ts'
import { files, individual } from './request.fixture.ts'

/** Registration at the edge, on a real database; the desk takes accounts and keeps none. */

export let depository: EmbeddedDepository
/** Whether no depository is connected, so that staff enter its numbers. */
export const numbers = { areByHand: false }
export let completion: Completion
/** The accounts that the desk was handed. */
export const handed: Extract<DeskInput, { kind: 'openAccount' }>[] = []

/** Whether there is a mail server. */
export const mailServer = { isThere: true }

/** Whether the desk takes nothing, as one of a server that is ending. */
export const desk = { isAway: false }

/** The firms in which something began to wait for staff. */
export const waited: number[] = []

/** What was written into the log. */
export const logged: Readonly<Record<string, unknown>>[] = []

export const MARKET_DATE = '2026-11-20'

export const registrationForAllTests = (): void => edgeForAllTests({ handlers: handlersOf })

function handlersOf(parts: FixtureParts) {
  handed.length = 0
  depository = openEmbeddedDepository(parts.store)
  const byHand = openNumbersByHand(parts.store)
  const feature = registrationFeature({
    ...parts,
    desk: {
      submit: async (input) => {
        if (desk.isAway) throw new Error('the desk is away')
        if (input.kind === 'openAccount') handed.push(input)
        return { kind: 'done', sequence: 1 }
      },
    },
    depository: {
      get isByHand() {
        return numbers.areByHand
      },
      open: (application) => (numbers.areByHand ? byHand : depository).open(application),
    },
    areMailsSent: () => mailServer.isThere,
    documentChecks: openDocumentChecks(),
    log: pino({ level: 'warn' }, { write: (line) => logged.push(JSON.parse(line)) }),
    publicUrl: () => 'https://trade.example',
    marketDate: () => MARKET_DATE,
    onWaiting: (tenantId) => waited.push(tenantId),
  })
  completion = feature.completion
  return feature.handlers
}

/** Keeps settings of a firm. */
export const set = (tenantId: number, texts: Readonly<Record<string, string>>) =>
  database.store.forTenant(tenantId).write(async (tx) => {
    for (const [name, value] of Object.entries(texts))
      await tx
        .insertInto('settings')
        .values({ tenant_id: tenantId, name, value })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'name']).doUpdateSet({ value }))
        .execute()
  })

export const bearerOf = async (userName: string, more: object = {}) =>
  bearing((await signIn(userName, more)).result.accessToken)

/** Makes a read with its parameters. */
export async function ask(name: CallName, parameters: Record<string, string>, headers = {}) {
  const answer = await app.inject({
    url: `/api/services/app/${name}?${new URLSearchParams(parameters)}`,
    headers,
  })
  return { status: answer.statusCode, ...answer.json() }
}

let people = 0

export const registerAs = (userName: string, more: object = {}) => {
  people += 1
  const input = {
    ...{ tenancyName: 'Meridian', name: 'Zainab', surname: 'Bello', userName },
    ...{ emailAddress: `${userName}@example.com`, password: PASSWORD, ...more },
  }
  return call('Account/Register', input, {}, { remoteAddress: `10.1.${people >> 8}.${people & 255}` })
}

export const mailsTo = async (emailAddress: string) =>
  (await identity.outbox.waiting(500)).filter(({ to }) => to === emailAddress)

/** All that was mailed to a person. */
export const mailed = async (userName: string) =>
  (await mailsTo(`${userName}@example.com`)).map(({ subject, text }) => `${subject}\n${text}`).join('\n')

/** The code of the newest mail to an address. */
export async function codeTo(emailAddress: string): Promise<string> {
  const mail = (await mailsTo(emailAddress)).find(({ text }) => /^\d{6}$/m.test(text))
  return /^(\d{6})$/m.exec(mail?.text ?? '')?.[1] ?? ''
}

/** A person with a proved address; answers the registration token. */
export async function verified(userName: string, registered: object = {}): Promise<string> {
  const { result } = await registerAs(userName, registered)
  const code = await codeTo(`${userName}@example.com`)
  const { result: answer } = await call('Account/VerifyAccount', { accessToken: result.accessToken, code })
  expect(answer).toEqual({ verified: true })
  return result.accessToken
}

/** Makes a call with a form, as a page does that sends documents. */
export async function sendForm(
  name: CallName,
  texts: Readonly<Record<string, string | boolean | number>>,
  files: Readonly<Record<string, File>>,
  token?: string,
) {
  const form = new FormData()
  for (const [field, value] of Object.entries(texts)) form.append(field, String(value))
  for (const [part, file] of Object.entries(files)) form.append(part, file)
  const request = new Request('http://x/', { method: 'POST', body: form })
  const answer = await app.inject({
    method: verbOf(name, calls[name]),
    url: pathOf(name, calls[name]),
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      ...(token === undefined ? {} : bearing(token)),
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  const { result, error } = answer.json()
  return { status: answer.statusCode, result, error }
}

/** A person whose request waits for a reviewer. */
export async function submitted(
  userName: string,
  more: Readonly<Record<string, string>> = {},
  registered: object = {},
): Promise<{ readonly id: number; readonly token: string }> {
  const token = await verified(userName, registered)
  const { result, error } = await sendForm(
    'Customer/CustomerRegister',
    { ...individual, ...more, accessToken: token, submit: true },
    files,
  )
  expect(error).toBeNull()
  expect(result.status).toBe(2)
  return { id: result.id, token }
}

export const auditOf = (tenantId: number) =>
  database.store
    .forTenant(tenantId)
    .read((tx) => tx.selectFrom('audit_log').selectAll().orderBy('id').execute())
