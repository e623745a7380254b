import { describe, expect, test } from 'vitest'
import { ConnectionShares, POOL_SIZE, runAs, runForAll } from './connection-shares.ts'
import { DatabaseBusy } from './unavailable.ts'

/** Transactions that end when the test ends them. */
function stage() {
  const shares = new ConnectionShares()
  const running: { of: string; end: () => void }[] = []
  const transaction = (of: string) => () =>
    new Promise<string>((resolve) => {
      running.push({ of, end: () => resolve(of) })
    })
  const runningOf = (of: string) => running.filter((one) => one.of === of).length
  const read = (of: string) => runAs({ key: of }, () => shares.read(transaction(of)))
  const write = (of: string) => runAs({ key: of }, () => shares.write(transaction(of)))
  const signIn = (of: string) => runAs({ key: of, signsIn: true }, () => shares.read(transaction(`in ${of}`)))
  const own = () => shares.read(transaction('own'))
  /** Ends one, and lets the next begin. */
  const end = async (of: string) => {
    const at = running.findIndex((one) => one.of === of)
    for (const one of running.splice(at, 1)) one.end()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { shares, running, transaction, runningOf, read, write, signIn, own, end }
}

describe('the connections of the database', () => {
  test('at most two are in use per requester, whatever it asks; all requesters together leave five', () => {
    const { running, runningOf, read } = stage()
    for (const of of ['a', 'b', 'c', 'd']) for (let n = 0; n < 30; n++) void read(of)
    expect(runningOf('a')).toBe(2)
    expect(running).toHaveLength(5)
  })

  test('sign-in has three of its own, and the server’s own queries wait for no one', () => {
    const { running, runningOf, read, signIn, own } = stage()
    for (const of of ['a', 'b', 'c']) for (let n = 0; n < 30; n++) void read(of)
    for (const of of ['x', 'y', 'z']) void signIn(of)
    expect(['x', 'y', 'z'].map((of) => runningOf(`in ${of}`))).toEqual([1, 1, 1])
    for (let n = 0; n < 9; n++) void signIn('x')
    expect(running).toHaveLength(8)
    void own()
    void own()
    expect(runningOf('own')).toBe(2)
    expect(running).toHaveLength(POOL_SIZE)
  })

  test('a caller with one request gets its turn after one of each other caller, however many of theirs wait', async () => {
    const { runningOf, read, end } = stage()
    for (const of of ['a', 'b', 'c']) for (let n = 0; n < 30; n++) void read(of)
    void read('d')
    for (const of of ['a', 'b', 'c']) await end(of)
    expect(runningOf('d')).toBe(0)
    await end('a')
    expect(runningOf('d')).toBe(1)
  })

  test('a read too many is refused, a write is not: it is the result of something already accepted', async () => {
    const { running, read, write, end } = stage()
    const waiting = Array.from({ length: 66 }, () => read('a'))
    await expect(read('a')).rejects.toThrow(DatabaseBusy)
    const written = write('a')
    for (let n = 0; n < 67; n++) await end('a')
    expect(await Promise.all(waiting)).toHaveLength(66)
    expect(await written).toBe('a')
    expect(running).toHaveLength(0)
  })

  test('requests made for everyone count against no one', () => {
    const { shares, running, transaction, read } = stage()
    for (let n = 0; n < 60; n++) void read('a')
    runAs({ key: 'a' }, () => runForAll(() => void shares.read(transaction('all'))))
    expect(running.map(({ of }) => of)).toEqual(['a', 'a', 'all'])
  })
})
