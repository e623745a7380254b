import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { encode, type Field, latin1, type Received, type SessionSettings } from '@tradebook/fix'
import { afterEach, expect, test } from 'vitest'
import { Line, type Log } from '../../server/src/gateway/line.ts'
import { Acceptor } from './acceptor.ts'
import { profiles } from './profiles.ts'

const silent: Log = () => {}
const order: Field[] = [
  [11, 'ID'],
  [21, 1],
  [38, 100],
  [40, 1],
  [54, 1],
  [55, 'GTCO'],
  [60, '20261126-10:00:00'],
]

const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end()
})

async function started(profile: string, log = silent): Promise<number> {
  const acceptor = new Acceptor(profiles[profile]!, log)
  ended.push(() => acceptor.close())
  return acceptor.listen(0, '127.0.0.1')
}

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  ended.push(() => socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** An initiator of a profile, and what it receives, in turn. */
async function initiator(port: number, profile: string, own: Partial<SessionSettings> = {}) {
  const { settings } = profiles[profile]![0]!
  const socket = await connected(port)
  const received: Received[] = []
  const events = new EventTarget()
  const sent: SessionSettings = {
    role: 'initiator',
    protocol: settings.protocol,
    senderCompId: settings.targetCompId,
    targetCompId: settings.senderCompId,
    ...own,
  }
  const line = new Line(
    sent,
    () => (message) => {
      received.push(message)
      events.dispatchEvent(new Event('received'))
    },
    (_, direction, text) => {
      if (direction === '>' && text.includes('|35=A|')) events.dispatchEvent(new Event('logon'))
    },
    Date.now,
  )
  const logon = once(events, 'logon')
  line.attach(socket, new Uint8Array())
  await logon
  const next = async (): Promise<Received> => {
    while (received.length === 0) await once(events, 'received')
    return received.shift()!
  }
  return { socket, line, next }
}

test.each(Object.keys(profiles))('%s sends orders back in the order of the tags', async (profile) => {
  const { line, next } = await initiator(await started(profile), profile)
  line.send({ type: 'D', fields: [...order].reverse() })
  const { type, fields } = await next()
  expect(type).toBe('D')
  const body = [...fields].filter(([tag]) => order.some(([other]) => other === tag))
  expect(body).toEqual(order.map(([tag, value]) => [tag, String(value)]))
})

test('messages that are not echoed are rejected as unsupported', async () => {
  const { line, next } = await initiator(await started('acceptance-44'), 'acceptance-44')
  line.send({
    type: 'F',
    fields: [
      [11, 'ID2'],
      [41, 'ID'],
      [54, 1],
      [55, 'GTCO'],
      [60, '20261126-10:00:00'],
      [38, 100],
    ],
  })
  const { type, fields } = await next()
  expect([type, fields.get(372), fields.get(380)]).toEqual(['j', 'F', '3'])
})

test('a message that may have been sent before is sent back once, and on a new connection again', async () => {
  const port = await started('acceptance-44')
  for (const marks of [[false, true], [true]]) {
    const { socket, line, next } = await initiator(port, 'acceptance-44')
    for (const possible of marks) {
      line.send({ type: 'D', header: possible ? [[97, 'Y']] : [], fields: order })
    }
    expect((await next()).fields.get(11)).toBe('ID')
    line.send({ type: 'D', fields: [[11, 'LAST'], ...order.slice(1)] })
    expect((await next()).fields.get(11)).toBe('LAST')
    line.logout()
    await once(socket, 'close')
  }
})

test('a second connection for a session is closed, and the first continues', async () => {
  const port = await started('acceptance-44')
  const { line, next } = await initiator(port, 'acceptance-44')
  const second = await connected(port)
  second.resume()
  second.write(
    encode('FIX.4.4', [
      [35, 'A'],
      [49, 'TW44'],
      [56, 'ISLD'],
      [34, 1],
      [98, 0],
      [108, 30],
    ]),
  )
  await once(second, 'close')
  line.send({ type: 'D', fields: order })
  expect((await next()).type).toBe('D')
})

test.each([
  [
    'a stranger',
    encode('FIX.4.4', [
      [35, 'A'],
      [49, 'OTHER'],
      [56, 'ISLD'],
      [34, 1],
    ]),
  ],
  ['bytes that are not FIX', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
  ['more than a Logon can be', Buffer.alloc(20_000, '8=FIX.4.4\x019=4000\x01')],
])('%s gets no answer', async (_, bytes) => {
  const socket = await connected(await started('acceptance-44'))
  const answers: Buffer[] = []
  socket.on('data', (part) => answers.push(part))
  socket.write(bytes)
  await once(socket, 'close')
  expect(answers).toEqual([])
})

test('a session that was cut off is accepted again, and the log has no password', async () => {
  const lines: string[] = []
  const port = await started('acceptance-44', (_, __, text) => lines.push(text))
  const first = await initiator(port, 'acceptance-44', { username: 'broker', password: 'open sesame' })
  first.socket.destroy()
  await expect
    .poll(async () => {
      const again = await connected(port)
      again.write(
        encode('FIX.4.4', [
          [35, 'A'],
          [49, 'TW44'],
          [56, 'ISLD'],
          [34, 1],
          [52, new Date().toISOString().replaceAll('-', '').replace('T', '-').slice(0, 21)],
          [98, 0],
          [108, 30],
        ]),
      )
      const [answer] = (await Promise.race([once(again, 'data'), once(again, 'close')])) as [Buffer | boolean]
      return typeof answer === 'boolean' ? 'closed' : latin1(answer).includes('\x0135=A\x01')
    })
    .toBe(true)
  expect(lines.join('\n')).toContain('|554=***|')
  expect(lines.join('\n')).not.toContain('sesame')
})
