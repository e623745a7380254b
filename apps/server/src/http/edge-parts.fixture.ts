import { type CallName, calls } from '@tradebook/contract'
import pino from 'pino'
import { Registry } from 'prom-client'
import type { Caller } from '../platform/caller.ts'
import type { IdempotencyKeys, KeptAnswer, KeyedRequest } from '../platform/idempotency-keys.ts'
import type { CallContext, Handlers } from './handlers.ts'
import type { HttpParts } from './server.ts'

/** What operators show in tests. */
export const OPERATOR_TOKEN = 'the-token-of-operators-in-tests'
export const asOperator = { authorization: `Bearer ${OPERATOR_TOKEN}` }

export type AnyHandler = (input: Record<string, unknown>, context: CallContext) => Promise<unknown>

/** A handler for every call of the contract, by its name. */
export const handlersBy = (handlerOf: (name: CallName) => AnyHandler): Handlers =>
  Object.fromEntries(
    (Object.keys(calls) as CallName[]).map((name) => [name, handlerOf(name)]),
  ) as unknown as Handlers

/** A broker of firm 3 without permissions, except for what is changed. */
export const callerWith = (changes: Partial<Caller> = {}): Caller => ({
  userId: 5,
  userName: 'broker',
  sessionId: 's',
  tenantId: 3,
  roles: ['BROKER'],
  permissions: new Set(),
  accounts: [],
  due: null,
  language: null,
  ...changes,
})

/** What the edge asks about tokens and firms, except for what is changed: nobody is signed in, no firm exists. */
export const identityWith = (changes: Partial<HttpParts['identity']> = {}): HttpParts['identity'] => ({
  authenticate: () => null,
  isTenant: async () => false,
  browserOf: () => undefined,
  onSessionEnded: () => () => {},
  registrations: { find: async () => undefined },
  ...changes,
})

/** Answers by their keys, in memory and for as long as the test runs. */
export function keysInMemory(): IdempotencyKeys {
  const rows = new Map<string, { readonly hash: Buffer; readonly answer: KeptAnswer | null }>()
  const keyOf = ({ tenantId, userId, key }: KeyedRequest) => JSON.stringify([tenantId, userId, key])
  const keep = async (request: KeyedRequest, answer: KeptAnswer | null) =>
    void rows.set(keyOf(request), { hash: request.hash, answer })
  return {
    async find(request) {
      const row = rows.get(keyOf(request))
      if (!row) return undefined
      return row.hash.equals(request.hash) ? (row.answer ?? 'begun') : 'otherRequest'
    },
    async claim(request) {
      await keep(request, null)
      return true
    },
    keep,
    keepIn: (_, request, answer) => keep(request, answer),
    release: async (request) => void rows.delete(keyOf(request)),
  }
}

/**
 * The parts of an edge without a database, except for what is changed: nobody is signed in, every call
 * answers null, nothing is written.
 */
export const partsWith = (changes: Partial<HttpParts> = {}): HttpParts => ({
  handlers: handlersBy(() => async () => null),
  identity: identityWith(),
  newId: () => 'id',
  auditedWrite: () => Promise.reject(new Error('nothing is written')),
  recordRefusal: async () => undefined,
  idempotencyKeys: keysInMemory(),
  customerViews: async () => undefined,
  reportLog: async () => undefined,
  now: Date.now,
  perMinute: 100,
  log: pino({ level: 'silent' }),
  version: '1',
  webFolder: '/nowhere',
  metrics: new Registry(),
  operatorToken: OPERATOR_TOKEN,
  readiness: {},
  ...changes,
})
