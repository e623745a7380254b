import { expect, test } from 'vitest'
import { coloursOf } from '../../ui/theme.ts'
import { isFallingOver, lineColours } from './day-line.tsx'

const days = (...values: number[]) =>
  values.map((value, index) => ({ marketDate: `2026-11-2${index}`, value }))

test.each([
  ['rises', days(1, 3, 2), undefined, false],
  ['falls', days(3, 4, 2), undefined, true],
  ['falls now', days(3, 4), 2, true],
  ['rises now', days(3, 2), 4, false],
  ['stays', days(3, 3), undefined, false],
  ['has no day', [], undefined, false],
] as const)('a line that %s', (_, of, now, isFalling) => {
  expect(isFallingOver(of, now)).toBe(isFalling)
})

test('a falling line has the colours of losses in both themes', () => {
  for (const theme of ['light', 'dark'] as const) {
    const { up, down } = coloursOf(theme)
    expect([lineColours(theme, false).lineColor, lineColours(theme, true).lineColor]).toEqual([up, down])
  }
})
