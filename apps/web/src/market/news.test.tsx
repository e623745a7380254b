import { act, cleanup, render, screen } from '@testing-library/react'
import { type NewsItem, translations } from '@tradebook/contract'
import { afterEach, expect, test } from 'vitest'
import { loadTexts } from '../i18n.ts'
import { liveMarket } from '../live/live-market.ts'
import { News } from './news.tsx'

const { store } = liveMarket
afterEach(() => {
  cleanup()
  store.reset()
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: translations.en } })
})

test('an announcement made while the page is open is in the reader’s language', async () => {
  loadTexts({ currentLanguage: { name: 'fr' }, values: { Tradebook: translations.fr } })
  const item: NewsItem = {
    ...{ id: '7', headline: 'GTCO: bonus of 1:10', body: 'Qualification date', source: 'Market control' },
    ...{ urgency: '1', securityIDs: ['GTCO'], origTime: '2026-11-20T09:00:00.000Z' },
    announcement: { kind: 'bonus', values: { securityID: 'GTCO', ratio: '1:10' } },
  }
  render(<News />)
  act(() => {
    store.take.onNews({ ...item, id: '6', headline: 'Results', announcement: undefined })
    store.take.onNews(item)
  })
  await screen.findByText('GTCO : attribution gratuite de 1:10')
  expect(screen.getByText('Results')).toBeTruthy()
  expect(screen.queryByText('GTCO: bonus of 1:10')).toBeNull()
})
