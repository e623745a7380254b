import { type Kobo, kobo, type Refusal, refuse, type Shares, shares } from '@tradebook/contract'
import { sql } from 'kysely'
import type { EntryReversal } from '../../desk/decisions/transfer-request.ts'
import type { DeskPort } from '../../desk/desk-port.ts'
import { originOf } from '../../desk/inputs.ts'
import { answerAgain, postingAnswer, recordedRequest } from '../../desk/record/recorded-requests.ts'
import type { Handlers } from '../../http/handlers.ts'
import { findAccount, shownBalances } from '../../platform/account-access.ts'
import { postingRulesOf } from '../../platform/influences.ts'
import type { Store, Tx } from '../../store/store.ts'

export interface ReversalDependencies {
  readonly store: Store
  readonly desk: Pick<DeskPort, 'submit'>
  readonly marketDate: () => string
}

/** An entry that was posted manually is taken back by another one. What it moved is read here, for an entry never changes; the desk decides. */
export const reversalHandlers = ({
  store,
  desk,
  marketDate,
}: ReversalDependencies): Handlers<'BackOffice/ReverseEntry'> => ({
  'BackOffice/ReverseEntry': async ({ postingID, cscsAcct, entry, reason }, context) => {
    const { caller } = context
    const found = await store.forTenant(caller.tenantId).read(async (tx) => {
      const account = await findAccount(tx, caller, cscsAcct)
      if (!account) return { refusal: refuse('unknownAccount', { account: cscsAcct }) }
      const earlier = await recordedRequest(tx, caller.userId, postingID)
      return { earlier, ...(await reversalOf(tx, { account, entry, narration: reason })) }
    })
    const { earlier, refusal, transfer } = found as Found
    // A reversal that was made is answered again although the entry is reversed by now.
    if (earlier && transfer) return answerAgain(earlier, transfer)
    if (refusal || !transfer) return refusal ?? refuse('unknownEntry', { account: cscsAcct, id: entry })
    const request = { kind: 'requestTransfer', origin: originOf(context), postingID, transfer } as const
    return postingAnswer(
      await desk.submit({ ...request, ...(await postingRulesOf(store, caller, marketDate())) }),
      (await shownBalances(store, caller))(transfer.account),
    )
  },
})

interface Found {
  readonly earlier?: Awaited<ReturnType<typeof recordedRequest>>
  readonly refusal?: Refusal | undefined
  readonly transfer?: EntryReversal
}

/** The reversal of an account's entry, and why it is none. */
async function reversalOf(
  tx: Tx,
  {
    account,
    entry,
    narration,
  }: { readonly account: string; readonly entry: number; readonly narration: string },
): Promise<Pick<Found, 'refusal' | 'transfer'>> {
  const id = BigInt(entry)
  const row = await tx
    .selectFrom('ledger_entries')
    .selectAll()
    .where('account', '=', account)
    .where('sequence', '=', id)
    .where('line', '=', 0)
    .executeTakeFirst()
  if (!row) return { refusal: refuse('unknownEntry', { account, id: entry }) }
  const type = byHand.find((kind) => kind === row.kind)
  if (!type) return { refusal: refuse('entryNotByHand', { id: entry }) }
  if (row.reverses !== null) return { refusal: refuse('entryIsReversal', { id: entry }) }
  const of = await reversedOf(tx, type, row)
  const transfer = {
    type: 'reversal',
    account,
    reverses: entry,
    of,
    reference: row.reference ?? '',
    narration,
  } as const
  const reversal = await tx
    .selectFrom('ledger_entries')
    .select('sequence')
    .where('reverses', '=', id)
    .executeTakeFirst()
  return { transfer, refusal: reversal && refuse('entryReversed', { id: entry }) }
}

const byHand = ['deposit', 'withdrawal', 'transferIn', 'transferOut'] as const

type EntryRow = Awaited<ReturnType<typeof entryRow>>
const entryRow = (tx: Tx) => tx.selectFrom('ledger_entries').selectAll().executeTakeFirstOrThrow()

async function reversedOf(
  tx: Tx,
  type: (typeof byHand)[number],
  row: EntryRow,
): Promise<EntryReversal['of']> {
  if (type === 'deposit' || type === 'withdrawal') {
    const { NGN } = row.postings as Readonly<Record<string, Readonly<Record<string, number>>>>
    const amount = BigInt(NGN?.customer ?? 0)
    return { type, amount: kobo(amount < 0n ? -amount : amount) }
  }
  const securityID = row.security_id ?? ''
  const quantity = shares(row.quantity ?? 0n) as Shares
  if (type === 'transferIn') return { type, securityID, quantity, cost: kobo(quantity * (row.price ?? 0n)) }
  // Shares that left took their part of the average cost with them: what the holding had cost before, less what it did after.
  const before = await tx
    .selectFrom('ledger_entries')
    .select('cost')
    .where('account', '=', row.account)
    .where('security_id', '=', securityID)
    .where('holding', 'is not', null)
    .where(sql<boolean>`(sequence, line) < (${row.sequence}::bigint, ${row.line}::int)`)
    .orderBy('sequence', 'desc')
    .orderBy('line', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { type, securityID, quantity, cost: ((before?.cost ?? 0n) - (row.cost ?? 0n)) as Kobo }
}
