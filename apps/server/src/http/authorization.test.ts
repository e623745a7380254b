import { expect, test } from 'vitest'
import type { Caller } from '../platform/caller.ts'
import type { Translate } from '../platform/localisation.ts'
import { denial } from './authorization.ts'

const translate = ((key: string) => `[${key}]`) as Translate
const person = (roles: readonly string[]) => ({ roles, permissions: new Set(['BUY']) }) as unknown as Caller

test.each([
  ['nobody', 'anyone', null, undefined],
  ['nobody', 'signedIn', null, [401, '[Denied.notSignedIn]']],
  ['nobody', 'member', null, [401, '[Denied.notSignedIn]']],
  ['a person without a role', 'signedIn', person([]), undefined],
  ['a person without a role', 'member', person([]), [403, '[Denied.notMember]']],
  ['a person with a role', 'member', person(['BROKER']), undefined],
  ['a person with one of two', { any: ['BUY', 'SELL'] }, person(['BROKER']), undefined],
  ['a person with one of two', { all: ['BUY', 'SELL'] }, person(['BROKER']), [403, '[Denied.all]']],
  ['a person with none', { any: ['SELL'] }, person(['BROKER']), [403, '[Denied.any]']],
] as const)('%s, where the call needs %j', (_, needs, caller, expected) => {
  const denied = denial(needs, caller, translate)
  expect(denied && [denied.status, denied.message]).toEqual(expected)
})
