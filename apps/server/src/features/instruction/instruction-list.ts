import {
  type Instruction,
  type InstructionMedium,
  instructionList,
  type ListQuery,
  type PriceKobo,
  type Side,
  toNaira,
} from '@tradebook/contract'
import { sql } from 'kysely'
import { seesAllAccounts } from '../../platform/account-access.ts'
import type { Caller } from '../../platform/caller.ts'
import type { ListSource } from '../../store/list-rows.ts'
import { rowOrder } from '../../store/row-order.ts'
import type { Tx } from '../../store/store.ts'
import { filtered, type StoredList, stored } from '../../store/stored-list.ts'

const id = sql.ref('instructions.id')
const state = sql<Instruction['state']>`(CASE WHEN instructions.closed_at IS NOT NULL THEN 'closed'
  WHEN instructions.taken_by IS NOT NULL THEN 'taken' ELSE 'waiting' END)`
/** Of all orders that draw on it. */
const ofOrders = (column: 'cum_qty' | 'leaves_qty') =>
  sql<bigint>`coalesce((SELECT sum(${sql.ref(`o.${column}`)}) FROM orders o
    WHERE (o.tenant_id, o.instruction_id) = (instructions.tenant_id, instructions.id)), 0)`

/** The instructions that a person may see, with their customers and how far their orders have filled them. */
export const instructionsOf = (tx: Tx, caller: Caller) =>
  tx
    .selectFrom('instructions')
    .innerJoin('trading_accounts', (join) =>
      join
        .onRef('trading_accounts.tenant_id', '=', 'instructions.tenant_id')
        .onRef('trading_accounts.account', '=', 'instructions.account'),
    )
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.tenant_id', '=', 'trading_accounts.tenant_id')
        .onRef('customers.id', '=', 'trading_accounts.customer_id'),
    )
    .selectAll('instructions')
    .select(['customers.name as customer_name', state.as('state')])
    .select([ofOrders('cum_qty').as('filled_qty'), ofOrders('leaves_qty').as('working_qty')])
    .where((eb) =>
      seesAllAccounts(caller) ? eb.val(true) : eb('instructions.account', 'in', [...caller.accounts, '']),
    )

type Row = Awaited<ReturnType<ReturnType<typeof instructionsOf>['executeTakeFirstOrThrow']>>

const storedInstructions: StoredList<(typeof instructionList)['columns']> = {
  list: instructionList,
  key: id,
  columns: {
    isUrgent: { value: sql`(CASE WHEN instructions.is_urgent THEN 'yes' ELSE 'no' END)` },
    until: stored('instructions.until'),
    customerName: stored('customers.name'),
    account: stored('instructions.account'),
    side: stored('instructions.side'),
    securityID: stored('instructions.security_id'),
    orderQty: stored('instructions.order_qty'),
    price: stored('instructions.price'),
    state: { value: state },
    takenBy: stored('instructions.taken_by_name'),
    medium: stored('instructions.medium'),
    userName: stored('instructions.user_name'),
    creationTime: { value: sql.ref('instructions.creation_time') },
    id: { value: id, order: id },
  },
}

/** The instructions that a person may see; the most urgent come first. */
export const instructionSource = (input: ListQuery, caller: Caller): ListSource<Row, Instruction> => ({
  parts: (tx) => [{ rows: filtered(instructionsOf(tx, caller), storedInstructions, input) }],
  order: rowOrder(storedInstructions, input.sorting),
  item: (row) => instructionItem(row, caller),
})

export const instructionItem = (row: Row, { userId }: Pick<Caller, 'userId'>): Instruction => ({
  id: row.id,
  account: row.account,
  customerName: row.customer_name,
  securityID: row.security_id,
  side: row.side as Side,
  orderQty: row.order_qty,
  price: row.price === null ? null : toNaira(BigInt(row.price as PriceKobo) as never),
  until: row.until,
  isUrgent: row.is_urgent ? 'yes' : 'no',
  medium: row.medium as InstructionMedium,
  reference: row.reference,
  text: row.text,
  state: row.state,
  filledQty: Number(row.filled_qty),
  workingQty: Number(row.working_qty),
  userName: row.user_name,
  creationTime: row.creation_time.toISOString(),
  takenBy: row.taken_by_name,
  isOwn: row.taken_by === userId,
  closedBecause: row.closed_because,
})
