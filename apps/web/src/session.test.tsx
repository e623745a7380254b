import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { clearCookie, cookies, readCookie, writeCookie } from './api/cookies.ts'
import { openSession, renewRights, satisfies, sessionOf, useCan, useSession } from './session.ts'

const configuration = (all: string[], granted: string[]) => ({
  session: { userId: 1, tenantId: 2 },
  localization: { currentLanguage: { name: 'en', displayName: 'English' }, languages: [], values: {} },
  features: { allFeatures: {} },
  auth: {
    allPermissions: Object.fromEntries(all.map((name) => [name, 'true'])),
    grantedPermissions: Object.fromEntries(granted.map((name) => [name, 'true'])),
  },
  setting: { values: {} },
})
const login = (roles: string[]) => ({
  application: { version: '1', releaseDate: '', features: { SignalR: true } },
  user: {
    ...{ id: 1, name: 'Ada', surname: 'Okafor', userName: 'ada', emailAddress: 'ada@example.com' },
    ...{ roles, due: null },
  },
  tenant: null,
})

test('a permission counts only when it is in both maps', () => {
  const { permissions } = sessionOf(configuration(['BUY', 'SELL'], ['BUY', 'MARKET_CONTROL']), login([]))
  expect([...permissions]).toEqual(['BUY'])
})

test('roles are compared upper-cased', () => {
  const session = sessionOf(configuration([], []), login(['Customer']))
  expect(satisfies(session, { role: 'CUSTOMER' })).toBe(true)
  expect(satisfies(session, { role: 'BROKER' })).toBe(false)
})

test('the culture comes from the browser where none is kept, for about five years', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('away')))
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('ha-NG')
  clearCookie(cookies.culture)
  const written = vi.spyOn(document, 'cookie', 'set')
  await expect(openSession()).rejects.toThrow()
  expect(readCookie(cookies.culture)).toBe('ha-NG')
  const age = Number(/max-age=(\d+)/.exec(written.mock.calls[0]?.[0] ?? '')?.[1])
  expect(age / 86_400).toBeCloseTo(5 * 365.25, -1)

  vi.spyOn(navigator, 'language', 'get').mockReturnValue('yo-NG')
  await expect(openSession()).rejects.toThrow()
  expect(readCookie(cookies.culture)).toBe('ha-NG')
})

test('a language that the firm does not offer is not asked for again', async () => {
  const english = { name: 'en', displayName: 'English' }
  const offering = (languages: object[]) => ({
    ...configuration([], []),
    localization: { currentLanguage: english, languages, values: { Tradebook: {} } },
  })
  let answered = offering([english, { name: 'ha', displayName: 'Hausa' }])
  vi.stubGlobal('fetch', async (url: string) => {
    const result = String(url).includes('/Home/')
      ? { remoteServiceBaseUrl: '/' }
      : String(url).includes('/Session/')
        ? login([])
        : answered
    return new Response(JSON.stringify({ result, success: true }))
  })
  writeCookie(cookies.culture, 'ha-NG')
  await openSession()
  expect(readCookie(cookies.culture)).toBe('ha-NG')
  answered = offering([english])
  await openSession()
  expect(readCookie(cookies.culture)).toBe('en')
})

test('the page follows changed rights; text and person stay, and a refused screen does not reload them at every try', async () => {
  useSession.setState(sessionOf(configuration(['BUY', 'SELL'], ['BUY', 'SELL']), login(['Broker'])), true)
  const before = useSession.getState()
  const { result } = renderHook(() => useCan('SELL'))
  expect(result.current).toBe(true)
  const answers: Record<string, object> = {
    AbpUserConfiguration: configuration(['BUY', 'SELL'], ['BUY']),
    Session: login(['Viewer']),
  }
  const fetched = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', fetched)
  fetched.mockRejectedValue(new Error('away'))
  await act(renewRights)
  expect(useSession.getState()).toBe(before)

  fetched.mockClear()
  fetched.mockImplementation(async (url) => {
    const [, given] = Object.entries(answers).find(([name]) => String(url).includes(`/${name}/`)) ?? []
    return new Response(JSON.stringify({ result: given, success: true }))
  })
  await act(renewRights)
  expect(result.current).toBe(false)
  expect(useSession.getState()).toEqual({
    ...before,
    permissions: new Set(['BUY']),
    roles: new Set(['VIEWER']),
  })
  await act(renewRights)
  expect(fetched).toHaveBeenCalledTimes(2)
})
