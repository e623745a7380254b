import { expect, test } from 'vitest'
import { failureOf } from './request-failure.ts'

test.each([
  ['no answer', 0, 0, 'unknown'],
  ['a gateway that lost the server', 502, 0, 'unknown'],
  ['a gateway without a server', 503, 0, 'unknown'],
  ['a gateway that waited too long', 504, 0, 'unknown'],
  ['a server that does not know the outcome', 500, 2_011, 'unknown'],
  ['a server that answers 503 and does not know the outcome', 503, 2_011, 'unknown'],
  ['a full lane', 429, 6_001, 'notTaken'],
  ['a server that is away from its database', 503, 6_001, 'notTaken'],
  ['too many requests', 429, 6_002, 'notTaken'],
  ['a gateway that limits', 429, 0, 'notTaken'],
  ['not enough money', 500, 4_002, 'refused'],
  ['a wrong field', 400, 0, 'refused'],
  ['a missing permission', 403, 0, 'refused'],
])('%s (%d, %d) leaves an order %s', (_what, status, code, standing) => {
  const failure = failureOf(
    { status, code, message: 'Title', details: 'Details.', data: {}, validationErrors: [], retryAfterS: 2 },
    'Nobody',
  )
  expect(failure).toMatchObject({ standing, title: 'Title', details: 'Details.' })
})

test('without an answer, the failure is that the server did not answer', () => {
  const silence = {
    status: 0,
    code: 0,
    message: '',
    details: null,
    data: {},
    validationErrors: [],
    retryAfterS: undefined,
  }
  expect(failureOf(silence, 'Nobody answered')).toEqual({
    standing: 'unknown',
    code: 0,
    title: 'Nobody answered',
    details: '',
    data: {},
    validationErrors: [],
  })
})
