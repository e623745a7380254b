import { type CallName, calls, pathOf, verbOf } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { routeOf } from './call-routes.ts'

test('every call of the contract is made at its own path', () => {
  for (const [name, row] of Object.entries(calls)) {
    expect(routeOf(name as CallName)).toEqual({
      path: pathOf(name, row),
      verb: verbOf(name as CallName, row),
    })
  }
})
