import { english } from '@tradebook/contract'
import { type TFunction, t } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../i18n.ts'
import type { LineOutcome } from './basket-lines.ts'
import { outcomeText } from './outcome-text.ts'

beforeAll(() => loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } }))

const refusal = { code: 2087, message: 'The basket was stopped', details: 'You were signed out.' }

test.each<[outcome: LineOutcome['outcome'], refusal: LineOutcome['refusal'], shown: string]>([
  ['refused', refusal, 'The basket was stopped. You were signed out.'],
  ['notSent', refusal, 'Not sent. The basket was stopped. You were signed out.'],
  ['notSent', null, 'Not sent'],
  ['unknown', refusal, 'Not confirmed. Send again to find out.'],
  ['accepted', null, 'Not confirmed. Send again to find out.'],
])('a line without an order says what became of it and why: %s', (outcome, reason, shown) => {
  const line = { clOrdID: 's-1', outcome, order: null, refusal: reason }
  expect(outcomeText(line, t as TFunction)).toBe(shown)
})
