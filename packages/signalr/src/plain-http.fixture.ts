import { afterEach } from 'vitest'
import { negotiate, revoked, serveEachTest, url } from './hub.fixture.ts'

/** The requests of the transports that are made of plain HTTP, as the documentation has them. */

export const END = '\x1e'
export const HANDSHAKE = `{"protocol":"json","version":1}${END}`
export const ECHO = `{"type":1,"invocationId":"1","target":"Echo","arguments":["a"]}${END}`
export const ECHOED = `{"type":3,"invocationId":"1","result":"a"}${END}`
export const PONG = `{"type":6}${END}`
export const streams: AbortController[] = []
const queries: string[] = []

/** A server for each test, whose connections end with it. */
export function servePlainHttp(): void {
  serveEachTest()

  afterEach(async () => {
    for (const stream of streams.splice(0)) stream.abort()
    // A client that polls ends its connection, so that the server, when it closes, does not wait for the next poll.
    revoked.clear()
    await Promise.all(queries.splice(0).map((query) => fetch(url(query), { method: 'DELETE' })))
  })
}

export async function negotiated(more = ''): Promise<string> {
  const answer = (await (await negotiate(`?user=ada&negotiateVersion=1${more}`)).json()) as {
    connectionToken: string
  }
  const query = `?user=ada&id=${answer.connectionToken}`
  queries.push(query)
  return query
}

export const post = (query: string, body: string | Uint8Array) =>
  fetch(url(query), { method: 'POST', body: body as string })

export const get = (query: string) => fetch(url(query))

export const shown = async (response: Response | Promise<Response>) => {
  const { status } = await response
  return [status, await (await response).text()]
}
