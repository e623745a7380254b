import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { callerWith, identityWith, partsWith } from './edge-parts.fixture.ts'
import type { CallContext, Handlers } from './handlers.ts'
import {
  BOUNDARY,
  bodyOf,
  customer,
  file,
  LARGEST,
  NAME,
  type Part,
  PDF,
  PNG,
  rows,
  URL,
} from './multipart.fixture.ts'
import type { UploadedFile } from './multipart.ts'
import { buildHttp, type HttpParts } from './server.ts'

/** A call that takes files, from its row to its handler. */

let app: FastifyInstance
let handled: { input: unknown; files: readonly UploadedFile[] }[]
let audited: unknown[]

const build = (perMinute?: number, uploadBytes?: HttpParts['uploadBytes']) =>
  buildHttp(
    partsWith({
      calls: rows,
      handlers: {
        [NAME]: async (input: unknown, { files, write }: CallContext) => {
          handled.push({ input, files })
          await write(async () => undefined)
          return null
        },
        'Customer/SendAsAnyone': async () => null,
        'Customer/SendLittle': async () => null,
        'Customer/SendName': async () => null,
      } as unknown as Handlers,
      identity: identityWith({
        authenticate: (token) =>
          callerWith({
            userId: token.length,
            userName: token,
            permissions: new Set(token === 'guest' ? [] : (['BUY'] as const)),
          }),
      }),
      auditedWrite: async ({ parameters }, work) => {
        audited.push(parameters)
        const untold = () => undefined
        return work(undefined as never, untold, untold)
      },
      ...{ perMinute, uploadBytes },
    }),
  )

beforeEach(async () => {
  handled = []
  audited = []
  app = await build(1_000)
})

afterEach(() => app.close())

async function send(payload: Buffer | string, headers: Record<string, string> = {}, url = URL) {
  const answer = await app.inject({
    method: 'POST',
    url,
    headers: {
      authorization: 'Bearer trader',
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      ...headers,
    },
    payload,
  })
  const { error } = answer.json()
  const members = error?.validationErrors?.flatMap((it: { members: string[] }) => it.members)
  return { status: answer.statusCode, error, members }
}

test('its handler receives the texts, checked, and the files as they are', async () => {
  const tags = ['one', 'two'].map((content) => ({ name: 'tags', content }))
  const sent = [customer, { name: 'PAGES', content: '2' }, ...tags]
  const { status } = await send(bodyOf(...sent, file('Passport of Ọlá.PDF', PDF), file('photo.png', PNG)))
  expect(status).toBe(200)
  expect(handled).toEqual([
    {
      input: { customer: 'C-1', pages: 2, tags: ['one', 'two'] },
      files: [
        { part: 'files', name: 'Passport of Ọlá.pdf', type: 'application/pdf', bytes: new Uint8Array(PDF) },
        { part: 'files', name: 'photo.png', type: 'image/png', bytes: new Uint8Array(PNG) },
      ],
    },
  ])
  // The audit trail keeps what was sent, not the files themselves.
  expect(audited).toMatchObject([
    {
      customer: 'C-1',
      files: [{ name: 'Passport of Ọlá.pdf', type: 'application/pdf', bytes: PDF.length }, {}],
    },
  ])
})

test('a field in which no file was chosen, as browsers send it, counts as none', async () => {
  expect(await send(bodyOf(customer, file('', ''), file('a.pdf', PDF)))).toMatchObject({ status: 200 })
  expect(handled[0]?.files).toHaveLength(1)
})

test('a form that fetch writes is read', async () => {
  const form = new FormData()
  form.append('customer', 'C-1')
  form.append('files', new File([PDF], 'a.pdf', { type: 'text/html' }))
  const request = new Request('http://x/', { method: 'POST', body: form })
  const type = request.headers.get('content-type') ?? ''
  expect(await send(Buffer.from(await request.arrayBuffer()), { 'content-type': type })).toMatchObject({
    status: 200,
  })
  expect(handled[0]?.files).toMatchObject([{ name: 'a.pdf', type: 'application/pdf' }])
})

describe('a file is recognised by its first bytes', () => {
  test.each<[string, string, Buffer | string, string]>([
    ['a page that is called an image', 'a.png', '<html><script>', 'image/png'],
    ['a PDF that begins later, in another kind of file', 'a.pdf', 'GIF89a%PDF-1.7', 'application/pdf'],
    ['an archive, which is never unpacked', 'a.pdf', 'PK\x03\x04'.padEnd(500, 'x'), 'application/pdf'],
    ['half a signature', 'a.png', PNG.subarray(0, 4), 'image/png'],
    ['nothing', 'a.png', '', 'image/png'],
  ])('%s is refused', async (_, name, content, type) => {
    const { status, members, error } = await send(
      bodyOf(customer, file('b.png', PNG), file(name, content, type)),
    )
    expect([status, members]).toEqual([400, ['files.1']])
    expect(error.details).toContain('The field Files.1 is not one of application/pdf, image/png.')
    expect(handled).toEqual([])
  })

  test('an image named as a page is treated as an image, by name and type', async () => {
    await send(bodyOf(customer, file('a.html', PNG, 'text/html')))
    expect(handled[0]?.files).toMatchObject([{ name: 'a.html.png', type: 'image/png' }])
  })
})

test.each([
  ['../../etc/passwd', 'passwd.pdf'],
  ['C:\\\\temp\\\\a.pdf', 'a.pdf'],
  ['a\0b.pdf', 'a_b.pdf'],
  ['cod\u202efdp.exe', 'cod_fdp.exe.pdf'],
  ['..', 'file.pdf'],
  ['.htaccess', 'htaccess.pdf'],
  ['a<b>:c.pdf', 'a_b__c.pdf'],
  ['  . .pdf', 'file.pdf'],
  [`${'é'.repeat(300)}.pdf`, `${'é'.repeat(100)}.pdf`],
])('a file called %j is called %j', async (sent, name) => {
  expect(await send(bodyOf(customer, file(sent, PDF)))).toMatchObject({ status: 200 })
  expect(handled[0]?.files[0]?.name).toBe(name)
})

describe('a body is refused, and its member named', () => {
  const good = bodyOf(customer, file('a.pdf', PDF))
  const many = Array.from({ length: 10_000 }, (_, n): Part => ({ name: `f${n}`, content: 'x' }))
  const header = `--${BOUNDARY}\r\n${'X: y\r\n'.repeat(1_000)}Content-Disposition: form-data; name="a"\r\n\r\n\r\n--${BOUNDARY}--\r\n`
  test.each<[what: string, body: Buffer | string, status: number, member: string]>([
    ['without its end', good.subarray(0, -6), 400, 'files'],
    ['cut off in a header', good.subarray(0, 40), 400, 'files'],
    ['of nothing', '', 400, 'files'],
    ['with another boundary', good.toString('latin1').replaceAll(BOUNDARY, 'another'), 400, 'files'],
    ['of ten thousand texts', bodyOf(...many).subarray(0, 60_000), 400, 'files'],
    ['with a header that is too long', header, 400, 'files'],
    ['without a file', bodyOf(customer), 400, 'files'],
    ['with too many files', bodyOf(customer, ...Array(3).fill(file('a.pdf', PDF))), 400, 'files'],
    ['with a text for a file', bodyOf(customer, { name: 'files', content: 'x' }), 400, 'files'],
    [
      'with a file under another name',
      bodyOf(customer, { ...file('a.pdf', PDF), name: 'photo' }),
      400,
      'photo',
    ],
    ['without a text that is required', bodyOf(file('a.pdf', PDF)), 400, 'customer'],
    ['with the same text twice', bodyOf(customer, customer, file('a.pdf', PDF)), 400, 'customer'],
    ['with a NUL', bodyOf({ name: 'customer', content: 'a\0' }, file('a.pdf', PDF)), 400, 'customer'],
    [
      'with a file too large',
      bodyOf(customer, file('a.pdf', Buffer.concat([PDF, Buffer.alloc(LARGEST)]))),
      413,
      'files.0',
    ],
    [
      'with a text too large',
      bodyOf({ name: 'note', content: 'x'.repeat(65_600) }, file('a.pdf', PDF)),
      413,
      'note',
    ],
    ['too large as a whole', bodyOf(customer, file('a.pdf', Buffer.alloc(100_000))), 413, 'files'],
  ])('%s', async (_, body, status, member) => {
    const answer = await send(body)
    expect([answer.status, answer.members]).toEqual([status, [member]])
    expect(handled).toEqual([])
  })

  test.each([
    ['JSON', 'application/json'],
    ['a form without files', 'application/x-www-form-urlencoded'],
    ['a boundary that is none', 'multipart/form-data; boundary=" "; x'],
    ['no boundary', 'multipart/form-data'],
  ])('sent as %s', async (_, type) => {
    expect(await send(good, { 'content-type': type })).toMatchObject({ status: 415 })
  })

  test('sent to a call that accepts no files', async () => {
    const answer = await send(good, {}, '/api/services/app/Customer/SendName')
    expect(answer.status).toBe(415)
  })
})

/** Sends a request's head, and of its body this much; the answer's first line comes back. */
async function begin(token: string, body: string | Buffer = '', url = URL, length = 2_000) {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    `POST ${url} HTTP/1.1\r\nHost: x\r\n${token && `Authorization: Bearer ${token}\r\n`}Content-Length: ${length}\r\n` +
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\n\r\n`,
  )
  socket.write(body)
  const status = async () => Number(String((await once(socket, 'data'))[0]).split(' ')[1])
  return { socket, status }
}

test.each<[what: string, body: Buffer, status: number]>([
  ['a file that is too large', bodyOf(file('a.pdf', Buffer.concat([PDF, Buffer.alloc(LARGEST)]))), 413],
  ['a file under another name', bodyOf({ ...file('a.pdf', PDF), name: 'photo' }), 400],
  ['a text for a file', bodyOf({ name: 'files', content: 'x' }), 400],
  [
    'anything that is not a form',
    Buffer.from(`--${BOUNDARY}\r\nno header at all\r\n\r\n${'x'.repeat(50)}`),
    400,
  ],
])('%s is refused as it comes, before the rest is there', async (_, body, expected) => {
  const { socket, status } = await begin('trader', body.subarray(0, -BOUNDARY.length - 6))
  expect(await status()).toBe(expected)
  socket.destroy()
})

test('a body that is announced as longer than its call accepts is refused before it is sent', async () => {
  const { socket, status } = await begin('', '', '/api/services/app/Customer/SendLittle')
  expect(await status()).toBe(413)
  socket.destroy()
})

test('a missing permission is answered before the body is sent', async () => {
  const { socket, status } = await begin('guest')
  expect(await status()).toBe(403)
  socket.destroy()
})

test('nothing more is read of a body that is refused early, and its connection ends', async () => {
  const { socket } = await begin('guest', '', URL, 2_000_000)
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1.1 403 .*\r\nconnection: close\r\n/is)
  await once(socket.resume(), 'close')
})

test('a client that is still sending reads the answer to a body that is refused early, and no reset', async () => {
  const accepted = once(app.server, 'connection') as Promise<[Socket]>
  const { socket } = await begin('guest', Buffer.alloc(8_000_000), URL, 9_000_000)
  const events: string[] = []
  socket.on('error', ({ code }: NodeJS.ErrnoException) => events.push(code ?? 'error'))
  socket.on('data', (data) => events.push(String(data).slice(0, 12)))
  socket.on('end', () => events.push('end'))
  await expect.poll(() => events).toHaveLength(2)
  expect(events).toEqual(['HTTP/1.1 403', 'end'])
  expect((await accepted)[0].bytesRead).toBeLessThan(1_000_000)
  socket.destroy()
})

test('of connections whose bodies were refused, one address keeps sixteen open, and none when the server closes', async () => {
  const accepted: Socket[] = []
  app.server.on('connection', (socket) => accepted.push(socket))
  // Nothing closes them because time passes.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const begun = Array.from({ length: 40 }, () => begin('guest', Buffer.alloc(500_000), URL, 9_000_000))
  const clients = (await Promise.all(begun)).map(({ socket }) => socket.on('error', () => {}).resume())
  await expect.poll(() => accepted.filter(({ destroyed }) => !destroyed).length).toBe(16)
  await app.close()
  expect(accepted.every(({ destroyed }) => destroyed)).toBe(true)
  vi.useRealTimers()
  for (const socket of clients) socket.destroy()
  app = await build()
})

test('the rate of the row is counted before the body is sent', async () => {
  await app.close()
  app = await build()
  for (const expected of [403, 403, 403, 429]) {
    const { socket, status } = await begin('guest')
    expect(await status()).toBe(expected)
    socket.destroy()
  }
})

test('a body that ends half-way reaches no handler and leaves its place to the next', async () => {
  const whole = bodyOf(customer, file('a.pdf', PDF))
  const halves = [
    await begin('trader', whole.toString('latin1', 0, 60)),
    await begin('trader', whole.toString('latin1', 0, 60)),
  ]
  await expect.poll(async () => (await send(whole)).status).toBe(429)
  // Another person is not kept out by them.
  expect(await send(whole, { authorization: 'Bearer another' })).toMatchObject({ status: 200 })
  for (const { socket } of halves) socket.destroy()
  await expect.poll(async () => (await send(whole)).status).toBe(200)
  expect(handled.every(({ files }) => files.length === 1)).toBe(true)
})

test('announced bodies that never arrive do not block others', async () => {
  const begun = []
  for (const token of ['a', 'ab', 'abc', 'abcd', 'abcde'])
    begun.push(await begin(token, '-'), await begin(token, '-'))
  expect((await send(bodyOf(customer, file('a.pdf', PDF)))).status).toBe(200)
  for (const { socket } of begun) socket.destroy()
})

test('the bytes of all bodies at once are bounded, those of strangers separately', async () => {
  await app.close()
  const share = { all: 2_000, each: 2_000 }
  app = await build(1_000, { signedIn: share, anonymous: share })
  const whole = bodyOf(customer, file('a.pdf', PDF))
  const asAnyone = async () =>
    (await send(whole, { authorization: '' }, '/api/services/app/Customer/SendAsAnyone')).status
  const halves = [await begin('a', 'x'.repeat(950)), await begin('ab', 'x'.repeat(950))]
  await expect.poll(async () => (await send(whole)).status).toBe(503)
  expect((await send(whole)).error.code).toBe(6007)
  expect(await asAnyone()).toBe(200)
  for (const { socket } of halves) socket.destroy()
  await expect.poll(async () => (await send(whole)).status).toBe(200)
})

test('strangers of an address have a share of what all strangers may send at once', async () => {
  await app.close()
  const signedIn = { all: 10_000, each: 10_000 }
  app = await build(1_000, { signedIn, anonymous: { all: 2_500, each: 1_300 } })
  const url = '/api/services/app/Customer/SendAsAnyone'
  const whole = bodyOf(customer, file('a.pdf', PDF))
  const sendFrom = async (remoteAddress: string) => {
    const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
    return (await app.inject({ method: 'POST', url, headers, payload: whole, remoteAddress })).statusCode
  }
  const { socket } = await begin('', 'x'.repeat(1_200), url)
  await expect.poll(() => sendFrom('127.0.0.1')).toBe(503)
  expect(await sendFrom('10.0.0.1')).toBe(200)
  socket.destroy()
  await expect.poll(() => sendFrom('127.0.0.1')).toBe(200)
})

test('one-byte chunks are read up to 64 KB and refused beyond, with an answer that ends the connection', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const sendBytewise = async (body: Buffer) => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => undefined)
    const answered = once(socket, 'data')
    const chunks = Array.from(body, (byte) => Buffer.from([0x31, 13, 10, byte, 13, 10]))
    socket.write(
      `POST ${URL} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer trader\r\nTransfer-Encoding: chunked\r\n` +
        `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\n\r\n`,
    )
    socket.write(Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]))
    const answer = String((await answered)[0])
    socket.destroy()
    return answer
  }
  const preamble = (bytes: number) => Buffer.concat([Buffer.alloc(bytes, 'x'), Buffer.from('\r\n')])
  const whole = bodyOf(customer, file('a.pdf', PDF))
  expect(await sendBytewise(Buffer.concat([preamble(10_000), whole]))).toMatch(/^HTTP\/1.1 200 /)
  const refused = await sendBytewise(Buffer.concat([preamble(64 * 1024), whole]))
  expect(refused).toMatch(/^HTTP\/1.1 400 .*\r\nconnection: close\r\n/is)
  expect(refused).toContain('The files were sent in chunks that are too small.')
  expect(handled).toHaveLength(1)
})
