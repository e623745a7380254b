import { expect, test } from 'vitest'
import { useSession } from '../../session.ts'
import { useArrangement } from './preferences.ts'

const kept = (singleKeys: boolean) =>
  encodeURIComponent(JSON.stringify({ state: { singleKeys }, version: 1 }))
const signedIn = (id: number) =>
  useSession.setState({ user: { id } as never, tenant: { id: 2, tenancyName: 'Meridian' } as never })

test('an arrangement is that of the person who is signed in, though the code was loaded before', () => {
  document.cookie = `Tradebook.Trading.2.7=${kept(false)}`
  expect(useArrangement.getState().singleKeys).toBe(true)
  signedIn(7)
  expect(useArrangement.getState().singleKeys).toBe(false)
  // Nothing of the person before is left for one who arranged nothing.
  signedIn(8)
  expect(useArrangement.getState().singleKeys).toBe(true)
})
