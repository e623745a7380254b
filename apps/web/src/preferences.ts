import { create } from 'zustand'
import { cookies, FIVE_YEARS_S, readCookie, writeCookie } from './api/cookies.ts'
import { type ThemeName, themeNames } from './ui/theme.ts'

/** Light, unless the person chose otherwise on this device. */
export const preferredTheme = (): ThemeName => {
  const chosen = readCookie(cookies.theme)
  return themeNames.find((name) => name === chosen) ?? 'light'
}

export const useTheme = create<{ name: ThemeName }>(() => ({ name: preferredTheme() }))

export function chooseTheme(name: ThemeName): void {
  writeCookie(cookies.theme, name, FIVE_YEARS_S)
  document.documentElement.dataset.theme = name
  useTheme.setState({ name })
}
