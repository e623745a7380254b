import { expect, test } from 'vitest'
import { folder, order, Peer, started } from './market.fixture.ts'

const subscribe = (id: string, own: Readonly<Record<number, string>> = {}) =>
  Object.entries({ 262: id, 263: '1', 264: '0', 265: '1', ...own })
    .map(([tag, value]) => [Number(tag), value] as const)
    .concat([
      [267, '3'],
      [269, '0'],
      [269, '1'],
      [269, '2'],
      [146, '1'],
      [55, 'GTCO'],
    ])

/** The entries of a book as `1 59.00 x100`, by MDEntryType. */
const entries = (fields: Iterable<[number, string]>) => {
  const all: string[] = []
  for (const [tag, value] of fields) {
    if (tag === 269) all.push(value)
    if (tag === 270) all.push(`${all.pop()} ${value}`)
    if (tag === 271) all.push(`${all.pop()} x${value}`)
  }
  return all
}

test.each(['A', 'B', 'COPY'])(
  '%s gets a snapshot, then each change of the book and each trade',
  async (id) => {
    const { port } = await started(folder())
    const [a, b] = await Promise.all(['A', 'B'].map((one) => new Peer(one).connect(port)))
    a!.send('D', order('a1', { 38: 300 }))
    await a!.next()
    const reader = id === 'COPY' ? await new Peer('COPY').connect(port) : id === 'A' ? a! : b!
    const isData = (type: string) => ['W', 'X', 'Y'].includes(type)
    const next = async () => {
      for (;;) {
        const message = await reader.next()
        if (isData(message.type)) return message
      }
    }
    reader.send('V', subscribe('s'))
    const snapshot = await next()
    expect([snapshot.type, entries(snapshot.fields)]).toEqual(['W', ['0 59.00 x300']])
    b!.send('D', order('b1', { 54: '2' }))
    let change = await next()
    // COPY asks for what it missed before it connected; the book is sent again with that.
    while (id === 'COPY' && change.type === 'W') change = await next()
    expect([change.type, entries(change.fields)]).toEqual(['X', ['2 59.00 x100', '0 59.00 x200']])
    expect(change.fields.get(262)).toBe('s')
  },
)

test('price levels are sent whole at each change, and a request that cannot be met is rejected', async () => {
  const { port } = await started(folder())
  const a = await new Peer('A').connect(port)
  a.send('V', subscribe('levels', { 264: '1', 265: '0' }))
  expect(await a.shown(262, 268, 271)).toBe('W 262=levels 268=1 271=0')
  for (const id of ['1', '2']) a.send('D', order(id))
  const books: string[][] = []
  while (books.length < 2) {
    const message = await a.next()
    if (message.type === 'W') books.push(entries(message.fields))
  }
  expect(books).toEqual([['0 59.00 x100'], ['0 59.00 x200']])
  a.received.length = 0
  a.send('V', subscribe('levels'))
  await expect.poll(() => a.received.find(({ type }) => type === 'Y')?.fields.get(281)).toBe('1')
})

test('a member learns what an auction would do, until it is over', async () => {
  const { process, port } = await started(folder())
  const b = await new Peer('B').connect(port)
  process.control({ kind: 'phase', phase: 'preOpen' })
  const wanted: [number, string][] = [
    ...([
      [262, 'a'],
      [263, '1'],
      [264, '0'],
      [265, '1'],
    ] as [number, string][]),
    ...([
      [267, '2'],
      [269, 'Q'],
      [269, 'A'],
      [146, '1'],
      [55, 'GTCO'],
    ] as [number, string][]),
  ]
  b.send('V', wanted)
  const next = async () => {
    for (;;) {
      const { type, fields } = await b.next()
      if (type !== 'W' && type !== 'X') continue
      const said = [...fields].filter(([tag]) => [279, 269, 270, 271, 277].includes(tag))
      return `${type} ${said.map(([, value]) => value).join(' ')}`
    }
  }
  expect(await next()).toBe('W J')
  b.send('D', order('1', { 38: 300 }))
  b.send('D', order('2', { 54: '2', 1: 'another' }))
  expect(await next()).toBe('X 0 Q 59.00 100 0 A 200 P')
  b.send('V', [[262, 'again'], ...wanted.slice(1)])
  expect(await next()).toBe('W Q 59.00 100 A 200 P')
  process.control({ kind: 'phase', phase: 'continuous' })
  expect([await next(), await next()]).toEqual(['X 2 Q 2 A', 'X 2 Q 2 A'])
})

test('a subscription ends with its connection, and a snapshot replaces the changes of a gap', async () => {
  const { process, port } = await started(folder())
  const a = await new Peer('A').connect(port)
  a.send('V', subscribe('s'))
  await a.next()
  await a.cut()
  await a.connect(port)
  a.send('D', order('1'))
  expect(await a.shown(150)).toBe('8 150=0')
  expect(a.received).toEqual([])
  a.send('V', subscribe('again'))
  expect(await a.shown(268)).toBe('W 268=1')
  // The peer asks again for all that it got on this connection; market data is not repeated.
  a.send('2', [
    [7, 1],
    [16, 0],
  ])
  await expect
    .poll(() => a.received.filter(({ type }) => type === 'W').map(({ fields }) => fields.get(262)))
    .toEqual(['again'])
  expect(process.market.orders.open).toBe(1)
})

test('a member gets securities, the phase and a halt on request', async () => {
  const { process, port } = await started(folder())
  const b = await new Peer('B').connect(port)
  b.send('x', [
    [320, 'list'],
    [559, '4'],
  ])
  expect(await b.shown(320, 560, 393, 146)).toBe('y 320=list 560=0 393=2 146=2')
  b.send('g', [
    [335, 'g1'],
    [263, '1'],
  ])
  expect(await b.shown(335, 340, 625)).toBe('h 335=g1 340=2 625=3')
  b.send('e', [
    [324, 'e1'],
    [55, 'GTCO'],
    [263, '1'],
  ])
  expect(await b.shown(324, 326)).toBe('f 324=e1 326=17')
  process.control({ kind: 'halt', securityID: 'GTCO', halted: true })
  expect(await b.shown(324, 326)).toBe('f 324=e1 326=2')
  process.control({ kind: 'phase', phase: 'halted' })
  expect(await b.shown(335, 340)).toBe('h 335=g1 340=1')
})
