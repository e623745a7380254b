import type { EventFor } from '@tradebook/contract'
import type { Connection } from '@tradebook/signalr'
import type { BookOwner } from '../desk/publishing/desk-events.ts'
import type { MarketPicture } from '../desk/publishing/market-picture.ts'
import type { OrderSubscribers } from './order-subscribers.ts'
import { receives } from './topics.ts'

/** The overlay as one event, and the connections that it is for. */
export interface OverlayEvent<Client> {
  readonly to: readonly Client[]
  readonly event: EventFor<'owners'>
}

/**
 * The users behind a firm's own entries in the public books, laid over each book for those of the firm who
 * may see them and receive that book: all of them with a snapshot, those that are new with a change.
 */
export class OwnersOverlay<Client extends Pick<Connection<unknown>, 'groups'>> {
  readonly #picture: Pick<MarketPicture, 'owners' | 'epoch'>
  readonly #subscribers: Pick<OrderSubscribers<Client>, 'watchersOf' | 'firmWatchedBy'>

  constructor(
    picture: Pick<MarketPicture, 'owners' | 'epoch'>,
    subscribers: Pick<OrderSubscribers<Client>, 'watchersOf' | 'firmWatchedBy'>,
  ) {
    this.#picture = picture
    this.#subscribers = subscribers
  }

  /** For a snapshot of one book. Nothing for a client that may see no owners. */
  ofBook(client: Client, securityID: string): OverlayEvent<Client>[] {
    const tenantId = this.#subscribers.firmWatchedBy(client)
    if (tenantId === undefined) return []
    return [this.#event([client], securityID, this.#picture.owners.of(tenantId, securityID))]
  }

  /** For a client that may see owners from now on: those in all books that it receives. */
  ofAllBooks(client: Client): OverlayEvent<Client>[] {
    const tenantId = this.#subscribers.firmWatchedBy(client)
    return byBook(this.#picture.owners.all().filter((owner) => owner.tenantId === tenantId))
      .filter(([{ securityID }]) => receives(client, 'book', securityID))
      .map((owners) => this.#event([client], owners[0].securityID, owners))
  }

  /** For entries that are new. */
  ofEntries(owners: readonly BookOwner[]): OverlayEvent<Client>[] {
    return byBook(owners).map((ofBook) => {
      const [{ tenantId, securityID }] = ofBook
      const watchers = this.#subscribers.watchersOf(tenantId)
      return this.#event(
        watchers.filter((client) => receives(client, 'book', securityID)),
        securityID,
        ofBook,
      )
    })
  }

  #event(to: readonly Client[], securityID: string, owners: readonly BookOwner[]): OverlayEvent<Client> {
    const items = owners.map(({ mdEntryID, userName }) => ({ mdEntryID, userName }))
    const argument = { securityID, epoch: this.#picture.epoch, items }
    return { to, event: { target: 'orderBookOwners', argument } }
  }
}

/** Owners, gathered by firm and book. */
function byBook(owners: readonly BookOwner[]): readonly [BookOwner, ...BookOwner[]][] {
  const books = Map.groupBy(owners, ({ tenantId, securityID }) => `${tenantId}|${securityID}`)
  return [...books.values()] as [BookOwner, ...BookOwner[]][]
}
