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
  | { readonly does: 'connect'; readonly url: string; readonly count: number; readonly speaks: Speech }
  /** Collects what a flood left behind in this process: its pauses are not delays of the server's. */
  | { readonly does: 'collect' }
  /** Whether the delay of each event is measured from now on. */
  | { readonly does: 'time'; readonly isTimed: boolean }
  /** So many more connect, and read nothing after their handshake. */
  | { readonly does: 'connectPaused'; readonly url: string; readonly count: number }
  /** Reports the delays measured so far. */
  | { readonly does: 'report' }
  | { readonly does: 'leave' }
/** All are connected; the garbage is collected; or how long each event took to each client, in milliseconds, reported when all received the last event. */
export type Report =
  | { readonly is: 'connected' | 'collected' }
  | { readonly is: 'done'; readonly latencies: number[] }

/** Wall-clock milliseconds finer than `Date`, equal in all processes of a machine. */
export const preciseNow = (): number => performance.timeOrigin + performance.now()

/** How a protocol opens a connection over a WebSocket, and how the bytes of the last event end. */
const protocols = {
  signalr: { opening: '{"protocol":"json","version":1}\x1e', isOpen: '{}\x1e', end: `"${LAST}"}]}\x1e` },
  socketIo: { opening: '40', isOpen: '40{', end: `"${LAST}"}]` },
} as const
export type Speech = keyof typeof protocols

const SENT_AT = /"sentAt":([\d.]+)/g

let sockets: Socket[] = []
let latencies: number[] = []
let isTimed = false

if (process.send) process.on('message', (order: Order) => void obey(order))

async function obey(order: Order): Promise<void> {
  switch (order.does) {
    case 'connect':
      await listen(order.url, order.count, order.speaks)
      break
    case 'connectPaused': {
      const paused = await openedTogether(order.url, order.count, 'signalr')
      for (const socket of paused) {
        // The server closes it while it reads nothing, which may end in a reset.
        socket.on('error', () => socket.destroy())
        socket.pause()
      }
      sockets.push(...paused)
      report({ is: 'connected' })
      break
    }
    case 'collect':
      globalThis.gc?.()
      report({ is: 'collected' })
      break
    case 'time':
      isTimed = order.isTimed
      break
    case 'report':
      reportDelays()
      break
    case 'leave':
      for (const socket of sockets) socket.destroy()
      sockets = []
  }
}

const report = (message: Report) => process.send?.(message)

function reportDelays(): void {
  report({ is: 'done', latencies })
  latencies = []
}

async function listen(url: string, count: number, speaks: Speech): Promise<void> {
  const end = Buffer.from(protocols[speaks].end)
  let listening = count
  const done = () => {
    listening -= 1
    if (listening > 0) return
    listening = count
    reportDelays()
  }
  const receive = (bytes: Buffer) => {
    if (isTimed) {
      const now = preciseNow()
      for (const [, sentAt] of bytes.toString('latin1').matchAll(SENT_AT))
        latencies.push(now - Number(sentAt))
    }
    if (bytes.subarray(-end.length).equals(end)) done()
  }
  sockets = await openedTogether(url, count, speaks)
  for (const socket of sockets) socket.on('data', receive)
  report({ is: 'connected' })
}

const openedTogether = (url: string, count: number, speaks: Speech): Promise<Socket[]> =>
  Promise.all(Array.from({ length: count }, () => opened(new URL(url), speaks)))

/** A WebSocket past its handshakes. */
async function opened(url: URL, speaks: Speech): Promise<Socket> {
  const { opening, isOpen } = protocols[speaks]
  const socket = connect(Number(url.port), url.hostname)
  await once(socket, 'connect')
  socket.write(
    `GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: Upgrade\r\n` +
      'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  await once(socket, 'data')
  socket.write(maskedText(opening))
  for (let received = ''; !received.includes(isOpen); ) received += String((await once(socket, 'data'))[0])
  return socket
}

/** A client's text frame of less than 126 bytes; a mask of zeros leaves the text as it is. */
function maskedText(text: string): Buffer {
  const [FINAL_TEXT, MASKED] = [0x81, 0x80]
  const payload = Buffer.from(text)
  return Buffer.concat([Buffer.from([FINAL_TEXT, MASKED | payload.length, 0, 0, 0, 0]), payload])
}
