import { permissionNames, type Statistics } from '@tradebook/contract'
import type { Desk } from '../desk/desk.ts'
import type { MarketPicture } from '../desk/publishing/market-picture.ts'
import { HOST } from '../store/host.ts'
import { newsFrom } from './news.ts'

/** How often the newsroom looks at the market; it writes at most one item a look. */
const LOOK_MS = 20_000
/** A security is news at most this often. */
const SILENCE_MS = 15 * 60_000

/** Writes news of what the market does, so that news move as prices do. Returns how to stop. */
export function openNewsroom(
  desk: Pick<Desk, 'submit'>,
  picture: MarketPicture,
  now: () => number,
): () => void {
  const seen = new Map<string, Statistics>()
  const written = new Map<string, number>()

  function look(): void {
    for (const figures of picture.statistics()) {
      const before = seen.get(figures.securityID)
      const quietUntil = (written.get(figures.securityID) ?? Number.NEGATIVE_INFINITY) + SILENCE_MS
      const story = before && now() >= quietUntil ? newsFrom(before, figures) : undefined
      if (!story) continue
      written.set(figures.securityID, now())
      void desk.submit({ kind: 'news', origin: newsroom, item: { ...story, source: 'Tradebook' } })
      break
    }
    for (const figures of picture.statistics()) seen.set(figures.securityID, figures)
  }

  const timer = setInterval(look, LOOK_MS)
  return () => clearInterval(timer)
}

/** News are the host's: they belong to the market, not to a firm. */
const newsroom = {
  tenantId: HOST,
  userId: 0,
  userName: 'newsroom',
  accounts: [],
  permissions: new Set(permissionNames),
  clientIpAddress: '127.0.0.1',
  browserInfo: '',
} as const
