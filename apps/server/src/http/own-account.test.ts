import { languageNames, preferencesFrom, refusals } from '@tradebook/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  addUser,
  bearing,
  call,
  current,
  edgeForAllTests,
  identity,
  meridian,
  signIn,
  withSetting,
} from './identity.fixture.ts'

edgeForAllTests()

const tokenOf = async (userName: string, headers = {}) =>
  (await signIn(userName, {}, headers)).result.accessToken as string

const isSignedIn = async (token: string) =>
  (await call('Session/GetCurrentLoginInformations', {}, bearing(token))).result.user !== null

const sessionsOf = async (token: string) =>
  (await call('Account/GetSessions', {}, bearing(token))).result.items

beforeAll(async () => {
  for (const userName of ['person', 'other']) await addUser(meridian, userName)
})

test('their own profile is read and changed, the name of the user and the address are not', async () => {
  const token = await tokenOf('person')
  const before = {
    userName: 'person',
    emailAddress: `person@firm${meridian}.example`,
    name: 'Bola',
    surname: 'Ade',
    isTwoFactorOn: false,
    recoveryCodesLeft: 0,
    notifications: preferencesFrom(undefined),
  }
  expect((await call('Account/GetProfile', {}, bearing(token))).result).toEqual({
    ...before,
    phoneNumber: null,
  })
  const changes = { name: ' Bọ́lá ', surname: 'Adé', phoneNumber: '+234 803 000 0000' }
  const sent = { ...changes, userName: 'admin', emailAddress: 'x@y.example', isActive: false }
  const answer = await callPut('Account/UpdateProfile', sent, token)
  expect(answer.status).toBe(200)
  expect((await call('Account/GetProfile', {}, bearing(token))).result).toEqual({
    ...before,
    ...changes,
    name: 'Bọ́lá',
  })
  const other = await tokenOf('other')
  expect((await call('Account/GetProfile', {}, bearing(other))).result).toMatchObject({
    name: 'Bola',
    phoneNumber: null,
  })
  for (const phoneNumber of ['call me', '+', '1'.repeat(33)])
    expect((await callPut('Account/UpdateProfile', { ...changes, phoneNumber }, token)).status).toBe(400)
  await callPut('Account/UpdateProfile', { ...changes, phoneNumber: '' }, token)
  expect((await call('Account/GetProfile', {}, bearing(token))).result.phoneNumber).toBeNull()
})

test('notification choices are stored per kind and only for that person', async () => {
  const [token, other] = [await tokenOf('person'), await tokenOf('other')]
  const names = { name: 'Bola', surname: 'Ade', phoneNumber: null }
  const preferences = async (of: string) =>
    (await call('Account/GetProfile', {}, bearing(of))).result.notifications
  const choose = async (notifications: object) =>
    (await callPut('Account/UpdateProfile', { ...names, notifications }, token)).status
  expect(await choose({ watchedNews: false, orderRefused: false })).toBe(200)
  expect(await choose({ orderRefused: true, postingDecided: false })).toBe(200)
  // Who changes the names alone changes nothing of it.
  expect((await callPut('Account/UpdateProfile', names, token)).status).toBe(200)
  const all = preferencesFrom(undefined)
  expect(await preferences(token)).toEqual({ ...all, watchedNews: false, postingDecided: false })
  expect(await preferences(other)).toEqual(all)
  expect(await choose({ orderFilled: 'no' })).toBe(400)
  expect(await choose(all)).toBe(200)
  expect(await preferences(token)).toEqual(all)
})

const callPut = (name: 'Account/UpdateProfile', input: object, token: string) =>
  call(name, input, bearing(token))

describe('the language of answers', () => {
  const languageIn = async (headers: Record<string, string>) =>
    (await call('AbpUserConfiguration/GetAll', {}, headers)).result.localization.currentLanguage.name

  test.each([...languageNames])('%s is the cookie’s before the header’s', async (name) => {
    const cookie = `Abp.Localization.CultureName=${name}`
    expect(await languageIn({ cookie, '.AspNetCore.Culture': 'c=en|uic=en', 'accept-language': 'en' })).toBe(
      name,
    )
    expect(
      await languageIn({ '.AspNetCore.Culture': `c=${name}|uic=${name}`, 'accept-language': 'en' }),
    ).toBe(name)
    expect(await languageIn({ 'accept-language': `xx, ${name}-NG;q=0.5` })).toBe(name)
  })

  test.each([...languageNames])(
    'once %s is chosen it is that, whatever the browser names, from the next request on',
    async (languageName) => {
      const token = await tokenOf('person')
      expect((await call('User/ChangeLanguage', { languageName }, bearing(token))).status).toBe(200)
      const elsewhere = { ...bearing(await tokenOf('person')), cookie: 'Abp.Localization.CultureName=en' }
      for (const headers of [bearing(token), elsewhere]) expect(await languageIn(headers)).toBe(languageName)
      const other = { ...bearing(await tokenOf('other')), cookie: 'Abp.Localization.CultureName=en' }
      expect(await languageIn(other)).toBe('en')
    },
  )

  test('is one of those there are', async () => {
    const token = await tokenOf('person')
    expect((await call('User/ChangeLanguage', { languageName: 'xx' }, bearing(token))).status).toBe(400)
  })

  test('is one of those the firm offers; anyone who chose another before keeps it', async () => {
    const token = await tokenOf('person')
    const choose = (languageName: string) => call('User/ChangeLanguage', { languageName }, bearing(token))
    await choose('ha')
    await withSetting(meridian, { languages: ['fr', 'yo'] }, async () => {
      const wanting = (name: string) => ({
        ...{ 'abp.tenantid': String(meridian), cookie: `Abp.Localization.CultureName=${name}` },
      })
      const offered = async (headers: Record<string, string>) =>
        (await call('AbpUserConfiguration/GetAll', {}, headers)).result.localization.languages.map(
          ({ name }: { name: string }) => name,
        )
      expect(await offered(wanting('en'))).toEqual(['fr', 'yo'])
      expect(await languageIn(wanting('yo'))).toBe('yo')
      expect(await languageIn(wanting('ig'))).toBe('fr')
      expect(await offered(bearing(token))).toEqual(['fr', 'ha', 'yo'])
      expect(await languageIn(bearing(token))).toBe('ha')
      expect((await choose('ig')).error.code).toBe(refusals.languageNotOffered.code)
      expect(await languageIn(bearing(token))).toBe('ha')
      expect((await choose('yo')).status).toBe(200)
    })
    await choose('en')
  })
})

describe('their own sessions', () => {
  test('are listed with where they are, and end one by one or all but this one', async () => {
    current.now += 1_000
    const here = await tokenOf('other', { 'user-agent': 'Here/1.0' })
    current.now += 1_000
    const there = await tokenOf('other', { 'user-agent': 'There/1.0' })
    current.now += 1_000
    const elsewhere = await tokenOf('other')
    const listed = await sessionsOf(here)
    expect(listed.map(({ current: isCurrent }: { current: boolean }) => isCurrent).slice(0, 3)).toEqual([
      false,
      false,
      true,
    ])
    const [, second, third] = listed
    expect(third).toMatchObject({
      browser: 'Here/1.0',
      ipAddress: '127.0.0.1',
      signedInAt: new Date(current.now - 2_000).toISOString(),
    })
    const ended: string[] = []
    const unsubscribe = identity.onSessionEnded((id) => ended.push(id))
    expect((await call('Account/RevokeSession', { id: second.id }, bearing(here))).status).toBe(200)
    expect(ended).toEqual([second.id])
    expect(await isSignedIn(there)).toBe(false)
    expect((await call('Account/RevokeSession', { id: second.id }, bearing(here))).error).toMatchObject({
      code: 1013,
    })
    expect((await call('Account/RevokeOtherSessions', {}, bearing(here))).status).toBe(200)
    expect([await isSignedIn(elsewhere), await isSignedIn(here)]).toEqual([false, true])
    expect(await sessionsOf(here)).toMatchObject([{ id: third.id, current: true }])
    unsubscribe()
  })

  test('another user’s is as one that never was', async () => {
    const [mine, theirs] = [await tokenOf('person'), await tokenOf('other')]
    const { id } = (await sessionsOf(theirs)).find(
      ({ current: isCurrent }: { current: boolean }) => isCurrent,
    )
    const answer = await call('Account/RevokeSession', { id }, bearing(mine))
    const never = await call(
      'Account/RevokeSession',
      { id: '0d7e63bb-40d6-4f4f-8a1b-2f0f8c5d9e11' },
      bearing(mine),
    )
    expect(answer.error).toEqual(never.error)
    expect(await isSignedIn(theirs)).toBe(true)
  })
})
