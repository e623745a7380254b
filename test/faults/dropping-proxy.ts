import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy before a server, which loses some of the answers: the server has done what was asked, and the client receives no answer. */
export interface DroppingProxy {
  readonly url: string
  /** The answers that were lost so far. */
  readonly dropped: number
  close(): Promise<void>
}

/**
 * @param path of the requests whose answers may be lost; all others come through.
 * @param loses whether the next answer is lost.
 */
export async function openDroppingProxy(
  serverUrl: string,
  path: string,
  loses: () => boolean,
): Promise<DroppingProxy> {
  const { hostname, port } = new URL(serverUrl)
  const agent = new Agent({ keepAlive: true })
  let dropped = 0
  const forward = (incoming: IncomingMessage, reply: ServerResponse) => {
    const { method, url, headers } = incoming
    const outgoing = request({ hostname, port, agent, method, path: url, headers }, async (answer) => {
      const body = Buffer.concat(await answer.toArray())
      if (url === path && loses()) {
        dropped += 1
        reply.destroy()
      } else {
        reply.writeHead(answer.statusCode ?? 502, answer.headers).end(body)
      }
    })
    outgoing.on('error', () => reply.destroy())
    incoming.pipe(outgoing)
  }
  const proxy = createServer(forward).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    get dropped() {
      return dropped
    },
    async close() {
      proxy.closeAllConnections()
      proxy.close()
      await once(proxy, 'close')
      agent.destroy()
    },
  }
}
