import { describe, expect, test } from 'vitest'
import { hub, serve, url } from './hub.fixture.ts'
import type { HubLimits, HubServerLimits } from './index.ts'
import {
  ECHO,
  ECHOED,
  END,
  get,
  HANDSHAKE,
  negotiated,
  PONG,
  post,
  servePlainHttp,
  shown,
} from './plain-http.fixture.ts'

servePlainHttp()

describe('long polling', () => {
  const open = async (limits: Partial<HubLimits & HubServerLimits> = {}) => {
    await serve({ limits })
    const query = await negotiated()
    expect(await shown(get(query))).toEqual([200, ''])
    return query
  }
  const ready = async (limits: Partial<HubLimits & HubServerLimits> = {}) => {
    const query = await open(limits)
    expect(await shown(post(query, HANDSHAKE))).toEqual([200, ''])
    expect(await shown(get(query))).toEqual([200, `{}${END}`])
    return query
  }

  test('answers the first poll at once, and a later one with everything that is queued', async () => {
    const query = await ready()
    const poll = get(query)
    await post(query, ECHO)
    const response = await poll
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('cache-control')).toBe('no-cache, no-store')
    expect(await response.text()).toBe(ECHOED)
    await post(query, ECHO + ECHO)
    for (const text of ['b', 'c']) hub.send('everyone', { target: 'say', arguments: [text] })
    let received = ''
    while (received.split(END).length < 5) received += await (await get(query)).text()
    expect(received).toContain(`"arguments":["b"]}${END}{"type":1,"target":"say","arguments":["c"]}`)
  })

  test('ends a poll without data after some time with 200', async () => {
    const query = await ready({ pollMs: 20 })
    expect(await shown(get(query))).toEqual([200, ''])
  })

  test('ends the older of two polls with 204, and the later one with what is sent next', async () => {
    const query = await ready()
    const polls = [get(query), get(query)]
    expect((await Promise.race(polls)).status).toBe(204)
    await post(query, ECHO)
    expect((await Promise.all(polls.map(shown))).toSorted()).toEqual([
      [200, ECHOED],
      [204, ''],
    ])
  })

  test('ends with 204 when the server closes the connection, after what was sent', async () => {
    const query = await ready()
    const [connection] = hub.connections
    connection?.send('say', 'last')
    connection?.close({ allowReconnect: true })
    const received = await (await get(query)).text()
    expect(received).toBe(
      `{"type":1,"target":"say","arguments":["last"]}${END}{"type":7,"allowReconnect":true}${END}`,
    )
    expect((await get(query)).status).toBe(204)
    expect((await get(query)).status).toBe(404)
    expect(hub.stats.closed.server).toBe(1)
  })

  test('ends when the client deletes it: 202, and 204 for the poll', async () => {
    const query = await ready()
    const poll = get(query)
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect((await fetch(url(query), { method: 'DELETE' })).status).toBe(202)
    expect((await poll).status).toBe(204)
    expect((await fetch(url(query), { method: 'DELETE' })).status).toBe(404)
    expect(hub.stats).toMatchObject({ connections: 0, closed: { client: 1 } })
  })

  test('is lost when no poll comes for too long', async () => {
    await ready({ betweenPollsMs: 1_000 })
    while (hub.connections.size > 0) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(hub.stats.closed.lost).toBe(1)
  })

  test('is never pinged, and its client is never silent', async () => {
    const query = await ready({ keepAliveMs: 1, clientSilenceMs: 1, checkMs: 2, pollMs: 30 })
    await post(query, PONG)
    expect(await shown(get(query))).toEqual([200, ''])
    expect(hub.connections.size).toBe(1)
  })

  test('consumes budget by polls and posts, too', async () => {
    const query = await ready({ budget: { burst: 8, perSecond: 0 }, overBudgetMs: 20, checkMs: 5 })
    for (let n = 0; n < 4; n++) void post(query, PONG).catch(() => {})
    expect(await (await get(query)).text()).toContain('The client keeps asking for more than it may.')
    expect(hub.stats.closed.overBudget).toBe(1)
  })
})
