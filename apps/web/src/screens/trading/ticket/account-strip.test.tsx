import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { type CustomerRow, english, type HoldingRow } from '@tradebook/contract'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../../i18n.ts'
import { AccountStrip } from './account-strip.tsx'

beforeAll(() => loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } }))
afterEach(cleanup)

const account = { accountNumber: 'A1' } as CustomerRow
const balance = {
  ...{ ledgerBalance: 1_000, availableBalance: 900, buyingPower: 900, heldAmount: 100 },
  ...{ unsettledBuys: 0, unsettledSells: 0, currency: 'NGN' },
}
const holding = {
  ...{ securityID: 'UBA', quantity: 10_000, averageCost: 36.1234, lastPx: 0 },
  ...{ gainLoss: -120.5, gainLossPercent: -0.33, dayGainLoss: 40 },
} as HoldingRow

const show = (
  known: Pick<Parameters<typeof AccountStrip>[0], 'balance' | 'holdings'>,
  securityID = 'UBA',
) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AccountStrip account={account} securityID={securityID} {...known} />
    </QueryClientProvider>,
  )
  return screen.queryAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
}

test('the strip has cash, what is reserved, the position at its average cost, and its gains', () => {
  expect(show({ balance, holdings: [holding] })).toEqual([
    ['Available cash', '₦900.00'],
    ['Reserved for orders', '₦100.00'],
    ['UBA owned', '10,000 at 36.1234'],
    ['Gain today', '+40.00'],
    ['Unrealised gain', '-120.50 (-0.33%)'],
  ])
  expect(screen.getByText('+40.00').dataset.direction).toBe('up')
  expect(screen.getByText('-120.50 (-0.33%)').dataset.direction).toBe('down')
})

test('shows no gain for a security that the account does not own', () => {
  expect(show({ balance: { ...balance, heldAmount: 0 }, holdings: [holding] }, 'GTCO')).toEqual([
    ['Available cash', '₦900.00'],
    ['GTCO owned', '0'],
  ])
})

test('figures that the person may not see are left out', () => {
  expect(show({ balance: undefined, holdings: undefined })).toEqual([])
})
