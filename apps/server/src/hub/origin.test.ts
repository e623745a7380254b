import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { sameOrigin } from './origin.ts'

test.each([
  [undefined, 'localhost:8080', true],
  ['http://localhost:8080', 'localhost:8080', true],
  ['https://Trade.example', 'trade.example', true],
  ['http://localhost:8081', 'localhost:8080', false],
  ['https://evil.example', 'trade.example', false],
  ['null', 'trade.example', false],
  ['https://trade.example', undefined, false],
])('a page of %s may connect to %s: %s', (origin, host, may) => {
  expect(sameOrigin({ headers: { origin, host } } as IncomingMessage)).toBe(may)
})
