import { expect, test } from 'vitest'
import { isOriginOf, relyingPartyOf } from './relying-party.ts'

test.each([
  ['https://trade.example', 'trade.example', 'https://trade.example'],
  ['https://trade.example:8443/app', 'trade.example', 'https://trade.example:8443'],
  ['http://localhost:8080', 'localhost', 'http://localhost:8080'],
  // As the server names itself where nobody said how it is reached.
  ['http://127.0.0.1:8080', 'localhost', 'http://localhost:8080'],
  ['http://[::1]:8080', 'localhost', 'http://localhost:8080'],
  ['http://0.0.0.0:8080', 'localhost', 'http://localhost:8080'],
])('an installation at %s has passkeys for %s, made by pages of %s', (publicUrl, id, origin) => {
  expect(relyingPartyOf(publicUrl)).toEqual({ id, origin })
})

test.each(['https://10.0.0.5', 'https://10.0.0.5:8443', 'https://[fd00::5]'])(
  'an installation at %s has none: no browser makes a passkey for it',
  (publicUrl) => {
    expect(relyingPartyOf(publicUrl)).toBeUndefined()
  },
)

test.each([
  ['https://trade.example', 'https://trade.example', true],
  ['https://trade.example', 'https://meridian.trade.example', true],
  ['https://trade.example:8443', 'https://meridian.trade.example:8443', true],
  ['https://trade.example', 'http://trade.example', false],
  ['https://trade.example', 'http://meridian.trade.example', false],
  ['https://trade.example', 'https://trade.example:8443', false],
  ['https://trade.example', 'https://trade.example.evil.example', false],
  ['https://trade.example', 'https://eviltrade.example', false],
  ['https://trade.example', 'https://meridian.trade.example/path', false],
  ['https://meridian.trade.example', 'https://trade.example', false],
  ['https://trade.example', 'null', false],
  ['https://trade.example', '', false],
  ['http://127.0.0.1:8080', 'http://localhost:8080', true],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080', false],
])('at %s, a page of %s is ours: %s', (publicUrl, asked, isOurs) => {
  expect(isOriginOf(relyingPartyOf(publicUrl)!, asked)).toBe(isOurs)
})
