import { createHmac, hkdfSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { bearing, call, database, edgeForAllTests, identity, signIn } from './identity.fixture.ts'

edgeForAllTests()

describe('a session', () => {
  test.each([
    ['a changed signature', (token: string) => `${token.slice(0, -4)}AAAA`],
    ['claims of the bearer’s own', (token: string) => withClaims(token, { sub: '1' })],
    [
      'no algorithm',
      (token: string) => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`,
    ],
    ['nonsense', () => 'x.y.z'],
  ])('is not found by a token with %s', async (_, forge) => {
    const { accessToken } = (await signIn('broker')).result
    expect(await identity.authenticate(forge(accessToken))).toBeNull()
  })

  test('is found by one spelling of its token, and ends for all of them', async () => {
    const { accessToken, encryptedAccessToken } = (await signIn('broker')).result
    expect(await identity.authenticate(accessToken)).not.toBeNull()
    expect(otherSpellings(accessToken)).toHaveLength(4)
    for (const spelling of otherSpellings(accessToken)) {
      expect(await identity.authenticate(spelling)).toBeNull()
    }
    expect(await identity.sessions.authenticateEncrypted(encryptedAccessToken)).not.toBeNull()
    for (const spelling of otherSpellings(encryptedAccessToken)) {
      expect(await identity.sessions.authenticateEncrypted(spelling)).toBeNull()
    }
  })

  test.each<[string, object]>([
    ['a user that is not a number', { sub: 'broker' }],
    ['a user beyond every id', { sub: '4294967296' }],
    ['a user that is a list', { sub: ['1'] }],
    ['a user below zero', { sub: '-1' }],
    ['a session that is not an id', { jti: 'x\0' }],
    ['a session that is an object', { jti: { id: 1 } }],
    ['a firm that is not a number', { [TENANT_CLAIM]: '1; DROP TABLE users' }],
    ['a firm that is a fraction', { [TENANT_CLAIM]: 1.5 }],
    ['a firm beyond every id', { [TENANT_CLAIM]: '99999999999' }],
  ])('is not found by a token that is signed and names %s', async (_, claims) => {
    const { accessToken } = (await signIn('broker')).result
    const token = await signedAgain(accessToken, claims)
    expect((await call('Session/GetCurrentLoginInformations', {}, bearing(token))).result.user).toBeNull()
    expect((await call('Account/LogOut', {}, bearing(token))).status).toBe(401)
  })

  test('is not found by the hub’s token as a bearer token', async () => {
    const { encryptedAccessToken } = (await signIn('broker')).result
    expect(await identity.authenticate(encryptedAccessToken)).toBeNull()
    expect(
      await identity.sessions.authenticateEncrypted(`${encryptedAccessToken.slice(0, -4)}AAAA`),
    ).toBeNull()
  })
})

const TENANT_CLAIM = 'http://www.aspnetboilerplate.com/identity/claims/tenantId'
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The same token with its last character spelled otherwise, in so far as it can be, and with padding. */
function otherSpellings(token: string): string[] {
  const last = token.split('.').at(-1) ?? ''
  const bytes = Buffer.from(last, 'base64url')
  return [...[...ALPHABET].map((letter) => last.slice(0, -1) + letter), `${last}=`]
    .filter((spelling) => spelling !== last && Buffer.from(spelling, 'base64url').equals(bytes))
    .map((spelling) => token.slice(0, -last.length) + spelling)
}

/** The token with other claims, signed with the installation's own key. */
async function signedAgain(token: string, claims: object): Promise<string> {
  const secret = await database.store
    .forHost()
    .read((tx) =>
      tx.selectFrom('secrets').select('value').where('name', '=', 'tokens').executeTakeFirstOrThrow(),
    )
  const key = hkdfSync('sha256', secret.value, '', 'tradebook sign', 32)
  const signed = withClaims(token, claims).split('.').slice(0, 2).join('.')
  return `${signed}.${createHmac('sha256', Buffer.from(key)).update(signed).digest('base64url')}`
}

const withClaims = (token: string, claims: object): string => {
  const [header, payload, signature] = token.split('.')
  const changed = { ...JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()), ...claims }
  return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.')
}
