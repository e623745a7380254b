import { expect, test } from 'vitest'
import { searchByLabel } from './search-by-label.ts'

test.each([
  ['Adédayọ̀ Ọlá', 'adedayo ola', true],
  ['Adédayọ̀ Ọlá', 'ADÉDAYỌ̀', true],
  ['Ɗanladi', 'danladi', true],
  ['Ẹgbẹ́ alábòójútó', 'egbe', true],
  ['Danladi', 'ɗan', true],
  ['Bola Ige', 'ada', false],
])('the choice %s searched by %s is shown: %s', (label, typed, isShown) => {
  expect(searchByLabel.filterOption(typed, { label })).toBe(isShown)
})

test('a choice without a text is not found', () => {
  expect(searchByLabel.filterOption('a', {})).toBe(false)
})
