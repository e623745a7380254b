import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'

/**
 * The listeners of the fan-out bench, in a process of their own. They read the socket and no more:
 * what is measured is the server's broadcast, so a listener must not cost what a client costs.
 */

/** Ends what is broadcast in one run. */
export const LAST = 'the last one'

export type Order =
  | { readonly does: 'connect'; readonly url: string; readonly count: number; readonly timed: boolean }
  | { readonly does: 'leave' }
/** All are connected; all received the last event; or how long each event took to each client, in milliseconds. */
export type Report = { readonly is: 'connected' } | { readonly is: 'done'; readonly latencies: number[] }

/** Wall-clock milliseconds finer than `Date`, equal in all processes of a machine. */
export const preciseNow = (): number => performance.timeOrigin + performance.now()

const END = Buffer.from(`"${LAST}"}]}\x1e`)
const SENT_AT = /"sentAt":([\d.]+)/g

let sockets: Socket[] = []

if (process.send) process.on('message', (order: Order) => void obey(order))

async function obey(order: Order): Promise<void> {
  if (order.does === 'leave') {
    for (const socket of sockets) socket.destroy()
    sockets = []
    return
  }
  const { url, count, timed } = order
  const latencies: number[] = []
  let listening = count
  const done = () => {
    listening -= 1
    if (listening > 0) return
    listening = count
    report({ is: 'done', latencies: latencies.splice(0) })
  }
  const receive = (bytes: Buffer) => {
    if (timed) {
      const now = preciseNow()
      for (const [, sentAt] of bytes.toString('latin1').matchAll(SENT_AT))
        latencies.push(now - Number(sentAt))
    }
    if (bytes.subarray(-END.length).equals(END)) done()
  }
  sockets = await Promise.all(Array.from({ length: count }, () => listener(new URL(url), receive)))
  report({ is: 'connected' })
}

const report = (message: Report) => process.send?.(message)

/** A WebSocket past its SignalR handshake; from then on every byte is received. */
async function listener(url: URL, receive: (bytes: Buffer) => void): Promise<Socket> {
  const socket = connect(Number(url.port), url.hostname)
  await once(socket, 'connect')
  socket.write(
    `GET ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  await once(socket, 'data')
  socket.write(maskedText('{"protocol":"json","version":1}\x1e'))
  await once(socket, 'data')
  socket.on('data', receive)
  return socket
}

/** A client's text frame of less than 126 bytes; a mask of zeros leaves the text as it is. */
function maskedText(text: string): Buffer {
  const [FINAL_TEXT, MASKED] = [0x81, 0x80]
  const payload = Buffer.from(text)
  return Buffer.concat([Buffer.from([FINAL_TEXT, MASKED | payload.length, 0, 0, 0, 0]), payload])
}
