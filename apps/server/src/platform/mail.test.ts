import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testStore } from '../../testing/test-database.ts'
import { InProcessBus } from '../bus/in-process.ts'
import { createTenant, createUser } from '../store/people.ts'
import { openKeys } from './keys.ts'
import { gapAfter, type Mail, type MailOutbox, openMailOutbox } from './mail-outbox.ts'
import { smtpDelivery, startMailSender } from './mail-sender.ts'

/** Long past by the database's clock, too: what is given up is old by both. */
const START = Date.UTC(2024, 10, 20, 9)
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const LINK = 'https://trade.example/user/reset-password?tenant=Meridian#2.the-secret'

let database: TestDatabase
let outbox: MailOutbox
let tenantId: number
let userId: number
let now = START
let ids = 0
const clock = { now: () => now, newId: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}` }

beforeAll(async () => {
  database = await testStore()
  outbox = openMailOutbox(database.store, await openKeys(database.store), clock, new InProcessBus())
  tenantId = await createTenant(database.store, { tenancyName: 'Meridian', name: 'Meridian Securities' })
  const person = { name: 'Bola', surname: 'Ade', emailAddress: 'bola@meridian.example' }
  const user = {
    ...person,
    userName: 'bola',
    password: 'a password of the tests',
    roles: ['BROKER'],
  } as const
  userId = await createUser(database.store, tenantId, user)
})
afterAll(() => database.close())

beforeEach(async () => {
  await scope().write((tx) => tx.deleteFrom('mails').execute())
})

const scope = () => database.store.forTenant(tenantId)

const add = () =>
  scope().write((tx) =>
    outbox.add(
      tx,
      { tenantId, userId, emailAddress: 'bola@meridian.example', language: 'en' },
      'passwordReset',
      { name: 'Bola', userName: 'bola', firm: 'Meridian Securities', link: LINK, minutes: 30 },
    ),
  )

const rows = () => scope().read((tx) => tx.selectFrom('mails').selectAll().execute())

/** A sender whose looks a test makes, with the mails that its server took. */
function sender(deliver: (mail: Mail) => Promise<unknown>) {
  const warnings: string[] = []
  let look: () => unknown = () => undefined
  const started = startMailSender({
    outbox,
    deliver,
    log: { warn: (facts, message) => void warnings.push(`${message} ${JSON.stringify(facts)}`) },
    every: (_, work) => {
      look = work
      return () => undefined
    },
  })
  return { ...started, warnings, look: () => look() }
}

/** A server that takes every mail; answers what came, and refuses the first few by their number. */
async function smtpServer(
  refusals = 0,
): Promise<{ server: Server; url: string; taken: string[]; recipients: string[] }> {
  const taken: string[] = []
  const recipients: string[] = []
  let refused = 0
  const server = createServer((socket) => {
    let data: string | undefined
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 mail.example')
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      for (const line of chunk.split('\r\n').slice(0, data === undefined ? -1 : undefined)) {
        if (data !== undefined) {
          if (line === '.') {
            taken.push(data)
            data = undefined
            say('250 taken')
          } else data += `${line}\n`
        } else if (line === 'DATA') {
          data = ''
          say('354 go on')
        } else if (line.startsWith('RCPT') && refused < refusals) {
          refused += 1
          say('450 4.2.1 bola@meridian.example is busy')
        } else {
          if (line.startsWith('RCPT')) recipients.push(line)
          say(line === 'QUIT' ? '221 bye' : '250 ok')
        }
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, taken, recipients }
}

test('an e-mail is stored encrypted in the transaction of its change, and its contents are deleted once it is sent', async () => {
  await expect(
    scope().write(async (tx) => {
      await outbox.add(
        tx,
        { tenantId, userId, emailAddress: 'bola@meridian.example', language: 'en' },
        'passwordChanged',
        { name: 'Bola', userName: 'bola', firm: 'Meridian' },
      )
      throw new Error('the change failed')
    }),
  ).rejects.toThrow('the change failed')
  expect(await rows()).toEqual([])

  await add()
  const [row] = await rows()
  const stored = Buffer.concat([Buffer.from(JSON.stringify({ ...row, sealed: null })), row!.sealed!])
  for (const secret of ['the-secret', 'bola@', 'Bola']) expect(stored.includes(secret)).toBe(false)

  const { server, url, taken } = await smtpServer()
  const { stop } = sender(smtpDelivery(url, 'Tradebook <no-reply@trade.example>'))
  await expect.poll(async () => (await rows())[0]?.sent_at).toEqual(new Date(START))
  await stop()
  server.close()
  expect(taken).toHaveLength(1)
  const [mail = ''] = taken
  expect(mail).toContain('From: Tradebook <no-reply@trade.example>')
  expect(mail).toContain('To: bola@meridian.example')
  expect(mail).toContain('Subject: Set a new password for Tradebook')
  expect(mail).toContain(`Message-ID: <${row?.id}@trade.example>`)
  expect(mail.replaceAll('=\n', '').replaceAll('=3D', '=')).toContain(LINK)
  expect((await rows())[0]).toMatchObject({ sealed: null, attempts: 1 })
})

test('an e-mail goes to one address, whatever the stored field contains', async () => {
  const { server, url, recipients } = await smtpServer()
  const mail = { id: clock.newId(), subject: 'A code', text: '123456', creationTime: new Date(START) }
  await smtpDelivery(url, 'no-reply@trade.example')({ ...mail, to: 'x,victim@meridian.example' })
  server.close()
  expect(recipients).toEqual(['RCPT TO:<"x,victim"@meridian.example>'])
})

test('an e-mail that is not accepted is retried at growing intervals for a day, and its recipient is not logged', async () => {
  const attempts: number[] = []
  const began = now
  const refusing = sender(async () => {
    attempts.push(now - began)
    throw Object.assign(new Error('450 bola@meridian.example is busy'), {
      code: 'EENVELOPE',
      responseCode: 450,
    })
  })
  await add()
  outbox.announce(tenantId)
  await expect.poll(() => attempts.length).toBe(1)
  const isIdle = async () => {
    refusing.look()
    await outbox.tenantIds()
  }
  for (const [minute, expected] of [
    [0.9, 1],
    [1, 2],
    [2.9, 2],
    [3, 3],
  ] as const) {
    now = began + minute * MINUTE_MS
    await isIdle()
    await expect.poll(() => attempts.length).toBe(expected)
  }
  expect([1, 2, 3, 7, 40].map(gapAfter)).toEqual([1, 2, 4, 60, 60].map((minutes) => minutes * MINUTE_MS))
  now = began + DAY_MS
  refusing.look()
  await expect.poll(async () => (await rows())[0]?.sealed).toBeNull()
  expect((await rows())[0]?.sent_at).toBeNull()
  await refusing.stop()
  const log = refusing.warnings.join('\n')
  expect(log).toContain('"responseCode":450')
  expect(log).toContain('e-mails were abandoned after a day')
  expect(log).not.toMatch(/bola|Meridian|secret/)
  now = START
})

test('a clock that is days ahead for a while abandons no e-mail, and e-mails written in that time are sent afterwards', async () => {
  const began = Date.now()
  now = began
  await add()
  now = began + 3 * DAY_MS
  await add()
  expect(await outbox.tidy(tenantId)).toBe(0)
  expect(await outbox.waiting(50)).toHaveLength(2)
  now = began + MINUTE_MS
  const sent: string[] = []
  const { stop } = sender(async ({ id }) => void sent.push(id))
  await expect.poll(() => sent.length).toBe(2)
  await stop()
  now = START
})

test('a server that dies after a delivery sends only that e-mail again', async () => {
  await add()
  await add()
  const first = await outbox.claim(tenantId)
  // It was delivered; the server died before it could record that.
  const delivered: string[] = [first!.id]
  const next = sender(async ({ id }) => void delivered.push(id))
  await expect.poll(() => delivered.length).toBe(2)
  now += MINUTE_MS
  next.look()
  await expect.poll(() => delivered.length).toBe(3)
  now += DAY_MS / 2
  next.look()
  await expect.poll(async () => (await rows()).filter(({ sealed }) => sealed === null)).toHaveLength(2)
  await next.stop()
  expect(delivered.filter((id) => id === first?.id)).toHaveLength(2)
  expect(delivered).toHaveLength(3)
  now = START
})

test('nothing is sent without a mail server: what waits can be read, newest first', async () => {
  await add()
  now += 1_000
  await add()
  const idle = startMailSender({ outbox, deliver: undefined, log: pino({ level: 'silent' }) })
  const waiting = await outbox.waiting(50)
  expect(waiting.map(({ creationTime }) => creationTime.getTime() - START)).toEqual([1_000, 0])
  expect(waiting[0]).toMatchObject({ to: 'bola@meridian.example', text: expect.stringContaining(LINK) })
  expect((await rows()).map(({ attempts }) => attempts)).toEqual([0, 0])
  await idle.stop()
  now = START
})
