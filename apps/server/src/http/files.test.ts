import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { english, fileFormats, orderList, type Refusal, refuse } from '@tradebook/contract'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FileAnswer } from '../files/file-answer.ts'
import { listFile } from '../files/list-file.ts'
import type { Report } from '../platform/report-log.ts'
import { callerWith, handlersBy, identityWith, partsWith } from './edge-parts.fixture.ts'
import { buildHttp } from './server.ts'

/** A call that gives a file: sent piece by piece, abandoned with its reader, refused as any other call. */

const PATH = '/api/services/app/Order/DownloadStockOrders'
const headers = { authorization: 'Bearer trader' }

let app: FastifyInstance
let answer: () => Promise<FileAnswer | Refusal>
/** What every authentication waits for. */
let authentication: Promise<unknown>
/** The listeners to ended sessions. */
const sessionEnded = new Set<(sessionId: string) => void>()
const written: unknown[] = []
const reports: Report[] = []
let record: (report: Report) => Promise<void>

beforeEach(async () => {
  written.length = 0
  reports.length = 0
  record = async (report) => void reports.push(report)
  authentication = Promise.resolve()
  app = await buildHttp(
    partsWith({
      handlers: {
        ...handlersBy(() => async () => null),
        'Order/DownloadStockOrders': () => answer(),
      },
      identity: identityWith({
        authenticate: async (token) => {
          await authentication
          return callerWith({
            userId: token === 'trader' ? 5 : 6,
            userName: token,
            sessionId: `session of ${token}`,
          })
        },
        onSessionEnded: (listener) => {
          sessionEnded.add(listener)
          return () => sessionEnded.delete(listener)
        },
      }),
      auditedWrite: async (call, work) => {
        written.push(call)
        const untold = () => undefined
        return work(undefined as never, untold, untold)
      },
      reportLog: (report) => record(report),
    }),
  )
})

afterEach(() => app.close())

const file = (body: FileAnswer['body']): FileAnswer => ({
  name: 'Ordérs.csv',
  type: 'text/csv; charset=utf-8',
  body,
  rows: () => 7,
})

test('arrives as a complete attachment, and its call is recorded', async () => {
  answer = async () =>
    file(
      (async function* () {
        yield 'a,b\r\n'
        yield Buffer.from('1,2\r\n')
      })(),
    )
  const { statusCode, headers: answered, body } = await app.inject({ url: `${PATH}?keyword=gtco`, headers })
  expect([statusCode, body]).toEqual([200, 'a,b\r\n1,2\r\n'])
  expect(answered).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': "attachment; filename*=UTF-8''Ord%C3%A9rs.csv",
    'cache-control': 'no-store',
  })
  expect(written).toEqual([
    {
      caller: expect.objectContaining({ userId: 5 }),
      tenantId: 3,
      name: 'Order/DownloadStockOrders',
      parameters: { keyword: 'gtco', format: 'csv' },
      clientIpAddress: '127.0.0.1',
      browserInfo: expect.any(String),
    },
  ])
  expect(reports).toMatchObject([
    {
      call: { name: 'Order/DownloadStockOrders', caller: { userId: 5 }, parameters: { keyword: 'gtco' } },
      fileName: 'Ordérs.csv',
      rows: 7,
      isComplete: true,
    },
  ])
})

test('a file that cannot be recorded is not delivered completely', async () => {
  answer = async () =>
    file(
      (async function* () {
        yield 'a,b\r\n'
      })(),
    )
  record = () => Promise.reject(new Error('the database is away'))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const response = await fetch(`${url}${PATH}`, { headers })
  const isWhole =
    response.ok &&
    (await response.text().then(
      () => true,
      () => false,
    ))
  expect(isWhole).toBe(false)
})

test('a refusal is sent in the envelope', async () => {
  answer = async () => refuse('unknownAccount', { account: 'A1' })
  const { statusCode, body } = await app.inject({ url: PATH, headers })
  expect([statusCode, JSON.parse(body)]).toMatchObject([500, { success: false, __abp: true }])
  expect(written).toEqual([])
})

test.each(fileFormats)(
  'a list that cannot be read is answered in the envelope, and is no %s',
  async (format) => {
    answer = async () =>
      listFile(
        orderList,
        { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('statement timeout')) }) },
        { format, translate: (key) => english[key] },
      )
    const { statusCode, headers: sent, body } = await app.inject({ url: PATH, headers })
    expect([statusCode, JSON.parse(body)]).toMatchObject([500, { success: false, __abp: true }])
    expect(sent).not.toHaveProperty('content-disposition')
  },
)

test('is abandoned if its reader disconnects before the first piece', async () => {
  const asked = Promise.withResolvers<void>()
  const made = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  answer = async () =>
    file(
      (async function* () {
        try {
          asked.resolve()
          await made.promise
          yield 'x'
        } finally {
          ended.resolve()
        }
      })(),
    )
  const received = once(app.server, 'request')
  const socket = await request('trader')
  const [, response] = await received
  await asked.promise
  socket.destroy()
  await once(response, 'close')
  made.resolve()
  await ended.promise
})

test('a download of something the list does not have is refused before anything is read', async () => {
  for (const [query, member] of [
    ['columns=password', 'columns.0'],
    ['format=exe', 'format'],
    ['sorting=1%3Bdrop', 'sorting'],
  ]) {
    const { statusCode, body } = await app.inject({ url: `${PATH}?${query}`, headers })
    const members = JSON.parse(body).error.validationErrors.flatMap((it: { members: string[] }) => it.members)
    expect([query, statusCode, members]).toEqual([query, 400, [member]])
  }
  expect(written).toEqual([])
})

/** A file without an end, and what became of it. */
function endless() {
  const ended = Promise.withResolvers<number>()
  async function* body() {
    let pieces = 0
    try {
      for (;;) {
        pieces += 1
        yield 'x'.repeat(65_536)
        await new Promise(setImmediate)
      }
    } finally {
      ended.resolve(pieces)
    }
  }
  return { ended: ended.promise, make: async () => file(body()) }
}

async function request(token: string) {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`GET ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`)
  return socket
}

async function begin(token = 'trader') {
  const socket = await request(token)
  await once(socket, 'readable')
  return socket
}

test('is abandoned when its reader disconnects: no further piece is built, and resources are closed', async () => {
  const { ended, make } = endless()
  answer = make
  const socket = await begin()
  socket.destroy()
  expect(await ended).toBeGreaterThan(0)
  await expect.poll(() => reports).toMatchObject([{ isComplete: false }])
})

test('a reader that does not read holds no turn: others, and its own other calls, are answered', async () => {
  const files = [1, 2, 3, 4].map(() => endless())
  const readers = []
  for (const { make } of files) {
    answer = make
    readers.push(await begin())
  }
  const url = '/api/services/app/Order/getStockOrders'
  for (const token of ['trader', 'another']) {
    const { statusCode } = await app.inject({ url, headers: { authorization: `Bearer ${token}` } })
    expect(statusCode).toBe(200)
  }
  // A fifth file at once is refused; one that ended makes room.
  answer = endless().make
  expect((await app.inject({ url: PATH, headers })).statusCode).toBe(429)
  for (const socket of readers) socket.destroy()
  await Promise.all(files.map(({ ended }) => ended))
  answer = async () => file((async function* () {})())
  await expect.poll(async () => (await app.inject({ url: PATH, headers })).statusCode).toBe(200)
})

test('ends with the session that asked for it, and no other does', async () => {
  const files = [endless(), endless()]
  const readers = []
  for (const [index, token] of ['trader', 'another'].entries()) {
    answer = files[index]?.make as typeof answer
    readers.push(await begin(token))
  }
  const [reader, another] = readers
  const closed = once(reader as Socket, 'close')
  reader?.resume()
  for (const listener of sessionEnded) listener('session of trader')
  await closed
  await files[0]?.ended
  expect(another?.destroyed).toBe(false)
  expect(sessionEnded.size).toBe(1)
  another?.destroy()
  await files[1]?.ended
  await expect.poll(() => sessionEnded.size).toBe(0)
})

test('a reader that leaves before it is authenticated does not count as a file in progress', async () => {
  const authenticated = Promise.withResolvers<void>()
  authentication = authenticated.promise
  for (let requests = 0; requests < 4; requests++) {
    const received = once(app.server, 'request')
    const socket = await request('trader')
    const [, response] = await received
    socket.destroy()
    await once(response, 'close')
  }
  authenticated.resolve()
  answer = async () => file((async function* () {})())
  expect((await app.inject({ url: PATH, headers })).statusCode).toBe(200)
  expect(written).toHaveLength(1)
})
