import { Side } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { customerAskedFor, type Offer, offersFor, type PaletteContext } from './offers.ts'

const everything: PaletteContext = {
  screens: [
    { path: '/orders', title: 'Stock Orders' },
    { path: '/statement', title: 'Account Statement', of: 'account' },
    { path: '/customer', title: 'Customer', of: 'customer' },
    { path: '/customers', title: 'Customers' },
  ],
  securities: [
    { securityID: 'GTCO', name: 'GUARANTY TRUST HOLDING COMPANY PLC' },
    { securityID: 'UBA', name: 'UNITED BANK FOR AFRICA PLC' },
    { securityID: 'UBAPROP', name: 'UBA PROPERTIES' },
    { securityID: 'UCAP', name: 'UNITED CAPITAL PLC' },
  ],
  customers: [{ id: 7, accountNumber: 'MSL7', customerName: 'Ngozi Okafor' }],
  may: { buy: true, sell: true, cross: true, halt: true },
}

/** An offer in short. */
const short = (offer: Offer): string => {
  if (offer.kind === 'screen')
    return [offer.screen.path, offer.customer?.accountNumber].filter(Boolean).join(' ')
  if (offer.kind !== 'order') return `${offer.kind} ${offer.securityID}`
  const { side, securityID, quantityText, priceText, customer } = offer
  return [side === Side.buy ? 'buy' : 'sell', securityID, quantityText, priceText, customer?.accountNumber]
    .filter(Boolean)
    .join(' ')
}
const offered = (text: string, context: Partial<PaletteContext> = {}) =>
  offersFor(text, { ...everything, ...context }).map(short)

test.each([
  ['', []],
  ['   ', []],
  ['gtco', ['security GTCO']],
  // A symbol that is typed whole is first, then those that begin so, then names.
  ['uba', ['security UBA', 'security UBAPROP']],
  ['united', ['security UBA', 'security UCAP']],
  ['united cap', ['security UCAP']],
  ['b gtco', ['buy GTCO']],
  ['buy gtco 5k', ['buy GTCO 5k']],
  ['b gtco 5k 61.10', ['buy GTCO 5k 61.10']],
  ['B GTCO ₦500k 61.10', ['buy GTCO ₦500k 61.10']],
  ['s uba 25%', ['sell UBA 25%', 'sell UBAPROP 25%']],
  ['b gtco 5k 61.10 for okafor', ['buy GTCO 5k 61.10 MSL7']],
  ['b gtco for Ngozi Okafor', ['buy GTCO MSL7']],
  ['b gtco 5k 61.10 at once', []],
  ['cross gtco', ['cross GTCO']],
  ['cross gtco 5k', []],
  ['halt gtco', ['halt GTCO']],
  ['orders', ['/orders']],
  ['go orders', ['/orders']],
  ['stock ord', ['/orders']],
  ['statement', ['/statement']],
  ['statement okafor', ['/statement MSL7']],
  ['go account statement okafor', ['/statement MSL7']],
  ['customer okafor', ['/customer MSL7']],
  ['customers', ['/customers']],
  ['nothing', []],
])('%s can mean %j', (text, offers) => {
  expect(offered(text)).toEqual(offers)
})

test('commands that the person may not use are not offered', () => {
  const may = { buy: false, sell: false, cross: false, halt: false }
  for (const text of ['b gtco 5k', 's gtco', 'cross gtco', 'halt gtco'])
    expect(offered(text, { may })).toEqual([])
})

test('nothing is offered for an unknown customer', () => {
  for (const text of ['b gtco 5k for nobody', 'statement nobody'])
    expect(offered(text, { customers: [] })).toEqual([])
})

test.each([
  ['statement okafor', 'okafor'],
  ['go account statement Ngozi  Okafor', 'Ngozi Okafor'],
  ['customer Adédayọ̀', 'Adédayọ̀'],
  ['b gtco 5k for Okafor', 'Okafor'],
  ['b gtco 5k', ''],
  ['statement', ''],
  ['orders okafor', ''],
  ['gtco', ''],
])('%s searches customers by "%s"', (text, asked) => {
  expect(customerAskedFor(text, everything.screens)).toBe(asked)
})

test('customers are found without the marks of their names, those of Hausa too', () => {
  const customers = [{ id: 8, accountNumber: 'MSL8', customerName: 'Ɗanladi Ọlá' }]
  expect(offered('customer danladi ola', { customers })).toEqual(['/customer MSL8'])
})
