import { afterEach, expect, test } from 'vitest'
import { Console } from './console.ts'
import { folder, order, Peer, profile, started } from './market.fixture.ts'

const open: Console[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

async function control() {
  const { process, port } = await started(folder())
  const console = new Console(process)
  open.push(console)
  const at = `http://127.0.0.1:${await console.listen(0)}`
  const ask = async (path: string) =>
    (await (await fetch(at + path)).json()) as { readonly members: readonly object[] }
  const post = async (path: string, body: object, type = 'application/json') => {
    const answer = await fetch(at + path, {
      method: 'POST',
      headers: { 'content-type': type },
      body: JSON.stringify(body),
    })
    return [answer.status, await answer.json()]
  }
  return { port, ask, post }
}

test('market control halts, corrects and cancels, drops a line and sees the state', async () => {
  const { port, ask, post } = await control()
  const a = await new Peer('A').connect(port)
  a.send('D', order('buy'))
  a.send('D', order('sell', { 54: '2' }))
  for (const _ of [1, 2, 3, 4]) await a.next()
  expect(await ask('/state')).toMatchObject({ phase: 'continuous', trades: 1, openOrders: 0 })
  expect(await post('/trades/correct', { tradeNumber: 1, price: '58.50', quantity: 50 })).toEqual([
    200,
    { done: true },
  ])
  expect(await a.shown(150, 31, 32)).toBe('8 150=G 31=58.50 32=50')
  await a.next()
  await post('/trades/cancel', { tradeNumber: 1 })
  expect(await a.shown(150)).toBe('8 150=H')
  await a.next()
  expect((await post('/trades/cancel', { tradeNumber: 1 }))[0]).toBe(404)
  await post('/halt', {})
  a.send('D', order('late'))
  expect(await a.shown(58)).toBe('8 58=Trading is halted.')
  await post('/resume', {})
  await post('/halt', { securityID: 'GTCO' })
  expect(await ask('/state')).toMatchObject({ phase: 'continuous', halted: ['GTCO'] })
  await post('/members/drop', { compID: 'A' })
  await expect.poll(async () => (await ask('/state')).members[0]).toMatchObject({ isLoggedOn: false })
})

test('the console refuses other content, other fields and unknown names', async () => {
  const { post } = await control()
  expect((await post('/halt', {}, 'text/plain'))[0]).toBe(415)
  expect((await post('/halt', { all: true }))[0]).toBe(400)
  expect((await post('/halt', { securityID: 'NONE' }))[0]).toBe(404)
  expect((await post('/other', {}))[0]).toBe(404)
  expect((await post('/delay', { delayMs: -1 }))[0]).toBe(400)
})

test('a member with a password can log on only with it', async () => {
  const own = (password: string) =>
    profile({ members: [{ compID: 'A', version: 'FIX.4.4', username: 'north', password }] })
  const { process, port } = await started(folder(), own('right'))
  const stranger = new Peer('A', own('wrong'))
  await expect(Promise.race([stranger.connect(port), stranger.refused])).resolves.toBe('closed')
  expect(process.lines.get('A')!.isLoggedOn).toBe(false)
  await new Peer('A', own('right')).connect(port)
  expect(process.lines.get('A')!.isLoggedOn).toBe(true)
})
