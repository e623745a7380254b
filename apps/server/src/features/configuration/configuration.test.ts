import { english, isRefusalName, refusals } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { isWordedByPages } from './configuration.ts'

test('pages have the texts of what orders are kept with, and neither mails nor what answers alone say', () => {
  const wanted = {
    'Refusal.priceOffTick': true,
    'Refusal.priceOffTick.details': true,
    'Refusal.killSwitchOn.noReason': true,
    'Refusal.turnoverAboveLimit.noFigures': true,
    'Refusal.What.market': true,
    'Refusal.unknownUser': true,
    'Refusal.unknownUser.details': false,
    'Mail.Greeting': false,
  }
  for (const [key, isSent] of Object.entries(wanted))
    expect({ key, isSent: isWordedByPages(key) }).toEqual({ key, isSent })
})

test('the title of every refusal is worded by pages, and its details where an order is kept with it', () => {
  for (const [name, row] of Object.entries(refusals)) {
    expect(isRefusalName(name)).toBe(true)
    expect(isWordedByPages(`Refusal.${name}`)).toBe(true)
    expect(isWordedByPages(`Refusal.${name}.details`)).toBe(
      (row as { ordRejReason?: string }).ordRejReason !== undefined,
    )
    expect(Object.keys(english)).toContain(`Refusal.${name}.details`)
  }
})
