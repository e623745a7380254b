import { expect, test } from 'vitest'
import { makeCertificate } from '../../server/src/http/certificate.fixture.ts'
import { folder, order, Peer, profile, started } from './market.fixture.ts'

const state = [11, 150, 39, 38, 151, 14, 6] as const

/** Two members who are logged on. */
async function two() {
  const { process, port } = await started(folder())
  return { process, port, a: await new Peer('A').connect(port), b: await new Peer('B').connect(port) }
}

test('two members trade, and each gets reports only about its own orders', async () => {
  const { a, b } = await two()
  a.send('D', order('a1', { 38: 300, 1: 'ACC1' }))
  expect(await a.shown(...state)).toBe('8 11=a1 150=0 39=0 38=300 151=300 14=0 6=0')
  b.send('D', order('b1', { 54: '2' }))
  expect(await b.shown(...state)).toBe('8 11=b1 150=0 39=0 38=100 151=100 14=0 6=0')
  expect(await b.shown(...state, 31, 32)).toBe(
    '8 11=b1 150=F 39=2 38=100 151=0 14=100 6=59.0000 31=59.00 32=100',
  )
  expect(await a.shown(...state, 31, 32, 1)).toBe(
    '8 11=a1 150=F 39=1 38=300 151=200 14=100 6=59.0000 31=59.00 32=100 1=ACC1',
  )
  b.send('H', [
    [11, 'a1'],
    [55, 'GTCO'],
    [54, '1'],
  ])
  expect(await b.shown(37, 150, 39, 58)).toBe('8 37=NONE 150=I 39=8 58=There is no such order.')
  expect([a.received, b.received]).toEqual([[], []])
})

test('an order is replaced, then cancelled, and each request names the one before', async () => {
  const { a } = await two()
  a.send('D', order('1'))
  await a.next()
  a.send('G', [[41, '1'], ...order('2', { 38: 250, 44: '58.95' })])
  expect(await a.shown(...state, 41, 44)).toBe('8 11=2 150=5 39=0 38=250 151=250 14=0 6=0 41=1 44=58.95')
  a.send('F', [[41, '2'], ...order('3', { 40: undefined, 44: undefined })])
  expect(await a.shown(...state, 41)).toBe('8 11=3 150=4 39=4 38=250 151=0 14=0 6=0 41=2')
  a.send('F', [[41, '3'], ...order('4', { 40: undefined, 44: undefined })])
  expect(await a.shown(11, 41, 39, 434, 102, 58)).toBe(
    '9 11=4 41=3 39=4 434=1 102=0 58=The order is not in the market any more.',
  )
  a.send('G', [[41, 'none'], ...order('5')])
  expect(await a.shown(37, 39, 434, 102)).toBe('9 37=NONE 39=8 434=2 102=1')
})

test.each<[string, Parameters<typeof order>[1], number, string]>([
  ['an unknown security', { 55: 'NONE' }, 1, 'No security NONE is listed here.'],
  ['a price off the tick', { 44: '59.01' }, 99, 'Price(44) is a multiple of 0.05.'],
  ['a stop order', { 40: '3', 99: '50', 44: undefined }, 11, 'StopPx(99) is not supported.'],
  ['a limit order without a price', { 44: undefined }, 11, 'A limit order has a Price(44).'],
  ['half a share', { 38: '0.5' }, 13, 'OrderQty(38) is a whole number of at least 1.'],
  ['a date that is over', { 59: '6', 432: '20200102' }, 0, 'ExpireDate(432) is over.'],
  ['another currency', { 15: 'USD' }, 11, 'Orders are in NGN.'],
])('%s is refused with a clear message', async (_, own, reason, text) => {
  const { a } = await two()
  a.send('D', order('1', own))
  expect(await a.shown(11, 150, 39, 103, 58)).toBe(`8 11=1 150=8 39=8 103=${reason} 58=${text}`)
})

test('a ClOrdID is used once, and a possible resend of it is answered with the state of the order', async () => {
  const { a } = await two()
  a.send('D', order('1'))
  const first = await a.next()
  a.send('D', order('1'))
  expect(await a.shown(150, 103)).toBe('8 150=8 103=6')
  a.send('D', order('1'), [[97, 'Y']])
  expect(await a.shown(37, 150, 39)).toBe(`8 37=${first.fields.get(37)} 150=I 39=0`)
})

test('what the profile does not offer is refused', async () => {
  const own = profile({ capabilities: { ordTypes: ['2'], timeInForce: ['0'], massCancel: false } })
  const { port } = await started(folder(), own)
  const a = await new Peer('A', own).connect(port)
  a.send('D', order('1', { 40: '1', 44: undefined }))
  expect(await a.shown(58)).toBe('8 58=OrdType(40) 1 is not supported here.')
  a.send('D', order('2', { 59: '1' }))
  expect(await a.shown(58)).toBe('8 58=TimeInForce(59) 1 is not supported here.')
  a.send('q', [
    [11, '3'],
    [530, '7'],
    [60, '20261127-10:00:00'],
  ])
  expect(await a.shown(372, 380)).toBe('j 372=q 380=3')
})

test('mass status lists the open orders, and mass cancel ends them', async () => {
  const { a, b } = await two()
  b.send('D', order('other'))
  await b.next()
  for (const id of ['1', '2']) a.send('D', order(id))
  a.send('D', order('3', { 55: 'MTNN', 44: '250.00' }))
  for (const _ of [1, 2, 3]) await a.next()
  a.send('AF', [
    [584, 'all'],
    [585, '7'],
  ])
  expect(await a.shown(11, 150, 584, 911, 912)).toBe('8 11=1 150=I 584=all 911=3 912=N')
  await a.next()
  expect(await a.shown(11, 912)).toBe('8 11=3 912=Y')
  a.send('q', [
    [11, 'mass'],
    [530, '1'],
    [55, 'GTCO'],
    [60, '20261127-10:00:00'],
  ])
  expect(await a.shown(11, 530, 531, 533)).toBe('r 11=mass 530=1 531=1 533=2')
  expect(await a.shown(11, 150)).toBe('8 11=1 150=4')
  expect(await a.shown(11, 150)).toBe('8 11=2 150=4')
  expect(b.received).toEqual([])
})

test('a trade that market control corrects and cancels is reported with the totals that remain', async () => {
  const { process, a, b } = await two()
  a.send('D', order('a1', { 38: 300 }))
  await a.next()
  b.send('D', order('b1', { 54: '2' }))
  await b.next()
  await b.next()
  const trade = await a.next()
  process.control({ kind: 'correctTrade', tradeNumber: 1, priceKobo: 5_800, quantity: 100 })
  const corrected = await a.next()
  expect([corrected.fields.get(150), corrected.fields.get(19), corrected.fields.get(6)]).toEqual([
    'G',
    trade.fields.get(17),
    '58.0000',
  ])
  process.control({ kind: 'cancelTrade', tradeNumber: 1 })
  expect(await a.shown(...state, 19)).toBe(
    `8 11=a1 150=H 39=0 38=200 151=200 14=0 6=0 19=${corrected.fields.get(17)}`,
  )
  await b.next()
  expect(await b.shown(...state)).toBe('8 11=b1 150=H 39=4 38=0 151=0 14=0 6=0')
})

test('a drop copy has every execution of its firm, and sends no order', async () => {
  const { port, a } = await two()
  const copy = await new Peer('COPY').connect(port)
  a.send('D', order('1'))
  const own = await a.next()
  const copied = await copy.next()
  expect([copied.fields.get(17), copied.fields.get(115)]).toEqual([own.fields.get(17), 'A'])
  copy.send('D', order('2'))
  expect(await copy.shown(372, 380)).toBe('j 372=D 380=6')
})

test('each order is there once when the process ends between the commit and the socket', async () => {
  const path = folder()
  const a = new Peer('A')
  let known = 0
  for (let round = 0; round < 10; round++) {
    const { process, port } = await started(path)
    await a.connect(port)
    // What the process before this one had committed and did not send.
    for (; known < round; known++) {
      const { possDup, fields } = await a.next()
      expect([possDup, fields.get(11), fields.get(150)]).toEqual([true, `o${known}`, '0'])
    }
    process.delayMs = 3_600_000
    a.send('D', order(`o${round}`))
    await expect.poll(() => process.market.orders.of('A').length).toBe(round + 1)
    await process.abandon()
    await a.cut()
  }
  const { process, port } = await started(path)
  await a.connect(port)
  expect(await a.shown(11, 43)).toBe('8 11=o9 43=Y')
  expect(process.market.orders.of('A').map(({ clOrdID }) => clOrdID)).toEqual(
    Array.from({ length: 10 }, (_, round) => `o${round}`),
  )
  a.send('D', order('last'))
  expect(await a.shown(11, 43)).toBe('8 11=last 43=undefined')
  expect(a.received).toEqual([])
})

test('an order that rests is in the book after a restart, and trades at its place', async () => {
  const path = folder()
  const first = await started(path)
  const a = await new Peer('A').connect(first.port)
  a.send('D', order('early'))
  a.send('D', order('late'))
  await a.next()
  await a.next()
  await first.process.close()
  const { port } = await started(path)
  await a.connect(port)
  const b = await new Peer('B').connect(port)
  b.send('D', order('sell', { 54: '2' }))
  expect(await a.shown(11, 150)).toBe('8 11=early 150=F')
})

test('a new day begins with the orders that outlive the one before, and the others expire', async () => {
  let now = Date.UTC(2026, 10, 26, 12)
  const { process, port } = await started(folder(), profile(), () => now)
  const a = await new Peer('A', profile(), () => now).connect(port)
  a.send('D', order('day'))
  a.send('D', order('week', { 59: '6', 432: '20261202' }))
  await a.next()
  await a.next()
  now += 43_200_000
  await process.keepTime()
  expect(process.market.date).toBe('2026-11-27')
  expect(process.market.orders.of('A').map(({ clOrdID }) => clOrdID)).toEqual(['week'])
})

test('with a certificate, members connect encrypted and in no other way', async () => {
  const { cert, key } = makeCertificate()
  const { port } = await started(folder(), profile(), Date.now, { cert, key })
  const a = await new Peer('A').connect(port, cert)
  a.send('D', order('1'))
  expect(await a.shown(150)).toBe('8 150=0')
  const plain = new Peer('B')
  await expect(Promise.race([plain.connect(port), plain.refused])).resolves.toBe('closed')
})
