import {
  type Basket,
  type BasketLine,
  type BasketRow,
  basketLineList,
  basketList,
  isRefusal,
  type ListQuery,
  MOST_BASKETS,
  type Refusal,
  refuse,
} from '@tradebook/contract'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { DeskPort } from '../../desk/desk-port.ts'
import { fileOf } from '../../files/list-file.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import { type ListSource, readPage } from '../../store/list-rows.ts'
import { rowOrder } from '../../store/row-order.ts'
import type { Baskets, Database } from '../../store/schema.ts'
import type { Tx } from '../../store/store.ts'
import { filtered, type StoredList, stored } from '../../store/stored-list.ts'
import { claimLines, withOwnIDs } from './basket-claims.ts'
import { previewBasket } from './basket-preview.ts'
import { type SendingDependencies, sendBasket } from './basket-sending.ts'
import type { StoppedBaskets } from './basket-stops.ts'

export interface BasketDependencies extends SendingDependencies {
  readonly desk: Pick<DeskPort, 'preview' | 'submit'>
  readonly stopBaskets: (stopped: StoppedBaskets) => Promise<void>
  /** Market time, epoch milliseconds. */
  readonly marketTime: () => number
}

/** Orders that users prepare together. A basket is what was typed; only sending it creates orders. */
export function basketFeature(dependencies: BasketDependencies): Handlers<`Basket/${string}`> {
  const { store, marketTime, stopBaskets } = dependencies

  const read = (caller: Caller, id: number): Promise<Basket | undefined> =>
    store.forTenant(caller.tenantId).read(async (tx) => {
      const row = await basketsOf(tx, caller).where('baskets.id', '=', id).executeTakeFirst()
      return row && basketOf(row, caller)
    })

  return {
    'Basket/GetAll': (input, { caller }) =>
      readPage(store.forTenant(caller.tenantId), basketSource(input, caller), input),

    'Basket/Get': async ({ id }, { caller }) => (await read(caller, id)) ?? refuse('unknownBasket'),

    'Basket/DownloadLines': async ({ id, ...input }, { caller, translate }) => {
      const basket = await read(caller, id)
      if (!basket) return refuse('unknownBasket')
      const rows = basket.lines.map((cells, index) => ({ ...cells, line: index + 1 }))
      return fileOf(basketLineList, rows, { ...input, translate, of: [basket.name] })
    },

    'Basket/Save': ({ id, version, name, isShared, lines }, { caller, write }) => {
      if (isShared && !sharesBaskets(caller)) return Promise.resolve(refuse('basketNotShared'))
      return write<Basket | Refusal>(async (tx) => {
        await inTurn(tx, caller.userId)
        const own = await tx
          .selectFrom('baskets')
          .select(['id', 'version', 'lines', sql<boolean>`lower(name) = lower(${name})`.as('isNamedSo')])
          .where('user_id', '=', caller.userId)
          // A line that is sent meanwhile has its id, and the basket another version.
          .forUpdate()
          .execute()
        const before = own.find((row) => row.id === id)
        if (id !== undefined && !before) return refuse('unknownBasket')
        if (before && before.version !== version) return refuse('basketChanged')
        if (own.some((row) => row.isNamedSo && row.id !== id)) return refuse('basketNameTaken', { name })
        if (id === undefined && own.length >= MOST_BASKETS)
          return refuse('tooManyBaskets', { most: MOST_BASKETS })
        const kept = await withOwnIDs(tx, caller, lines, (before?.lines ?? []) as Basket['lines'])
        const values = {
          ...{ name, is_shared: isShared, lines: JSON.stringify(kept) },
          saved_at: new Date(marketTime()),
        }
        const saved = await (id === undefined
          ? tx
              .insertInto('baskets')
              .values({ ...values, tenant_id: caller.tenantId, user_id: caller.userId })
              .returning('id')
          : tx
              .updateTable('baskets')
              .set({ ...values, version: sql<number>`version + 1` })
              .where('id', '=', id)
              .returning('id')
        ).executeTakeFirstOrThrow()
        const row = await basketsOf(tx, caller).where('baskets.id', '=', saved.id).executeTakeFirstOrThrow()
        return basketOf(row, caller)
      })
    },

    'Basket/Delete': ({ id }, { caller, write }) =>
      write(async (tx) => {
        const { numDeletedRows } = await tx
          .deleteFrom('baskets')
          .where('id', '=', id)
          .where('user_id', '=', caller.userId)
          .executeTakeFirst()
        return numDeletedRows === 0n ? refuse('unknownBasket') : {}
      }),

    'Basket/Preview': ({ orders }, context) => previewBasket(orders, context, dependencies),

    'Basket/Send': async (input, context) => {
      const { caller, write } = context
      const { basketID } = input
      const claim = () =>
        store.forTenant(caller.tenantId).write((tx) =>
          claimLines(tx, input, {
            caller,
            marketTime: marketTime(),
            opened: basketsOf(tx, caller).where('baskets.id', '=', basketID ?? 0),
          }),
        )
      const sent = await sendBasket(input, claim, context, dependencies)
      if (isRefusal(sent)) return sent
      const isSent = sent.lines.some(({ outcome }) => outcome === 'accepted' || outcome === 'unknown')
      // The basket may be gone by now. Its orders exist nevertheless, and a repeated request finds them.
      await write(async (tx) => {
        if (!isSent || basketID === undefined) return
        const opened = basketsOf(tx, caller).clearSelect().select('baskets.id')
        await tx
          .updateTable('baskets')
          .set({ sent_at: new Date(marketTime()) })
          .where('id', 'in', opened.where('baskets.id', '=', basketID))
          .execute()
      })
      return sent
    },

    'Basket/Stop': async ({ sendID }, { caller: { tenantId, userId }, write }) => {
      await write(() => stopBaskets({ tenantId, userId, sendID }))
      return {}
    },
  }
}

/** Only those who trade for all accounts of the firm share baskets; a customer's baskets stay the customer's own. */
const sharesBaskets = ({ permissions }: Pick<Caller, 'permissions'>): boolean =>
  permissions.has('TRADE_ALL_ACCOUNTS')

const mayBeOpenedBy = (caller: Caller) => (eb: ExpressionBuilder<Database, 'baskets'>) =>
  eb.or([
    eb('baskets.user_id', '=', caller.userId),
    ...(sharesBaskets(caller) ? [eb('baskets.is_shared', '=', true)] : []),
  ])

/** The baskets that a user may open, with their owners. */
const basketsOf = (tx: Tx, caller: Caller) =>
  tx
    .selectFrom('baskets')
    .innerJoin('users', 'users.id', 'baskets.user_id')
    .selectAll('baskets')
    .select('users.user_name')
    .where(mayBeOpenedBy(caller))

/** A user's own changes are made one after the other: what one checks holds until it commits. */
const inTurn = (tx: Tx, userId: number) =>
  tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()

type OwnedRow = Pick<Selectable<Baskets>, 'id' | 'user_id' | 'name' | 'is_shared' | 'version'> &
  Pick<Selectable<Baskets>, 'saved_at' | 'sent_at'> & { readonly user_name: string }

const fieldsOf = (row: OwnedRow, { userId }: Pick<Caller, 'userId'>): Omit<BasketRow, 'lineCount'> => ({
  id: row.id,
  name: row.name,
  isShared: row.is_shared ? 'yes' : 'no',
  isOwn: row.user_id === userId,
  userName: row.user_name,
  version: row.version,
  savedAt: row.saved_at.toISOString(),
  sentAt: row.sent_at?.toISOString() ?? null,
})

const basketOf = (row: OwnedRow & { readonly lines: object }, caller: Caller): Basket => ({
  ...fieldsOf(row, caller),
  lines: [...(row.lines as readonly BasketLine[])],
})

const id = sql.ref('baskets.id')
const lineCount = sql<number>`jsonb_array_length(baskets.lines)`

const storedBaskets: StoredList<(typeof basketList)['columns']> = {
  list: basketList,
  key: id,
  columns: {
    name: stored('baskets.name'),
    lineCount: { value: lineCount },
    isShared: { value: sql`(CASE WHEN baskets.is_shared THEN 'yes' ELSE 'no' END)` },
    userName: stored('users.user_name'),
    savedAt: { value: sql.ref('baskets.saved_at') },
    sentAt: { value: sql.ref('baskets.sent_at') },
    id: { value: id, order: id },
  },
}

type ListedRow = OwnedRow & { readonly line_count: number }

/** The baskets that a user may open. */
const basketSource = (input: ListQuery, caller: Caller): ListSource<ListedRow, BasketRow> => ({
  parts: (tx) => {
    const listed = tx
      .selectFrom('baskets')
      .innerJoin('users', 'users.id', 'baskets.user_id')
      .select(['baskets.id', 'baskets.user_id', 'baskets.name', 'baskets.is_shared', 'baskets.version'])
      .select(['baskets.saved_at', 'baskets.sent_at', 'users.user_name', lineCount.as('line_count')])
      .where(mayBeOpenedBy(caller))
    return [{ rows: filtered(listed, storedBaskets, input) }]
  },
  order: rowOrder(storedBaskets, input.sorting),
  item: (row) => ({ ...fieldsOf(row, caller), lineCount: row.line_count }),
})
