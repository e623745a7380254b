import { randomBytes, randomUUID } from 'node:crypto'
import { type Refusal, refusals } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import { newPasskey } from '../../../../test/authenticator.ts'
import { totpCode } from '../../../../test/totp.ts'
import {
  addUser,
  attempts,
  bearing,
  call,
  current,
  database,
  guessFrom,
  identity,
  meridian,
  PASSWORD,
  signIn,
  withSetting,
  zenith,
} from './identity.fixture.ts'
import {
  add,
  Browser,
  begin,
  laterThanRecent,
  ORIGIN,
  passkeyOf,
  userWithPasskey,
} from './passkeys.fixture.ts'
import { secondFactorsForAllTests, tokenOf, userWith } from './two-factor.fixture.ts'

secondFactorsForAllTests()

const codeOf = (name: Refusal['refusal']): number => refusals[name].code
const own = async (token: string) => (await call('Account/GetPasskeys', {}, bearing(token))).result
const subjects = async () => (await identity.outbox.waiting(99)).map(({ subject }) => subject)
const auditOf = (methodName: string) =>
  database.store
    .forTenant(meridian)
    .read((tx) =>
      tx
        .selectFrom('audit_log')
        .select(['user_name', 'parameters', 'exception_message', 'custom_data'])
        .where('method_name', '=', methodName)
        .orderBy('id')
        .execute(),
    )

describe('adding', () => {
  test('a passkey is for the domain of the installation and one user, and asks the device to verify the person', async () => {
    await addUser(meridian, 'adder')
    const token = await tokenOf('adder')
    const { result } = await begin(token)
    expect(result).toMatchObject({
      rp: { id: 'trade.example', name: 'Meridian Securities' },
      user: { name: 'adder (Meridian)', displayName: 'Bola Ade' },
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    })
    const passkey = newPasskey(result, { origin: ORIGIN })
    expect((await add(token, passkey.created, '  Adder’s phone ')).result).toEqual({
      ...{ id: expect.any(String), name: 'Adder’s phone', isSynced: false },
      ...{ creationTime: new Date(current.now).toISOString(), lastUsedTime: null },
    })
    // The device is asked for no second one.
    const again = (await begin(token)).result
    expect(again.excludeCredentials).toEqual([{ id: passkey.created.id, type: 'public-key' }])
    expect(again.user.id).toBe(result.user.id)
    expect(await subjects()).toContain('A passkey was added to your Tradebook user')
    const [row] = await auditOf('AddPasskey')
    expect(row).toMatchObject({ user_name: 'adder', parameters: '{"name":"Adder’s phone"}' })
  })

  test('asks for the password once the sign-in is no longer recent; wrong ones are counted', async () => {
    await addUser(meridian, 'returning')
    const token = await tokenOf('returning')
    expect((await own(token)).isPasswordNeeded).toBe(false)
    laterThanRecent()
    expect((await own(token)).isPasswordNeeded).toBe(true)
    expect((await begin(token)).error.code).toBe(codeOf('passkeyProofDue'))
    expect((await begin(token, { password: 'a guess' })).error.code).toBe(codeOf('passwordWrong'))
    expect((await begin(token, { password: PASSWORD })).error).toBeNull()
    for (let guess = 0; guess < 5; guess++) await begin(token, { password: 'a guess' })
    expect((await begin(token, { password: PASSWORD })).error.code).toBe(codeOf('passwordWrong'))
  })

  test.each([
    ['on a page elsewhere', { origin: 'https://trade.example.evil.example' }, 'passkeyOriginWrong'],
    ['in a frame of another page', { origin: ORIGIN, crossOrigin: true }, 'passkeyOriginWrong'],
    ['by a challenge that is not ours', { origin: ORIGIN, challenge: 'AAAA' }, 'passkeyChallengeOver'],
    ['without fingerprint, face or PIN', { origin: ORIGIN, isUserVerified: false }, 'passkeyInvalid'],
    ['for another domain', { origin: ORIGIN, rpId: 'evil.example' }, 'passkeyInvalid'],
    ['by a sign-in', { origin: ORIGIN, type: 'webauthn.get' }, 'passkeyInvalid'],
  ] as const)('one that was created %s is refused', async (_, given, refusal) => {
    const token = await tokenOf('broker')
    const { error } = await add(token, newPasskey((await begin(token)).result, given).created)
    expect(error.code).toBe(codeOf(refusal))
    expect((await own(token)).items).toEqual([])
  })

  test('an attestation with a certificate is refused before anything is asked about it', async () => {
    const token = await tokenOf('broker')
    const { created } = newPasskey((await begin(token)).result, { origin: ORIGIN })
    const object = Buffer.from(created.response.attestationObject, 'base64url').toString('latin1')
    const tpm = Buffer.from(object.replace('dnone', 'ctpm'), 'latin1').toString('base64url')
    const response = { ...created.response, attestationObject: tpm }
    expect((await add(token, { ...created, response })).error.code).toBe(codeOf('passkeyInvalid'))
  })

  test('a challenge can be used once, for five minutes, in its session', async () => {
    const [token, other] = [await tokenOf('broker'), await tokenOf('broker')]
    const made = async () => newPasskey((await begin(token)).result, { origin: ORIGIN }).created
    expect((await add(other, await made())).error.code).toBe(codeOf('passkeyChallengeOver'))
    const late = await made()
    current.now += 5 * 60_000
    expect((await add(token, late)).error.code).toBe(codeOf('passkeyChallengeOver'))
    const bad = newPasskey((await begin(token)).result, { origin: ORIGIN, isUserVerified: false }).created
    expect((await add(token, bad)).error.code).toBe(codeOf('passkeyInvalid'))
    expect((await add(token, bad)).error.code).toBe(codeOf('passkeyChallengeOver'))
  })

  test('from another origin it does not begin, and the message says where it works', async () => {
    const { error } = await begin(await tokenOf('broker'), {}, 'http://10.0.0.5:8080')
    expect(error).toMatchObject({
      code: codeOf('passkeyOriginWrong'),
      details: expect.stringContaining(ORIGIN),
    })
  })

  test('a firm’s own address below that of the installation is ours, too', async () => {
    await addUser(meridian, 'below')
    const token = await tokenOf('below')
    const origin = 'https://meridian.trade.example'
    const passkey = newPasskey((await begin(token, {}, origin)).result, { origin })
    expect((await add(token, passkey.created)).error).toBeNull()
    expect((await new Browser().signIn(passkey)).result.accessToken).toEqual(expect.any(String))
  })

  test('a passkey is of one user of the installation', async () => {
    const { token, passkey } = await userWithPasskey('first')
    await addUser(zenith, 'second')
    const others = await tokenOf('second', { tenancyName: 'Zenith-Hill' })
    for (const bearer of [token, others]) {
      const options = (await begin(bearer)).result
      const response = newPasskey(options, { origin: ORIGIN }).created.response
      // The same key again, for the challenge of another one.
      const again = {
        ...passkey.created,
        response: { ...passkey.created.response, clientDataJSON: response.clientDataJSON },
      }
      expect((await add(bearer, again)).error.code).toBe(codeOf('passkeyTaken'))
    }
  })

  test('a user has twenty at most', async () => {
    const { userId, token } = await userWithPasskey('collector')
    const begun = newPasskey((await begin(token)).result, { origin: ORIGIN })
    const others = Array.from({ length: 19 }, () => ({
      ...{ tenant_id: meridian, id: randomUUID(), user_id: userId, name: 'Other', is_synced: false },
      ...{ credential_id: randomBytes(16), public_key: randomBytes(77), sign_count: 0n },
      creation_time: new Date(current.now),
    }))
    await database.store.forTenant(meridian).write((tx) => tx.insertInto('passkeys').values(others).execute())
    expect((await begin(token)).error.code).toBe(codeOf('tooManyPasskeys'))
    expect((await add(token, begun.created)).error.code).toBe(codeOf('tooManyPasskeys'))
  })
})

describe('signing in', () => {
  test('needs nothing but the passkey, and leaves attempt and audit row under its own name', async () => {
    const { userId, passkey } = await userWithPasskey('quick')
    const browser = new Browser()
    const answer = await browser.signIn(passkey, {}, { rememberClient: true })
    expect(answer.result).toMatchObject({
      userId,
      twoFactorAuthRequired: false,
      expireInSeconds: 30 * 86_400,
    })
    expect((await call('Account/GetProfile', {}, bearing(answer.result.accessToken))).result.userName).toBe(
      'quick',
    )
    expect((await own(answer.result.accessToken)).items).toMatchObject([
      { lastUsedTime: new Date(current.now).toISOString() },
    ])
    // The sign-in before was by password.
    expect(await attempts(meridian, 'quick')).toEqual([1, 1])
    const rows = await auditOf('AuthenticateByPasskey')
    expect(rows.at(-1)).toMatchObject({ user_name: 'quick', exception_message: null })
    expect(answer.cookies.map(({ name }) => name)).toContain(`Tradebook.Device.${meridian}.${userId}`)
  })

  test('a synced passkey counts nothing and serves again and again', async () => {
    const { token, passkey } = await userWithPasskey('synced', false)
    const browser = new Browser()
    for (let time = 0; time < 3; time++) expect((await browser.signIn(passkey)).error).toBeNull()
    expect((await own(token)).items).toMatchObject([{ isSynced: true }])
  })

  test.each([
    ['on a page elsewhere', { origin: 'https://evil.example' }, 'passkeyOriginWrong'],
    ['in a frame of another page', { crossOrigin: true }, 'passkeyOriginWrong'],
    ['by a challenge that is not ours', { challenge: 'AAAA' }, 'passkeyChallengeOver'],
    ['without fingerprint, face or PIN', { isUserVerified: false }, 'passkeyNotAccepted'],
    ['for another domain', { rpId: 'evil.example' }, 'passkeyNotAccepted'],
    ['as of another user', { userHandle: 'AAAA' }, 'passkeyNotAccepted'],
    ['by an answer to something else', { type: 'webauthn.create' }, 'passkeyNotAccepted'],
    ['by a counter that went back', { counter: 1 }, 'passkeyCopied'],
  ] as const)('%s is refused, and audited', async (_, given, refusal) => {
    const { passkey } = await userWithPasskey(`refused ${refusal} ${Object.keys(given)[0]}`)
    const browser = new Browser()
    expect((await browser.signIn(passkey, { counter: 5 })).error).toBeNull()
    const { error, result } = await browser.signIn(passkey, given)
    expect([error.code, result]).toEqual([codeOf(refusal), null])
    expect((await auditOf('AuthenticateByPasskey')).at(-1)).toMatchObject({ exception_message: refusal })
    // The owner gets in as before.
    expect((await browser.signIn(passkey, { counter: 6 })).error).toBeNull()
  })

  test('a wrong signature, an unknown passkey and one of another firm get the same refusal', async () => {
    const { passkey } = await userWithPasskey('alike')
    await addUser(zenith, 'elsewhere')
    const others = await tokenOf('elsewhere', { tenancyName: 'Zenith-Hill' })
    const ofOther = await passkeyOf(others)
    const browser = new Browser()
    const nobodys = newPasskey((await begin(others)).result, { origin: ORIGIN })
    const forged = async () => {
      const signed = nobodys.sign(await browser.options(), { origin: ORIGIN })
      return browser.end({ ...signed, id: passkey.created.id })
    }
    const answers = [await forged(), await browser.signIn(nobodys), await browser.signIn(ofOther)]
    const [first] = answers
    expect(first?.error.code).toBe(codeOf('passkeyNotAccepted'))
    for (const { status, error } of answers)
      expect({ status, error }).toEqual({ status: first?.status, error: first?.error })
  })

  test('a challenge can be used once, for five minutes, in its browser, at its firm', async () => {
    const { passkey } = await userWithPasskey('once')
    const [browser, other] = [new Browser(), new Browser()]
    const signed = async () => passkey.sign(await browser.options(), { origin: ORIGIN })
    await other.options()
    expect((await other.end(await signed())).error.code).toBe(codeOf('passkeyChallengeOver'))
    const used = await signed()
    expect((await browser.end(used)).error).toBeNull()
    expect((await browser.end(used)).error.code).toBe(codeOf('passkeyChallengeOver'))
    const ofFirm = passkey.sign(await browser.options('Zenith-Hill'), { origin: ORIGIN })
    expect((await browser.end(ofFirm)).error.code).toBe(codeOf('passkeyChallengeOver'))
    const late = await signed()
    current.now += 5 * 60_000
    expect((await browser.end(late)).error.code).toBe(codeOf('passkeyChallengeOver'))
  })

  test('two tabs of a browser do not disturb each other', async () => {
    const { passkey } = await userWithPasskey('tabs')
    const browser = new Browser()
    const [first, second] = [await browser.options(), await browser.options()]
    for (const options of [first, second])
      expect((await browser.end(passkey.sign(options, { origin: ORIGIN }))).error).toBeNull()
  })

  test('gives the same answer no matter who has passkeys, and asks for no name', async () => {
    const { result } = await new Browser().begin()
    expect(Object.keys(result).sort()).toEqual(['challenge', 'rpId', 'timeout', 'userVerification'])
    expect((await new Browser().begin('Nowhere')).error.code).toBe(codeOf('noTenantWithName'))
    expect((await new Browser().begin('Meridian', 'https://evil.example')).error.code).toBe(
      codeOf('passkeyOriginWrong'),
    )
  })

  test('wrong passwords do not lock it', async () => {
    const { passkey } = await userWithPasskey('guessed')
    for (let guess = 0; guess < 6; guess++) await guessFrom('127.0.0.1', 'guessed')
    expect((await signIn('guessed')).error.code).toBe(codeOf('invalidUserNameOrPassword'))
    expect((await new Browser().signIn(passkey)).error).toBeNull()
  })

  test('a deactivated user is refused, and only a holder of the passkey learns why', async () => {
    const { userId, passkey } = await userWithPasskey('retired')
    await database.store
      .forTenant(meridian)
      .write((tx) => tx.updateTable('users').set({ is_active: false }).where('id', '=', userId).execute())
    expect((await new Browser().signIn(passkey)).error.code).toBe(codeOf('userIsNotActive'))
  })
})

describe('as second factor', () => {
  test('after the correct password the passkey is requested; the password alone is not enough', async () => {
    const { userId, passkey } = await userWithPasskey('both')
    const asked = (await signIn('both')).result
    expect(asked).toMatchObject({
      ...{ accessToken: null, userId, twoFactorAuthRequired: true },
      twoFactorAuthProviders: ['Passkey'],
    })
    // No code is of anything.
    expect((await signIn('both', { twoFactorVerificationCode: '000000' })).result.twoFactorAuthRequired).toBe(
      true,
    )
    const browser = new Browser()
    expect((await browser.signIn(passkey, {}, { userId })).result.userId).toBe(userId)
    const { passkey: ofOther } = await userWithPasskey('other')
    expect((await browser.signIn(ofOther, {}, { userId })).error.code).toBe(codeOf('passkeyNotAccepted'))
  })

  test('a user who also has an app can use either', async () => {
    const { token, secret } = await userWith('either', totpCode)
    await passkeyOf(token)
    expect((await signIn('either')).result.twoFactorAuthProviders).toEqual(['Authenticator', 'Passkey'])
    const code = { twoFactorVerificationCode: totpCode(secret, current.now) }
    expect((await signIn('either', code)).result.accessToken).toEqual(expect.any(String))
  })

  test('where the firm requires a second factor, a passkey is one: it is added in the session that owes it', async () => {
    await addUser(meridian, 'obliged')
    await withSetting(meridian, { secondFactor: 'everybody' }, async () => {
      const token = await tokenOf('obliged')
      const sessions = () => call('Account/GetSessions', {}, bearing(token))
      expect((await sessions()).error.code).toBe(codeOf('secondFactorDue'))
      await passkeyOf(token)
      expect((await sessions()).error).toBeNull()
      const [{ id }] = (await own(token)).items
      expect((await call('Account/RevokePasskey', { id }, bearing(token))).error).toBeNull()
      expect((await sessions()).error.code).toBe(codeOf('secondFactorDue'))
    })
  })
})

describe('renaming and removing', () => {
  const rename = (token: string, input: object) => call('Account/RenamePasskey', input, bearing(token))
  const revoke = (token: string, input: object) => call('Account/RevokePasskey', input, bearing(token))

  test('a removed passkey is refused, and the owner is informed', async () => {
    const { token, passkey } = await userWithPasskey('remover')
    await passkeyOf(token, 'My key')
    const [{ id }] = (await own(token)).items
    expect((await rename(token, { id, name: 'Old phone' })).error).toBeNull()
    laterThanRecent()
    expect((await revoke(token, { id })).error.code).toBe(codeOf('passkeyProofDue'))
    expect((await revoke(token, { id, password: PASSWORD })).error).toBeNull()
    expect((await own(token)).items).toMatchObject([{ name: 'My key' }])
    expect((await new Browser().signIn(passkey)).error.code).toBe(codeOf('passkeyNotAccepted'))
    expect((await revoke(token, { id, password: PASSWORD })).error.code).toBe(codeOf('unknownPasskey'))
    expect(await subjects()).toContain('A passkey was removed from your Tradebook user')
  })

  test('no one can rename or remove another user’s passkey', async () => {
    const { token } = await userWithPasskey('victim')
    const [{ id }] = (await own(token)).items
    const others = await tokenOf('broker')
    expect((await rename(others, { id, name: 'Mine' })).error.code).toBe(codeOf('unknownPasskey'))
    expect((await revoke(others, { id })).error.code).toBe(codeOf('unknownPasskey'))
    expect((await own(token)).items).toMatchObject([{ id, name: 'My phone' }])
  })

  test('an administrator removes all of a user, with the administrator’s password; it is audited, and the user is informed', async () => {
    await addUser(meridian, 'chief', 'ADMIN')
    const admin = await tokenOf('chief')
    const { userId, token, passkey } = await userWithPasskey('lost')
    await passkeyOf(token, 'My key')
    expect((await call('User/Get', { id: userId }, bearing(admin))).result.passkeys).toBe(2)
    const revokeAll = (bearer: string, adminPassword: string) =>
      call('User/RevokePasskeys', { userId, adminPassword }, bearing(bearer))
    expect((await revokeAll(admin, 'a guess')).error.code).toBe(codeOf('passwordWrong'))
    expect((await revokeAll(token, PASSWORD)).status).toBe(403)
    expect((await revokeAll(admin, PASSWORD)).result).toBe(true)
    expect((await new Browser().signIn(passkey)).error.code).toBe(codeOf('passkeyNotAccepted'))
    expect((await signIn('lost')).result.accessToken).toEqual(expect.any(String))
    const changes = await database.store
      .forTenant(meridian)
      .read((tx) =>
        tx
          .selectFrom('audit_changes')
          .select(['before', 'after'])
          .where('entity_id', '=', String(userId))
          .execute(),
      )
    expect(changes).toContainEqual({ before: { passkeys: 2 }, after: { passkeys: 0 } })
    expect(await subjects()).toContain('All passkeys were removed from your Tradebook user')
  })
})
