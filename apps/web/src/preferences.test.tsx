import { afterEach, expect, test } from 'vitest'
import { cookies, writeCookie } from './api/cookies.ts'
import { preferredTheme } from './preferences.ts'

afterEach(() => writeCookie(cookies.theme, '', 0))

test('the theme is light unless the person chose the dark one', () => {
  expect(preferredTheme()).toBe('light')
  writeCookie(cookies.theme, 'dark', 60)
  expect(preferredTheme()).toBe('dark')
  writeCookie(cookies.theme, 'none such', 60)
  expect(preferredTheme()).toBe('light')
})
