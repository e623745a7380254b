import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { english, isStartText } from '@tradebook/contract'
import { expect, test } from 'vitest'

/** The screens that are met first, and what the frame and the trading screen load when it is needed. */
const entries = [
  'main.tsx',
  'frame/app-frame.tsx',
  'frame/public-frame.tsx',
  'frame/phone-bar.tsx',
  'frame/idle-warning.tsx',
  'ui/notification.ts',
  'screens/account-settings/due-screen.tsx',
  'screens/login/login-screen.tsx',
  'screens/trading/trading-screen.tsx',
  'screens/trading/phone-layout.tsx',
  'screens/trading/keyboard-help.tsx',
  'screens/trading/cross/cross-ticket.tsx',
  'market/chart/drawing.tsx',
].map((file) => join(import.meta.dirname, file))

/** Of a module of the page, what it imports at once. */
const imported = /^(?:import|export)\s(?!type\b)[^;'"`()]*?'(\.[^']+\.tsx?)'/gm

function* modules(): Generator<string> {
  const seen = new Set<string>()
  for (const todo = [...entries]; todo.length > 0; ) {
    const file = todo.pop() ?? ''
    if (seen.has(file) || !existsSync(file)) continue
    seen.add(file)
    const source = readFileSync(file, 'utf8')
    todo.push(...[...source.matchAll(imported)].map(([, path = '']) => join(dirname(file), path)))
    yield source
  }
}

test('the first screens use only texts that are loaded at the start of a page', () => {
  const sources = [...modules()].join('\n')
  const known = Object.keys(english)
  const named = [...sources.matchAll(/'([A-Z][\w.]+)'/g)].map(([, key = '']) => key)
  // `Trading.Phase.${phase}`
  const begun = [...sources.matchAll(/`([A-Z]\w*\.[\w.]*)\$\{/g)].map(([, start = '']) => start)
  const shown = known.filter((key) => named.includes(key) || begun.some((start) => key.startsWith(start)))
  expect(shown.length).toBeGreaterThan(700)
  expect(shown.filter((key) => !isStartText(key))).toEqual([])
})
