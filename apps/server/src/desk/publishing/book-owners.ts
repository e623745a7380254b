import { isFor } from '@tradebook/contract'
import type { BookOwner, DeskEvent } from './desk-events.ts'

/** The users behind the clients' entries in the public books: the fold of the order events. */
export class BookOwners {
  /** Of each firm and security, by order: an order has at most one entry. */
  readonly #books = new Map<string, Map<string, BookOwner>>()

  /** Replaces everything. */
  load(owners: readonly BookOwner[]): void {
    this.#books.clear()
    for (const owner of owners) this.#add(owner)
  }

  /**
   * Folds the events of a batch in: a new entry replaces the former one of its order, and an order that
   * is in no book has none.
   *
   * @returns the owners of the entries that are new.
   */
  apply(events: readonly DeskEvent[]): BookOwner[] {
    const added = new Map<string, BookOwner>()
    for (const event of events) {
      if (event.target === 'onExecutionReport' || !isFor('order', event)) continue
      const { orderID, securityID, mdEntryID, userName } = event.argument
      const { tenantId } = event.order
      if (mdEntryID === null) {
        this.#books.get(keyOf(tenantId, securityID))?.delete(orderID)
        added.delete(orderID)
      } else {
        const owner = { tenantId, securityID, orderID, mdEntryID, userName }
        if (this.#add(owner)) added.set(orderID, owner)
      }
    }
    return [...added.values()]
  }

  /** The firm's entries in one book. */
  of(tenantId: number, securityID: string): readonly BookOwner[] {
    return [...(this.#books.get(keyOf(tenantId, securityID))?.values() ?? [])]
  }

  all(): BookOwner[] {
    return [...this.#books.values()].flatMap((book) => [...book.values()])
  }

  /** Whether the entry is another than the order had before. */
  #add(owner: BookOwner): boolean {
    const key = keyOf(owner.tenantId, owner.securityID)
    const book = this.#books.get(key) ?? new Map<string, BookOwner>()
    const before = book.get(owner.orderID)
    this.#books.set(key, book.set(owner.orderID, owner))
    return before?.mdEntryID !== owner.mdEntryID
  }
}

const keyOf = (tenantId: number, securityID: string): string => `${tenantId}|${securityID}`
