import { beforeEach, expect, test, vi } from 'vitest'
import { cookies, readCookie, writeCookie } from './api/cookies.ts'
import { sessionEndedPath } from './paths.ts'

const replace = vi.fn()

let reloadForAnotherUser: () => Promise<never>
let leave: (to: string) => Promise<never>

beforeEach(async () => {
  replace.mockReset()
  // Each document has a module of its own.
  vi.resetModules()
  ;({ reloadForAnotherUser, leave } = await import('./leave.ts'))
  vi.stubGlobal('location', {
    protocol: 'http:',
    pathname: '/app/trading',
    search: '?security=GTCO&orders.side=1&orders.page=2',
    replace,
  })
})

test('signing out removes the token, the storage and the whole document', () => {
  writeCookie(cookies.token, 'token')
  localStorage.setItem('draft', '1,000')
  void leave(sessionEndedPath('/app/trading?security=GTCO'))
  expect(readCookie(cookies.token)).toBeUndefined()
  expect(localStorage.length).toBe(0)
  void leave('/')
  expect(replace.mock.calls).toEqual([['/user/login?from=%2Fapp%2Ftrading%3Fsecurity%3DGTCO&ended']])
})

test('a page that now belongs to another person reloads in place, with its lists unfiltered, and signs no one out', () => {
  writeCookie(cookies.token, 'of the second')
  void reloadForAnotherUser()
  expect(readCookie(cookies.token)).toBe('of the second')
  expect(replace.mock.calls).toEqual([['/app/trading?security=GTCO']])
})
