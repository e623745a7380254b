import { expect, test } from 'vitest'
import { cashEntryInput } from './cash.ts'
import { crossOrderInput, newOrderInput } from './order.ts'
import { securityEntryForm, securityEntryInput } from './security-entry.ts'
import { settingsInput } from './settings.ts'

const unseen = ['a\u200bb', 'a\u202eb', 'a\u0007b', 'a\u2028b', 'a\u00adb']

test.each([...unseen, 'a\nb', '', '\u200b'])(
  'a posting is neither referred to nor described by %j',
  (text) => {
    for (const { shape } of [cashEntryInput, securityEntryForm]) {
      expect(shape.reference.safeParse(text).success).toBe(false)
      expect(shape.narration.safeParse(text).success).toBe(false)
    }
  },
)

test.each([...unseen, 'a\nb'])(
  'a posting of shares without a form may have no narration, but none like %j',
  (text) => {
    const { reference, narration } = securityEntryInput.shape
    expect(reference.safeParse(text).success).toBe(false)
    expect(narration.safeParse(text).success).toBe(false)
    expect(narration.parse(undefined)).toBe('')
  },
)

test.each(unseen)('the firm’s address is not %j', (text) => {
  expect(settingsInput.shape.address.safeParse(text).success).toBe(false)
})

test('a reference has letters of any language, and an address lines', () => {
  expect(cashEntryInput.shape.reference.parse(' Ọjọ́ 12/3 – ₦5 ')).toBe('Ọjọ́ 12/3 – ₦5')
  expect(settingsInput.shape.address.parse('14 Harbour Crescent\nLagos')).toBe('14 Harbour Crescent\nLagos')
  expect(settingsInput.shape.address.parse('')).toBe('')
})

test('the text of an order is not the key of why orders end', () => {
  for (const { shape } of [newOrderInput, crossOrderInput]) {
    for (const text of ['Trading.Order.CanceledExDay', 'Trading.Venue.immediate'])
      expect(shape.text.safeParse(text).success, text).toBe(false)
    for (const text of ['Trading.Order.Unknown', 'By phone', '', undefined])
      expect(shape.text.safeParse(text).success, text).toBe(true)
  }
})
