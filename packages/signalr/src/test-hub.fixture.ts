import type { Connection } from './connection.ts'
import { HubError, hubMethod, hubStream } from './invocation.ts'

/** A hub that uses every feature. */

export interface User {
  readonly name: string
}
export type Client = Connection<User>

const none = () => [] as const
const texts = (given: readonly unknown[]): readonly string[] => {
  if (!given.every((one) => typeof one === 'string')) throw new TypeError('expects texts')
  return given
}
const count = ([n]: readonly unknown[]): readonly [number] => {
  if (!Number.isSafeInteger(n)) throw new TypeError('expects a whole number')
  return [n as number]
}
type Numbers = readonly [AsyncIterable<number>]
const numbers = (_given: readonly unknown[], [stream]: readonly AsyncIterable<unknown>[]): Numbers => [
  stream as AsyncIterable<number>,
]

/** What has happened to streams, for tests to await. */
export const streamsEnded: string[] = []

export const testMethods = {
  /** Returns its argument, whatever it is. */
  Echo: hubMethod<Client, readonly unknown[]>({ bind: (given) => given, run: (_client, value) => value }),
  Nothing: hubMethod<Client, readonly []>({ bind: none, run: () => {} }),
  Refuse: hubMethod<Client, readonly string[]>({
    bind: texts,
    run: async (_client, reason) => {
      throw new HubError(reason)
    },
  }),
  /** Fails with a text that no client may see. */
  Fail: hubMethod<Client, readonly []>({
    bind: none,
    run: () => {
      throw new Error('the password of the database')
    },
  }),
  /** Returns what no encoding can express. */
  Unwritable: hubMethod<Client, readonly []>({
    bind: none,
    run: () => {
      const circle: { self?: unknown } = {}
      circle.self = circle
      return circle
    },
  }),
  Forbidden: hubMethod<Client, readonly []>({ bind: none, run: () => {}, allows: () => false }),
  Join: hubMethod<Client, readonly string[]>({
    bind: texts,
    run: (client, ...groups) => client.join(...groups),
  }),
  Leave: hubMethod<Client, readonly string[]>({
    bind: texts,
    run: (client, ...groups) => client.leave(...groups),
  }),
  /** Streams the numbers up to one. */
  Count: hubStream<Client, readonly [number]>({
    bind: count,
    stream: async function* (_client, _signal, to) {
      for (let n = 1; n <= to; n++) yield n
    },
  }),
  /** Streams a number and then waits for ever for the next one. */
  Stuck: hubStream<Client, readonly []>({
    bind: none,
    stream: async function* (_client, signal) {
      signal.addEventListener('abort', () => streamsEnded.push('Stuck'))
      yield 1
      await new Promise(() => {})
    },
  }),
  BreakOff: hubStream<Client, readonly string[]>({
    bind: texts,
    stream: async function* (_client, _signal, reason) {
      yield 1
      throw reason ? new HubError(reason) : new Error('the password of the database')
    },
  }),
  /** Adds the numbers that the client streams. */
  Sum: hubMethod<Client, Numbers>({
    uploads: 1,
    bind: numbers,
    run: async (_client, stream) => {
      let sum = 0
      for await (const n of stream) sum += n
      return sum
    },
  }),
  /** Reads one number of a stream and no more. */
  First: hubMethod<Client, Numbers>({
    uploads: 1,
    bind: numbers,
    run: async (_client, stream) => {
      for await (const n of stream) return n
      return undefined
    },
  }),
  /** Streams back what the client streams, doubled. */
  Double: hubStream<Client, Numbers>({
    uploads: 1,
    bind: numbers,
    stream: async function* (_client, _signal, stream) {
      for await (const n of stream) yield 2 * n
    },
  }),
  /** Asks the client for its name. */
  Greet: hubMethod<Client, readonly []>({
    bind: none,
    run: async (client) => `Hello, ${await client.invoke('name', 'formal')}`,
  }),
}
