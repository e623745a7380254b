import { isRefusal } from '@tradebook/contract'
import { expect, test } from 'vitest'
import type { FoundTenant } from '../../platform/tenants.ts'
import { type HomeParts, home } from './home.ts'

const firms: FoundTenant[] = [
  { id: 1, tenancyName: 'Meridian', name: 'Meridian Securities Ltd', isActive: true },
  { id: 2, tenancyName: 'Sleeping', name: 'Sleeping Ltd', isActive: false },
]
const index = { value: 138_454.03, change: -361.2, changePercent: -0.26, high: 139_000, low: 138_000 }
const session = { phase: 'continuous', marketDate: '2026-11-24' }
const summary = { index, advancers: 31, decliners: 12, unchanged: 107, marketCap: 1, session: 'continuous' }

const ask = (tenancyName: string | undefined, parts: object = {}) =>
  home({
    desk: { session },
    picture: { summary: () => summary },
    tenants: {
      named: async (name: string) =>
        firms.find((firm) => firm.tenancyName.toLowerCase() === name.toLowerCase()),
      settingsOf: async () => ({ REGISTRATION_OPEN: 'false' }),
    },
    ...parts,
  } as unknown as HomeParts)['Home/GetOverview']({ tenancyName }, {} as never)

test('everyone sees the state of the market, and only public data', async () => {
  expect(await ask(undefined)).toEqual({
    firm: null,
    market: { index, advancers: 31, decliners: 12, unchanged: 107 },
    session,
  })
})

test('a firm is named in any letter case; a disabled one looks as if it did not exist', async () => {
  expect(await ask('meridian')).toMatchObject({
    firm: { tenancyName: 'Meridian', name: 'Meridian Securities Ltd', isRegistrationOpen: false },
  })
  expect(await ask('Sleeping')).toEqual(await ask('nobody'))
})

test('before the market is there, the call is refused as one to be made again', async () => {
  const answer = await ask(undefined, { picture: { summary: () => undefined } })
  expect(isRefusal(answer as never) && (answer as { refusal: string }).refusal).toBe('unavailable')
})
