import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Call, type CallName, calls, type Permission } from '@tradebook/contract'
import type { FastifyInstance, InjectOptions } from 'fastify'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { FileAnswer } from '../files/file-answer.ts'
import type { Caller } from '../platform/caller.ts'
import { type AnyHandler, callerWith, handlersBy, identityWith, partsWith } from './edge-parts.fixture.ts'
import type { ThrottleTime } from './read-throttle.ts'
import { buildHttp, type HttpParts } from './server.ts'

export let app: FastifyInstance
/** The handlers that a test sets, at any time. A call without one answers null or an empty file. */
export let handlers: Partial<Record<CallName, AnyHandler>>
/** A built page of one hashed file. */
export let webFolder: string
/** The lines of the log. */
export const logged: string[] = []

const unheard = () => undefined
export const isFile = (row: Call): boolean => row.gives === 'file'
const emptyFile: FileAnswer = {
  name: 'a.csv',
  type: 'text/csv',
  body: { async *[Symbol.asyncIterator]() {} },
  rows: () => 0,
}

const traderWith = (...permissions: Permission[]) => callerWith({ permissions: new Set(permissions) })
/** Who is signed in, by token. */
export const callers: Readonly<Record<string, Caller>> = {
  trader: traderWith('BUY', 'SELL'),
  idler: traderWith(),
  /** Who has no role yet. */
  newcomer: callerWith({ roles: [] }),
  other: { ...traderWith('BUY', 'SELL'), userId: 6 },
  /** Who would be a trader except for what is due before. */
  newPassword: { ...traderWith('BUY', 'SELL'), due: 'newPassword' },
  secondFactor: { ...traderWith('BUY', 'SELL'), due: 'secondFactor' },
}

/** Gives each test of a file an edge of its own. */
export function edgeForEachTest(): void {
  beforeEach(open)
  afterEach(close)
}

/** Gives the tests of a file one edge: for those that leave no handler and no log behind. */
export function edgeForAllTests(): void {
  beforeAll(open)
  afterAll(close)
}

async function open(): Promise<void> {
  logged.length = 0
  handlers = {}
  webFolder = mkdtempSync(join(tmpdir(), 'tradebook-page-'))
  mkdirSync(join(webFolder, 'static/js'), { recursive: true })
  writeFileSync(join(webFolder, 'index.html'), '<title>the page</title>')
  writeFileSync(join(webFolder, 'static/js/main.0a1b2c.js'), 'run()')
  app = await build()
}

async function close(): Promise<void> {
  await app.close()
  rmSync(webFolder, { recursive: true })
}

/** Builds the edge again, with changed parts. */
export async function rebuild(changes: Partial<HttpParts>, time?: ThrottleTime): Promise<void> {
  await app.close()
  app = await build(changes, time)
}

const build = (changes: Partial<HttpParts> = {}, time?: ThrottleTime) =>
  buildHttp(
    partsWith({
      handlers: handlersBy(
        (name) => async (input, context) =>
          handlers[name] ? handlers[name](input, context) : isFile(calls[name]) ? emptyFile : null,
      ),
      identity: identityWith({
        authenticate: (token) => callers[token] ?? null,
        isTenant: async (id) => id === 7,
      }),
      // A file is written down by the edge.
      auditedWrite: async (_, work) => work(undefined as never, unheard, unheard),
      newId: () => 'the-id-of-the-request',
      perMinute: 3,
      log: pino({ level: 'error' }, { write: (line) => void logged.push(line) }),
      version: '1.2.3',
      webFolder,
      ...changes,
    }),
    undefined,
    time,
  )

export const order = {
  clOrdID: 'a1',
  account: 'M100001',
  securityID: 'GTCO',
  side: '1',
  ordType: '2',
  price: 45.5,
  orderQty: 100,
}

/** Posts as the trader. */
export const post = (url: string, payload: unknown, more: InjectOptions = {}) =>
  app.inject({
    method: 'POST',
    url,
    headers: { authorization: 'Bearer trader', 'content-type': 'application/json' },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    ...more,
  })

export const SEND = '/api/services/app/Order/SendNewOrder'

/** A handler whose calls wait until the test ends them, by the order in which they began. */
export function heldHandler(result: unknown) {
  const begun: (() => void)[] = []
  const handler: AnyHandler = () => new Promise((resolve) => begun.push(() => resolve(result)))
  return { begun, handler }
}
