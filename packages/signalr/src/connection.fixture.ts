import { beforeEach } from 'vitest'
import { Broadcast } from './broadcast.ts'
import { Connection } from './connection.ts'
import type { ConnectionHost, ConnectionLimits } from './connection-host.ts'
import { FakeTransport } from './fake-transport.fixture.ts'
import { hubLimits } from './hub.ts'
import { type BoundMethod, hubMethod, Invoker } from './invocation.ts'
import { PreparedMessage } from './prepared-message.ts'
import { HubCounters } from './stats.ts'
import type { TransportKind } from './transport.ts'
import { webSockets } from './websocket.ts'
import { WorkScheduler } from './work-scheduler.ts'

/** Connections whose clock, event loop and transports are controlled by the test. */

export type Client = Connection<string>

const CALL_MS = 1
export const limits: ConnectionLimits = {
  ...hubLimits,
  budget: { burst: 20, perSecond: 10 },
  overBudgetMs: 3_000,
}

export let now: number
export let deferred: (() => void)[]
let scheduler: WorkScheduler
/** The connections whose calls have run, in order. */
export let answered: string[]
export let overBudget: string[]
export let failures: unknown[]
const methods = {
  Do: hubMethod<Client, readonly []>({
    bind: () => [],
    run: ({ id }) => {
      now += CALL_MS
      answered.push(id)
    },
  }),
  Work: hubMethod<Client, readonly [number]>({
    bind: ([cost]) => [Number(cost)],
    cost: (_client, cost) => cost,
    run: ({ id }) => void answered.push(id),
  }),
  Text: hubMethod<Client, readonly [number]>({
    bind: ([size]) => [Number(size)],
    run: (_client, size) => 'x'.repeat(size),
  }),
}

beforeEach(() => {
  now = 1_000
  deferred = []
  answered = []
  overBudget = []
  failures = []
  scheduler = new WorkScheduler({ sliceMs: 4, now: () => now, defer: (task) => deferred.push(task) })
})

/** One turn of the event loop. */
export const turn = () => {
  for (const task of deferred.splice(0)) task()
}
export const runAll = () => {
  while (deferred.length > 0) turn()
}

export interface ClientOptions {
  readonly changed?: Partial<ConnectionLimits>
  readonly kind?: TransportKind
  /** The version of the handshake. */
  readonly version?: number
  readonly more?: Readonly<Record<string, BoundMethod<Client>>>
}

/** A connection that has completed its handshake. */
export function client(
  id: string,
  { changed = {}, kind = webSockets, version = 1, more }: ClientOptions = {},
) {
  const transport = new FakeTransport(kind)
  const host: ConnectionHost<Client> = {
    limits: { ...limits, ...changed },
    broadcast: new Broadcast(hubLimits, { now: () => now, used: () => 0, idle: () => 0 }),
    scheduler,
    counters: new HubCounters(),
    now: () => now,
    opened: () => {},
    invoker: new Invoker<Client>({
      methods: { ...methods, ...more },
      detailedErrors: false,
      consume: (caller, tokens) => caller.consume(tokens),
      failed: (error) => failures.push(error),
    }),
    refresh: (_connection, state) => [
      new PreparedMessage({ type: 1, target: `${state} refreshed`, arguments: [] }),
    ],
    closed: () => {},
    ended: () => {},
    protocolViolated: (_connection, error) => {
      throw error
    },
    failed: (_connection, error) => failures.push(error),
    overBudget: () => overBudget.push(id),
  }
  const connection = new Connection<string>({ id, token: id, isStateful: version > 1 }, id, host)
  const listener = connection.attach(transport)
  const sends = (...messages: object[]) => listener.received(recordsOf(...messages))
  sends({ protocol: 'json', version })
  runAll()
  return { transport, connection, listener, host, sends }
}

export const recordsOf = (...messages: object[]): Buffer =>
  Buffer.from(messages.map((message) => `${JSON.stringify(message)}\x1e`).join(''))

export const call = (target: string, ...args: unknown[]) => ({
  type: 1,
  invocationId: '1',
  target,
  arguments: args,
})
export const times = (count: number, message: object) => Array.from({ length: count }, () => message)
export const PING = { type: 6 }

export const pass = (ms: number) => {
  now += ms
}

/** A second passes. */
export const second = ({ connection }: { connection: Client }) => {
  pass(1_000)
  connection.check(now)
}
