import { once } from 'node:events'
import {
  type IncomingMessage as ClientResponse,
  request as httpRequest,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openGates } from './call-answer.ts'
import { app, edgeForEachTest, handlers, heldHandler, order, post, rebuild, SEND } from './edge.fixture.ts'

/** Reads have turns: of one user, and of the strangers of an address block, few run at once. */

edgeForEachTest()

test('only a few long reads of one user run at once, the rest wait or are refused, and short ones pass', async () => {
  const { begun, handler } = heldHandler({ items: [] })
  handlers['Order/getStockOrders'] = handler
  const list = (token: string) =>
    app.inject({
      url: '/api/services/app/Order/getStockOrders',
      headers: { authorization: `Bearer ${token}` },
    })
  const answers = Array.from({ length: 35 }, () => list('trader'))
  const refused = await Promise.race(answers)
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('1')
  expect(refused.json().error.code).toBe(6001)
  expect(begun).toHaveLength(2)
  expect((await post(SEND, order)).statusCode).toBe(200)
  expect(
    (await app.inject({ url: '/api/services/app/Session/GetCurrentLoginInformations' })).statusCode,
  ).toBe(200)
  expect(await answeredOf(answers, begun)).toBe(34)
})

test('a document that is printed holds no turn of reads; few of one user wait for the printer, the rest is refused', async () => {
  const printing = heldHandler(new Uint8Array())
  handlers['Order/DownloadStockOrders'] = async () => ({
    name: 'a.pdf',
    type: 'application/pdf',
    print: printing.handler as () => Promise<unknown>,
    body: { async *[Symbol.asyncIterator]() {} },
    rows: () => 0,
  })
  handlers['Order/getStockOrders'] = async () => ({ items: [] })
  const ask = (call: string) =>
    app.inject({ url: `/api/services/app/Order/${call}`, headers: { authorization: 'Bearer trader' } })
  const documents = Array.from({ length: 4 }, () => ask('DownloadStockOrders'))
  const refused = await Promise.race(documents)
  expect(refused.statusCode).toBe(429)
  expect(refused.json().error.code).toBe(6001)
  expect((await ask('getStockOrders')).statusCode).toBe(200)
  expect(printing.begun).toHaveLength(1)
  expect(await answeredOf(documents, printing.begun)).toBe(3)
})

test('a short document does not wait for a long one', async () => {
  const held = { long: heldHandler(new Uint8Array()), short: heldHandler(new Uint8Array()) }
  const lengths: (keyof typeof held)[] = ['long', 'short']
  handlers['Order/DownloadStockOrders'] = async () => {
    const length = lengths.shift() ?? 'short'
    return {
      name: 'a.pdf',
      type: 'application/pdf',
      print: held[length].handler as () => Promise<unknown>,
      printsLong: length === 'long',
      body: { async *[Symbol.asyncIterator]() {} },
      rows: () => 0,
    }
  }
  const ask = () =>
    app.inject({
      url: '/api/services/app/Order/DownloadStockOrders',
      headers: { authorization: 'Bearer trader' },
    })
  const long = ask()
  await expect.poll(() => held.long.begun.length, { interval: 1 }).toBe(1)
  expect(await answeredOf([ask()], held.short.begun)).toBe(1)
  expect(await answeredOf([long], held.long.begun)).toBe(1)
})

test('documents of a file are printed one by one, in turn with those of others, and none for anyone who left', async () => {
  const gates = openGates()
  await rebuild({ gates })
  const begun: { readonly file: string; readonly end: () => void }[] = []
  const files = new Map<string, number>()
  handlers['Order/DownloadStockOrders'] = async (_, { caller }) => {
    const user = caller?.userId === 6 ? 'other' : 'trader'
    const count = (files.get(user) ?? 0) + 1
    files.set(user, count)
    const file = `${user} ${count}`
    let left = 4
    return {
      name: 'a.zip',
      type: 'application/zip',
      get print() {
        return left === 0 ? undefined : () => new Promise<void>((end) => begun.push({ file, end }))
      },
      body: (async function* () {
        while (left > 0) {
          left -= 1
          yield file
        }
      })(),
      rows: () => 4 - left,
    }
  }
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const download = (token: string) => {
    const path = '/api/services/app/Order/DownloadStockOrders'
    const headers = { authorization: `Bearer ${token}` }
    const request = httpRequest({ port, host: '127.0.0.1', path, headers, agent: false }).end()
    request.on('error', () => {})
    request.on('response', (answer) => answer.on('error', () => {}).resume())
    return request
  }
  /** Resolves when one document is being printed and so many wait. */
  const waiting = (count: number) =>
    expect.poll(() => [begun.length, gates.printing.waiting], { interval: 1 }).toEqual([1, count])
  const endOne = (): string => {
    const { file = '', end } = begun.shift() ?? {}
    end?.()
    return file
  }

  const leaves = download('trader')
  await waiting(0)
  download('trader')
  await waiting(1)
  download('other')
  const users: string[] = []
  while (users.length < 4 || begun[0]?.file === 'trader 1') {
    await waiting(2)
    users.push(endOne().split(' ')[0] ?? '')
    await expect.poll(() => begun.length, { interval: 1 }).toBe(1)
  }
  // One user's two files have the turns of one; the first document began while nobody else waited.
  const [, ...inTurn] = users
  expect(inTurn.filter((user, at) => user === inTurn[at - 1])).toEqual([])
  await waiting(2)
  leaves.destroy()
  await waiting(1)
  const later: string[] = []
  while (begun.length + gates.printing.waiting > 1) {
    await waiting(1)
    later.push(endOne())
    await expect.poll(() => begun.length, { interval: 1 }).toBe(1)
  }
  later.push(endOne())
  expect(later).not.toContain('trader 1')
})

test('a read that still waits when its client leaves is not run', async () => {
  const { begun, handler } = heldHandler({ items: [] })
  handlers['Order/getStockOrders'] = handler
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const list = async () => {
    const arrives = once(app.server, 'request')
    const request = httpRequest({
      port,
      host: '127.0.0.1',
      path: '/api/services/app/Order/getStockOrders',
      headers: { authorization: 'Bearer trader' },
      agent: false,
    }).end()
    request.on('error', () => {})
    const [, response] = (await arrives) as [unknown, ServerResponse]
    return { request, response, answered: once(request, 'response') as Promise<[ClientResponse]> }
  }
  const [first, second, leaves, last] = [await list(), await list(), await list(), await list()]
  while (begun.length < 2) await new Promise((resolve) => setImmediate(resolve))
  leaves.answered.catch(() => {})
  leaves.request.destroy()
  await once(leaves.response, 'close')
  for (const end of begun.splice(0)) end()
  for (const { answered } of [first, second]) expect((await answered)[0].statusCode).toBe(200)
  while (begun.length < 1) await new Promise((resolve) => setImmediate(resolve))
  begun[0]?.()
  expect((await last.answered)[0].statusCode).toBe(200)
  expect(begun).toHaveLength(1)
})

test.each([
  ['strangers of an address block', 'AbpUserConfiguration/GetAll', '/AbpUserConfiguration/GetAll', undefined],
  [
    'a customer',
    'Order/GetDashAccountBalance',
    '/api/services/app/Order/GetDashAccountBalance?cscsAccount=1',
    'trader',
  ],
] as const)(
  'of %s few short reads run at once, the rest waits or is refused',
  async (_, name, url, token) => {
    const { begun, handler } = heldHandler({})
    handlers[name] = handler
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const ask = (remoteAddress: string, of = headers) => app.inject({ url, remoteAddress, headers: of })
    const answers = Array.from({ length: 69 }, (__, n) => ask(`10.0.0.${n}`))
    const refused = await Promise.race(answers)
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('1')
    expect(refused.json().error.code).toBe(6001)
    expect(begun).toHaveLength(4)
    // Somebody else is answered alongside them.
    const other = ask('10.0.9.1', { authorization: 'Bearer other' })
    while (begun.length < 5) await new Promise((resolve) => setImmediate(resolve))
    begun[4]?.()
    expect((await other).statusCode).toBe(200)
    expect(await answeredOf(answers, begun)).toBe(68)
  },
)

/** Ends each call that began, which lets the next begin, and counts the answers that are not refusals. */
async function answeredOf(answers: ReturnType<typeof post>[], begun: (() => void)[]): Promise<number> {
  let over = false
  const all = Promise.all(answers).finally(() => {
    over = true
  })
  while (!over) {
    for (const end of begun.splice(0)) end()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return (await all).filter(({ statusCode }) => statusCode === 200).length
}
