import {
  kobo,
  type NoteTrade,
  noteTradeList,
  type PriceKobo,
  type Refusal,
  refuse,
  toNaira,
} from '@tradebook/contract'
import { sql } from 'kysely'
import { listFile } from '../../files/list-file.ts'
import type { Handlers } from '../../http/handlers.ts'
import { findAccount } from '../../platform/account-access.ts'
import type { Caller } from '../../platform/caller.ts'
import { allRows, type ListSource, readPage } from '../../store/list-rows.ts'
import { rowOrder } from '../../store/row-order.ts'
import type { Scope, Store } from '../../store/store.ts'
import { type StoredList, stored } from '../../store/stored-list.ts'
import { tradesOfNote } from './corrected-notes.ts'

/** The trades of a contract note, which are the executions that its entries were posted for. */
export const noteTradeHandlers = ({
  store,
}: {
  readonly store: Pick<Store, 'forTenant'>
}): Handlers<`BackOffice/${'Get' | 'Download'}ContractNoteTrades`> => ({
  'BackOffice/GetContractNoteTrades': async (input, { caller }) => {
    const scope = store.forTenant(caller.tenantId)
    const account = await accountOf(scope, caller, input)
    if (typeof account !== 'string') return account
    return readPage(scope, noteTradeSource(account, input.number, input.sorting), input)
  },

  'BackOffice/DownloadContractNoteTrades': async (input, { caller, translate }) => {
    const scope = store.forTenant(caller.tenantId)
    const account = await accountOf(scope, caller, input)
    if (typeof account !== 'string') return account
    const trades = allRows(scope, noteTradeSource(account, input.number, input.sorting))
    return listFile(noteTradeList, trades, { ...input, translate, of: [String(input.number)] })
  },
})

/** The account whose note it is. */
async function accountOf(
  scope: Pick<Scope, 'read'>,
  caller: Caller,
  { cscsAcct, number }: { readonly cscsAcct: string; readonly number: number },
): Promise<string | Refusal> {
  return scope.read(async (tx) => {
    const account = await findAccount(tx, caller, cscsAcct)
    if (!account) return refuse('unknownAccount', { account: cscsAcct })
    const note = await tx
      .selectFrom('contract_notes')
      .select('number')
      .where('number', '=', number)
      .where('account', '=', account)
      .executeTakeFirst()
    return note ? account : refuse('unknownContractNote', { number })
  })
}

/** An execution and its entry have one sequence. The key of entries begins with the account, and finds a piece of them. */
const number = sql.ref('ledger_entries.sequence')

const storedTrades: StoredList<(typeof noteTradeList)['columns']> = {
  list: noteTradeList,
  key: number,
  columns: {
    // Executions are numbered in the order of their time.
    transactTime: { value: sql.ref('executions.transact_time'), order: number },
    quantity: stored('executions.last_qty'),
    price: stored('executions.last_px'),
    orderID: stored('executions.order_id'),
    execID: { value: number, order: number },
  },
}

interface TradeRow {
  readonly sequence: bigint
  readonly order_id: bigint
  readonly trade_number: bigint | null
  readonly transact_time: Date
  readonly last_qty: number | null
  readonly last_px: number | null
}

/** The trades of a note of an account. */
export const noteTradeSource = (
  account: string,
  noteNumber: number,
  sorting?: string,
): ListSource<TradeRow, NoteTrade> => ({
  parts: (tx) => [
    {
      rows: tx
        .selectFrom('ledger_entries')
        .innerJoin('executions', (join) =>
          join
            .onRef('executions.tenant_id', '=', 'ledger_entries.tenant_id')
            .onRef('executions.sequence', '=', 'ledger_entries.sequence'),
        )
        .where('ledger_entries.account', '=', account)
        .where('ledger_entries.kind', 'in', ['trade', 'tradeCorrected'])
        .where(
          sql<boolean>`ledger_entries.sequence IN (SELECT sequence FROM ${tradesOfNote(
            sql`${account}::text`,
            sql`${noteNumber}::int`,
            sql`(SELECT replaces FROM contract_notes WHERE number = ${noteNumber}::int)`,
          )} AS traded)`,
        )
        .select([
          ...(['executions.sequence', 'executions.order_id', 'executions.trade_number'] as const),
          ...(['executions.transact_time', 'executions.last_qty', 'executions.last_px'] as const),
        ]),
    },
  ],
  order: rowOrder(storedTrades, sorting),
  item: ({ sequence, order_id, trade_number, transact_time, last_qty, last_px }) => {
    const [quantity, price] = [last_qty ?? 0, (last_px ?? 0) as PriceKobo]
    return {
      execID: String(sequence),
      orderID: String(order_id),
      tradeNumber: trade_number === null ? null : Number(trade_number),
      transactTime: transact_time.toISOString(),
      quantity,
      price: toNaira(price),
      consideration: toNaira(kobo(BigInt(quantity) * BigInt(price))),
    }
  },
})
