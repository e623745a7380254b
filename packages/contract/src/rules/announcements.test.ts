import { describe, expect, test } from 'vitest'
import { type LanguageName, languages } from '../words/languages.ts'
import { fillIn, translations } from '../words/words.ts'
import { type Announcement, announcementKinds, newsInWords } from './announcements.ts'

const written = { id: '7', headline: 'Stored', body: 'As it was', source: 'Market control' }
const inLanguage = (announcement: Announcement, language: LanguageName = 'en') =>
  newsInWords({ ...written, announcement }, (key, values) => fillIn(translations[language][key], values))

const dates = { registerDate: '2026-11-24', exDate: '2026-11-23', payDate: '2026-12-04' }
const values = { securityID: 'GTCO', ...dates, rate: '0.125', ratio: '1:10', type: 'bonus' }

test.each<[Announcement['kind'], headline: string, body: string]>([
  [
    'dividend',
    'GTCO: dividend of ₦0.125 per share',
    'Qualification date 24 Nov 2026, ex-day 23 Nov 2026, payment date 4 Dec 2026. Open orders in GTCO are cancelled before the ex-day begins. 10% of the dividend is withheld as tax.',
  ],
  [
    'bonus',
    'GTCO: bonus of 1:10',
    'Qualification date 24 Nov 2026, ex-day 23 Nov 2026, payment date 4 Dec 2026. Open orders in GTCO are cancelled before the ex-day begins. Fractions of a share are rounded down.',
  ],
  [
    'revoked',
    'GTCO: Bonus with qualification date 24 Nov 2026 is revoked',
    'The announced action will not take place.',
  ],
])('a %s is worded from its kind and values', (kind, headline, body) => {
  expect(inLanguage({ kind, values })).toEqual({ ...written, announcement: { kind, values }, headline, body })
})

describe.each(announcementKinds)('%s', (kind) => {
  test('reads differently in each language, with the values in place', () => {
    const headlines = languages.map(({ name: language }) => inLanguage({ kind, values }, language).headline)
    expect(new Set(headlines).size).toBe(headlines.length)
    for (const headline of headlines) expect(headline).toMatch(/^GTCO\s?:[^{}]+$/)
  })
})

test('text written by a person stays unchanged', () => {
  expect(newsInWords(written, () => 'other')).toBe(written)
})
