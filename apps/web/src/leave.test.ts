import { beforeEach, expect, test, vi } from 'vitest'
import { cookies, readCookie, writeCookie } from './api/cookies.ts'
import { giveWay, leave } from './leave.ts'
import { putOutFrom } from './paths.ts'
import { useSession } from './session.ts'

const replace = vi.fn()

beforeEach(() => {
  replace.mockReset()
  vi.stubGlobal('location', {
    protocol: 'http:',
    pathname: '/app/trading',
    search: '?security=GTCO',
    replace,
  })
})

test('whoever leaves takes the token, the storage and the whole document along', () => {
  writeCookie(cookies.token, 'token')
  localStorage.setItem('draft', '1,000')
  useSession.setState({ user: { id: 1 } as never })
  void leave(putOutFrom('/app/trading?security=GTCO'))
  expect(readCookie(cookies.token)).toBeUndefined()
  expect(localStorage.length).toBe(0)
  expect(useSession.getState().user).toBeNull()
  expect(replace.mock.calls).toEqual([['/user/login?from=%2Fapp%2Ftrading%3Fsecurity%3DGTCO&ended']])
})

test('a document that is another person’s by now begins anew where it is, and signs nobody out', () => {
  writeCookie(cookies.token, 'of the second')
  void giveWay()
  expect(readCookie(cookies.token)).toBe('of the second')
  expect(replace.mock.calls).toEqual([['/app/trading?security=GTCO']])
})
