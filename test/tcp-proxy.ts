import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy of TCP connections, which leads each to one server. */
export interface TcpProxy {
  readonly port: number
  /** Leads new connections to another server; those that there are go on. */
  leadTo(url: string): void
  /** Ends every connection, and each new one at once. */
  cut(): void
  close(): void
}

/** @param first the URL of the server to which connections lead at first. */
export async function openTcpProxy(first: string): Promise<TcpProxy> {
  let to: URL | undefined = new URL(first)
  const sockets = new Set<Socket>()
  const proxy = createServer((socket) => {
    if (!to) {
      socket.destroy()
      return
    }
    const onward = connect(Number(to.port), to.hostname)
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    port: (proxy.address() as AddressInfo).port,
    leadTo(url) {
      to = new URL(url)
    },
    cut() {
      to = undefined
      destroyAll()
    },
    close() {
      destroyAll()
      proxy.close()
    },
  }
}
