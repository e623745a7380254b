import {
  type BankCode,
  banks,
  type CallOutput,
  type CallRequest,
  type CashMovement,
  type EntryFacts,
  inflowList,
  isRefusal,
  kobo,
  narrationOf,
  outflowList,
  type PaymentChannel,
  type Refusal,
  shares,
  toNaira,
  withLink,
} from '@tradebook/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import { listFile } from '../../files/list-file.ts'
import type { CallContext, Handlers } from '../../http/handlers.ts'
import { shownBalances } from '../../platform/account-access.ts'
import type { Caller } from '../../platform/caller.ts'
import { allRows, type ListSource, pageIn } from '../../store/list-rows.ts'
import { rowOrder } from '../../store/row-order.ts'
import type { Database } from '../../store/schema.ts'
import type { Store, Tx } from '../../store/store.ts'
import { filtered, type StoredList, stored } from '../../store/stored-list.ts'
import { entryNumber, pairOf, requestNumber, reversedBy, takesBack } from './entry-number.ts'
import { type Frame, frameOf } from './statement.ts'
import { balancesAfter, sidesOf } from './statement-lines.ts'

export interface CashMovementDependencies {
  readonly store: Store
  readonly marketDate: () => string
}

/**
 * What moves money from the outside into an account, and out of it: kinds of ledger entries, and of requests for
 * them. Every entry of cash besides trades is of one of them, so that their sums differ by what the statement's
 * entries sum to. Tax is withheld from dividends before they come in.
 */
const directions = {
  Inflow: { list: inflowList, kinds: ['deposit', 'dividend', 'withholdingTax'], sign: 1 },
  Outflow: { list: outflowList, kinds: ['withdrawal', 'directSettlement'], sign: -1 },
} as const satisfies Record<
  string,
  { list: typeof inflowList; kinds: readonly CashMovement['kind'][]; sign: number }
>

type Direction = keyof typeof directions
type Input = CallRequest<'BackOffice/GetAccountInflow'>
type Answer = CallOutput<'BackOffice/GetAccountInflow'>

/** An account's money from and to the outside, with what waits for approval or was rejected. */
export const cashMovementHandlers = (
  dependencies: CashMovementDependencies,
): Handlers<`BackOffice/${'Get' | 'Download'}Account${Direction}`> => {
  const [inflow, outflow] = [callsOf('Inflow', dependencies), callsOf('Outflow', dependencies)]
  return {
    'BackOffice/GetAccountInflow': inflow.get,
    'BackOffice/DownloadAccountInflow': inflow.download,
    'BackOffice/GetAccountOutflow': outflow.get,
    'BackOffice/DownloadAccountOutflow': outflow.download,
  }
}

function callsOf(direction: Direction, { store, marketDate }: CashMovementDependencies) {
  const { list } = directions[direction]
  const scopeOf = ({ tenantId }: Caller) => store.forTenant(tenantId)
  // What moved an account's cash is its balance as soon as it is added up.
  const readerOf = async (caller: Caller) => ({
    marketDate: marketDate(),
    isShown: await shownBalances(store, caller),
  })
  return {
    get: async (input: Input, { caller, translate }: CallContext<Caller>): Promise<Answer | Refusal> => {
      const reader = await readerOf(caller)
      return scopeOf(caller).read(async (tx) => {
        const found = await frameOf(tx, caller, input, reader)
        if (isRefusal(found)) return found
        const source = sourceOf(direction, found, input, (row) => row)
        const { items, ...count } = await pageIn(tx, source, input)
        const balances = await balancesOf(tx, found.account, items)
        return {
          ...count,
          items: items.map((row) => toMovement(direction, row, balances.get(row.number), translate)),
          ...found.period,
          openingBalance: toNaira(found.opening),
          closingBalance: toNaira(found.closing),
          totals: { amount: toNaira(kobo(await postedIn(tx, source))) },
        }
      })
    },
    download: async (
      input: CallRequest<'BackOffice/DownloadAccountInflow'>,
      { caller, translate }: CallContext<Caller>,
    ) => {
      const reader = await readerOf(caller)
      const found = await scopeOf(caller).read((tx) => frameOf(tx, caller, input, reader))
      if (isRefusal(found)) return found
      const {
        account,
        period: { from, to },
      } = found
      const source = sourceOf(direction, found, input, (row) => row)
      async function* rows() {
        for await (const piece of allRows(scopeOf(caller), source)) {
          const balances = await scopeOf(caller).read((tx) => balancesOf(tx, account, piece))
          yield piece.map((row) => toMovement(direction, row, balances.get(row.number), translate))
        }
      }
      return listFile(list, rows(), { ...input, translate, of: [account, from, to] })
    },
  }
}

/** What the account had after the lines of the statement that these rows are; what is not posted is none. */
const balancesOf = (tx: Tx, account: string, rows: readonly MovementRow[]) =>
  balancesAfter(
    tx,
    account,
    rows.filter(({ state }) => state === 'posted'),
  )

/** The columns are those of `movements`, whatever table a row comes from. */
interface MovementRow {
  readonly number: bigint
  readonly date: string
  readonly value_date: string
  readonly kind: CashMovement['kind']
  readonly security_id: string | null
  readonly quantity: bigint | null
  readonly reference: string | null
  readonly narration: string | null
  readonly amount: bigint
  readonly state: CashMovement['state']
  readonly channel: PaymentChannel | null
  readonly bank_code: BankCode | null
  readonly payee: string | null
  readonly takes_back: bigint | null
  readonly reversed_by: bigint | null
}

const number = sql.ref('movements.number')

const storedMovements: StoredList<(typeof inflowList)['columns']> = {
  list: inflowList,
  key: number,
  columns: {
    date: { value: sql.ref('movements.date'), order: sql.ref('movements.date') },
    valueDate: stored('movements.value_date'),
    kind: stored('movements.kind'),
    reference: stored('movements.reference'),
    amount: stored('movements.amount'),
    state: stored('movements.state'),
  },
}

function sourceOf<Item>(
  direction: Direction,
  { account, period: { from, to } }: Frame,
  input: Parameters<typeof filtered>[2],
  item: (row: MovementRow) => Item,
): ListSource<MovementRow, Item> {
  const { kinds, sign } = directions[direction]
  // Journal sequences number both: what is posted is a line of its entries, what is not is its request.
  const movements = sql<MovementRow>`(
    SELECT movement.*, payment_requests.channel,
      coalesce(payment_requests.bank_code, split_part(movement.payee, ' ', 1)) AS bank_code
    FROM (
    SELECT ${entryNumber} AS number, entry_date AS date, value_date, kind, security_id, quantity, reference,
      narration, ${sign}::bigint * (postings -> 'NGN' ->> 'customer')::bigint AS amount, 'posted' AS state,
      CASE kind WHEN 'directSettlement' THEN reference ELSE payee END AS payee, ${takesBack} AS takes_back, ${reversedBy} AS reversed_by,
      (SELECT payment_request FROM transfer_requests WHERE transfer_requests.account = ledger_entries.account
        AND transfer_requests.posted = ledger_entries.sequence) AS payment_request
    FROM ledger_entries WHERE account = ${account} AND entry_date BETWEEN ${from}::date AND ${to}::date
      AND balance IS NOT NULL AND note_number IS NULL AND kind IN (${sql.join(kinds)})
    UNION ALL
    SELECT ${requestNumber}, market_date, market_date, type, NULL, NULL, reference, narration, amount, state,
      bank_code || ' ' || bank_account, NULL, NULL, payment_request
    FROM transfer_requests WHERE account = ${account} AND market_date BETWEEN ${from}::date AND ${to}::date
      AND type IN (${sql.join(kinds)}) AND state IN ('pending', 'rejected')) AS movement
    LEFT JOIN payment_requests ON payment_requests.id = movement.payment_request)`
  return {
    parts: (tx) => {
      const rows = tx.selectFrom(movements.as('movements')).selectAll()
      return [
        {
          rows: filtered(rows as unknown as Rows, storedMovements, {
            ...input,
            from: undefined,
            to: undefined,
          }),
        },
      ]
    },
    order: rowOrder(storedMovements, input.sorting),
    item,
  }
}

/** @param balance after its line of the statement; `undefined` of what is not posted. */
const toMovement = (
  direction: Direction,
  row: MovementRow,
  balance: bigint | undefined,
  translate: CallContext['translate'],
): CashMovement => ({
  id: String(row.number),
  date: row.date,
  valueDate: row.value_date,
  kind: row.kind,
  reference: row.reference ?? '',
  narration: withLink(narrationOf(factsOf(row), translate), pairOf(row), translate),
  amount: toNaira(kobo(row.amount)),
  channel: row.channel,
  bank: row.bank_code !== null && row.bank_code in banks ? banks[row.bank_code] : null,
  payee: row.payee?.split(' ')[1] ?? null,
  ...(row.state === 'posted' ? sidesOf(BigInt(directions[direction].sign) * row.amount) : NOT_POSTED),
  balance: balance === undefined ? null : toNaira(kobo(balance)),
  state: row.state,
})

const NOT_POSTED = { debit: null, credit: null }

/** A query over rows of several tables, as the lists' queries are typed. */
type Rows = SelectQueryBuilder<Database, keyof Database, MovementRow>

const factsOf = ({ kind, security_id: securityID, quantity, narration }: MovementRow): EntryFacts => ({
  kind,
  securityID,
  quantity: quantity === null ? null : shares(quantity),
  narration,
  side: null,
  price: null,
  noteNumber: null,
})

/** The sum of what is posted, of all that pass the filters, in kobo. */
async function postedIn(tx: Tx, { parts }: Pick<ListSource<MovementRow, unknown>, 'parts'>): Promise<bigint> {
  const [part] = await parts(tx)
  if (!part) return 0n
  const { sum } = await tx
    .selectFrom(part.rows.as('passing'))
    .select(sql<bigint>`coalesce(sum(amount) FILTER (WHERE state = 'posted'), 0)::bigint`.as('sum'))
    .executeTakeFirstOrThrow()
  return sum
}
