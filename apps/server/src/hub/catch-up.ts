import type { HubEvent } from '@tradebook/contract'
import type { Connection } from '@tradebook/signalr'
import type { MarketPicture } from '../desk/publishing/market-picture.ts'
import { bookOf, statisticsOf } from './methods.ts'
import type { OverlayEvent } from './owners-overlay.ts'
import { snapshotEvents } from './snapshot-events.ts'
import { readTopic, receives } from './topics.ts'

/**
 * The events that bring a client that fell behind up to date with one state, as it is now; none when the
 * client has unsubscribed from it meanwhile.
 *
 * @param state the name of the state, by `topicOf`.
 * @param ownersOf the overlay of a book, for those who may see it.
 */
export function catchUpEvents<User>(
  state: string,
  client: Pick<Connection<User>, 'groups'>,
  picture: MarketPicture,
  ownersOf: (securityID: string) => readonly Pick<OverlayEvent<unknown>, 'event'>[],
): HubEvent[] {
  const { topic, securityID } = readTopic(state)
  if (!receives(client, topic, securityID)) return []
  if (topic === 'statistics')
    return [{ target: 'updateMarketStatsSession', argument: statisticsOf(picture, securityID) }]
  const owners = ownersOf(securityID).map(({ event }) => event)
  return [...snapshotEvents(securityID, bookOf(picture, securityID)), ...owners]
}
