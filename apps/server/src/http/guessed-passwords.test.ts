import { describe, expect, test } from 'vitest'
import {
  addUser,
  attemptRows,
  attempts,
  call,
  current,
  edgeForAllTests,
  type From,
  guessFrom,
  meridian,
  SIGN_INS,
  signIn,
  waited,
  withSetting,
  zenith,
} from './identity.fixture.ts'

edgeForAllTests()

describe('signing in', () => {
  test('the right password resets the count of four wrong ones', async () => {
    await addUser(meridian, 'clumsy')
    for (let round = 0; round < 2; round++) {
      for (let failure = 0; failure < 4; failure++) await signIn('clumsy', { password: 'not it' })
      expect((await signIn('clumsy')).status).toBe(200)
    }
  })

  test('twenty guesses at once are no more than five', async () => {
    await addUser(meridian, 'besieged')
    await Promise.all(Array.from({ length: 20 }, () => signIn('besieged', { password: 'a guess' })))
    const results = await attempts(meridian, 'besieged')
    expect(results.filter((result) => result === 3)).toHaveLength(5)
    expect(results.filter((result) => result === 9)).toHaveLength(15)
  })

  test('the firm sets how many wrong guesses lock, and for how long', async () => {
    await addUser(zenith, 'guarded')
    const guess = (more: object) => signIn('guarded', { tenancyName: 'Zenith-Hill', ...more })
    await withSetting(zenith, { lockoutTries: 3, lockoutMinutes: 30 }, async () => {
      for (let failure = 0; failure < 2; failure++) await guess({ password: 'not it' })
      expect((await guess({})).status).toBe(200)
      for (let failure = 0; failure < 3; failure++) await guess({ password: 'not it' })
      const lockedAt = current.now
      expect((await guess({})).status).toBe(500)
      current.now = lockedAt + 29 * 60_000
      expect((await guess({})).status).toBe(500)
      current.now = lockedAt + 30 * 60_000
      expect((await guess({})).status).toBe(200)
    })
  })

  test('counts guesses by the user, however the name and the call are spelled', async () => {
    await addUser(meridian, 'Target')
    const names = [
      'target',
      'TARGET',
      'target ',
      ' target',
      'target\t\n',
      `Target@firm${meridian}.example`,
      'tArGeT',
    ]
    const urls = [
      '/api/TokenAuth/Authenticate',
      '/api/TokenAuth/AuthenticateAsync',
      '/API/tokenauth/authenticate',
    ]
    await Promise.all(
      Array.from({ length: 28 }, (_, turn) =>
        guessFrom('10.1.0.1', names[turn % names.length] ?? '', { url: urls[turn % urls.length] ?? '' }),
      ),
    )
    const results = (await attemptRows(meridian))
      .filter(({ client_ip_address }) => client_ip_address === '10.1.0.1')
      .map(({ result }) => result)
    expect(results.filter((result) => result === 3)).toHaveLength(5)
    expect(results.filter((result) => result === 9)).toHaveLength(23)
  })

  test('is not prevented by five wrong guesses from elsewhere', async () => {
    await addUser(meridian, 'owner')
    for (let guess = 0; guess < 7; guess++) await guessFrom(`10.2.0.${guess}`, 'owner')
    for (let guess = 0; guess < 7; guess++) await guessFrom(`2001:db8:1:1::${guess + 1}`, 'owner')
    const ask = async (remoteAddress: string) => (await signIn('owner', {}, {}, { remoteAddress })).status
    // All of the guesser's block is locked, its neighbours and everybody else are not.
    expect(await ask('10.2.0.200')).toBe(500)
    expect(await ask('2001:db8:1:1:ffff::1')).toBe(500)
    expect(await ask('10.2.1.1')).toBe(200)
    expect(await ask('2001:db8:1:2::1')).toBe(200)
    expect(await ask('127.0.0.1')).toBe(200)
  })

  describe('a password guessed from everywhere', () => {
    const guessFromEverywhere = async (userName: string, count: number) => {
      for (let guess = 0; guess < count; guess++) await guessFrom(`10.3.${guess}.1`, userName)
    }
    const deviceCookie = async (userName: string) => {
      const { cookies } = await signIn(userName, {}, {}, { remoteAddress: '10.4.0.1' })
      const { name = '', value = '' } =
        cookies.find((cookie) => cookie.name.startsWith('Tradebook.Device')) ?? {}
      return { [name]: value }
    }

    test.each(['a user', 'a name that nobody has'])(
      'takes longer and longer from unknown places: %s',
      async (who) => {
        const userName = who.replaceAll(' ', '-')
        if (who === 'a user') await addUser(meridian, userName)
        await guessFromEverywhere(userName, 10)
        waited.length = 0
        for (let guess = 10; guess < 17; guess++) {
          current.now += 60_000
          await guessFrom(`10.3.${guess}.1`, userName)
        }
        expect(waited).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000])
      },
    )

    test('is refused with the time to try again rather than kept waiting for long, no matter who it is', async () => {
      await addUser(meridian, 'popular')
      await guessFromEverywhere('popular', 16)
      current.now += 60_000
      waited.length = 0
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, guess) => guessFrom(`10.5.${guess}.1`, 'popular')),
      )
      expect(waited).toEqual([5_000])
      const refused = answers.filter(({ status }) => status === 429)
      expect(refused).toHaveLength(5)
      for (const { headers, error } of refused) {
        expect(headers['retry-after']).toBe('10')
        expect(error.code).toBe(6002)
      }
      current.now += 60_000
      expect((await signIn('popular', {}, {}, { remoteAddress: '10.6.0.1' })).status).toBe(200)
    })

    test('is also refused when the clock was set back a day', async () => {
      await addUser(meridian, 'timeless')
      await guessFromEverywhere('timeless', 16)
      current.now += 60_000
      await guessFrom('10.8.0.1', 'timeless')
      try {
        current.setBackMs = 86_400_000
        const statuses: number[] = []
        for (let guess = 0; guess < 16; guess++) {
          current.now += 60_000
          statuses.push((await guessFrom(`10.8.${guess + 1}.1`, 'timeless')).status)
        }
        // Attempts wait as before, and none is refused for a day.
        expect(new Set(statuses)).toEqual(new Set([500]))
        expect(waited.at(-1)).toBe(5_000)
      } finally {
        current.setBackMs = 0
      }
    })

    test('is not slowed in a browser the user signed in with before, even within a locked block', async () => {
      await addUser(meridian, 'regular')
      const cookies = await deviceCookie('regular')
      await guessFromEverywhere('regular', 20)
      for (let guess = 0; guess < 5; guess++) {
        current.now += 60_000
        await guessFrom('10.4.0.2', 'regular')
      }
      waited.length = 0
      const from = { remoteAddress: '10.4.0.1', cookies }
      expect((await signIn('regular', { password: 'mistyped' }, {}, from)).status).toBe(500)
      expect((await signIn('regular', {}, {}, from)).status).toBe(200)
      expect(waited).toEqual([])
      expect((await signIn('regular', {}, {}, { remoteAddress: '10.4.0.1' })).status).toBe(500)
    })

    test('is slower with a cookie that is another user’s, changed or expired', async () => {
      const [one, two] = [await addUser(meridian, 'one'), await addUser(meridian, 'two')]
      const [value = ''] = Object.values(await deviceCookie('one'))
      const cookieOf = (userId: number) => `Tradebook.Device.${meridian}.${userId}`
      await guessFromEverywhere('one', 10)
      await guessFromEverywhere('two', 10)
      const waits = async (userName: string, cookies: Record<string, string>) => {
        waited.length = 0
        current.now += 60_000
        await signIn(userName, {}, {}, { remoteAddress: '10.7.0.1', cookies })
        return waited.length > 0
      }
      expect(await waits('one', { [cookieOf(one)]: value })).toBe(false)
      expect(await waits('two', { [cookieOf(two)]: value })).toBe(true)
      expect(await waits('one', { [cookieOf(one)]: value.replace(/^./, 'x') })).toBe(true)
      const [device, since = '', signature] = value.split('.')
      expect(await waits('one', { [cookieOf(one)]: `${device}.${Number(since) + 1}.${signature}` })).toBe(
        true,
      )
      current.now += 180 * 86_400_000
      await guessFromEverywhere('one', 10)
      expect(await waits('one', { [cookieOf(one)]: value })).toBe(true)
    })
  })

  test('is not prevented by wrong guesses of a time to come: the clock was wrong', async () => {
    await addUser(meridian, 'leapt')
    const then = current.now
    current.now += 3 * 86_400_000
    for (let n = 0; n < 5; n++) await guessFrom('10.40.0.1', 'leapt')
    for (let n = 0; n < 12; n++) await guessFrom(`10.41.${n}.1`, 'leapt')
    current.now = then
    const waitedBefore = waited.length
    expect((await signIn('leapt', {}, {}, { remoteAddress: '10.40.0.2' })).status).toBe(200)
    expect((await signIn('leapt', {}, {}, { remoteAddress: '10.42.0.2' })).status).toBe(200)
    expect(waited.slice(waitedBefore)).toEqual([])
    // What is guessed now counts from one.
    for (let n = 0; n < 4; n++) await guessFrom('10.40.0.1', 'leapt')
    expect((await signIn('leapt', {}, {}, { remoteAddress: '10.40.0.2' })).status).toBe(200)
  })

  test('is never refused from a browser the user signed in with before, whatever others did at the address', async () => {
    await addUser(meridian, 'neighbour')
    const from = { remoteAddress: '10.50.0.1' }
    const known = await signIn('neighbour', {}, {}, from)
    const device = known.cookies.find(({ name }) => name.startsWith('Tradebook.Device'))
    const cookies = { [device?.name ?? '']: device?.value ?? '' }
    const unbound = (more: From) => call('TokenAuth/Authenticate', {}, {}, { ...from, ...more })
    for (let n = 1; n < SIGN_INS; n++) await unbound({})
    expect((await unbound({})).status).toBe(429)
    // A cookie that is not signed by us is nobody's.
    expect(
      (await unbound({ cookies: { [device?.name ?? '']: `${device?.value.slice(0, -2)}xx` } })).status,
    ).toBe(429)
    expect((await signIn('neighbour', {}, {}, { ...from, cookies })).status).toBe(200)
    // Its own attempts count for it.
    for (let n = 1; n < SIGN_INS; n++) await unbound({ cookies })
    expect((await unbound({ cookies })).status).toBe(429)
  })
})
