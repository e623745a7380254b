import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { TransferFormat } from './protocol.ts'
import { frameOf } from './websocket-frame.ts'

test('messages of every length and format arrive as they were sent, in order', async () => {
  const lengths = [0, 1, 125, 126, 127, 65_535, 65_536, 200_000]
  const messages = lengths.flatMap((length) =>
    (['Text', 'Binary'] as const).map((format) => ({ bytes: Buffer.alloc(length, 'naira'), format })),
  )
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (webSocket, { socket }) => {
    for (const { bytes, format } of messages) socket.write(frameOf(bytes, format))
    webSocket.close()
  })
  await once(server, 'listening')
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const received: { bytes: Buffer; format: TransferFormat }[] = []
  client.on('message', (bytes: Buffer, isBinary) =>
    received.push({ bytes, format: isBinary ? 'Binary' : 'Text' }),
  )
  await once(client, 'close')
  server.close()
  const shown = (all: typeof received) => all.map(({ bytes, format }) => `${format} of ${bytes.length}`)
  expect(shown(received)).toEqual(shown(messages))
  for (const [at, { bytes }] of messages.entries()) expect(received[at]?.bytes.equals(bytes)).toBe(true)
})
