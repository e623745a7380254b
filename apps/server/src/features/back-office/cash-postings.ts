import {
  type BankCode,
  banks,
  basisInWords,
  type CashRequest,
  cashRequestList,
  freezeGrounds,
  kobo,
  type LanguageName,
  mayRead,
  nairaToKobo,
  type Refusal,
  refusalInWords,
  refuse,
  shownNaira,
  sides,
  type TransferState,
  toNaira,
  withLink,
} from '@tradebook/contract'
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { ExternalTransfer } from '../../desk/decisions/firm.ts'
import { movedBy, type Requested, worthOfShares } from '../../desk/decisions/transfer-request.ts'
import type { Desk } from '../../desk/desk.ts'
import { originOf } from '../../desk/inputs.ts'
import type { MarketPicture } from '../../desk/publishing/market-picture.ts'
import {
  answerAgain,
  type Posted,
  postingAnswer,
  postingStatuses,
  recordOf,
} from '../../desk/record/recorded-requests.ts'
import { requestedOf } from '../../desk/record/transfer-request-row.ts'
import { listFile } from '../../files/list-file.ts'
import type { CallContext, Handlers } from '../../http/handlers.ts'
import {
  findAccount,
  refusalOfMakers,
  refusalOfOwn,
  shownBalances,
  showsAllBalances,
} from '../../platform/account-access.ts'
import type { Caller } from '../../platform/caller.ts'
import { type Approvers, approvalRulesOf, approversOf, postingRulesOf } from '../../platform/influences.ts'
import { languagesChosenBy } from '../../platform/localisation.ts'
import type { MailOutbox } from '../../platform/mail-outbox.ts'
import { findTenant } from '../../platform/tenants.ts'
import { accountOf, customerOfAccount } from '../../store/account-joins.ts'
import { allRows, type ListSource, readPage } from '../../store/list-rows.ts'
import type { MailRow } from '../../store/mail-row.ts'
import { rowOrder } from '../../store/row-order.ts'
import type { TransferRequests } from '../../store/schema.ts'
import type { Store, Tx } from '../../store/store.ts'
import { filtered, type StoredList, stored } from '../../store/stored-list.ts'
import { payeeOf } from './payment-rows.ts'

export interface CashPostingDependencies {
  readonly store: Store
  readonly desk: Pick<Desk, 'submit'>
  /** The market day that trades now, or trades next. */
  readonly marketDate: () => string
  readonly outbox: Pick<MailOutbox, 'rowOf' | 'announce'>
  readonly picture: Pick<MarketPicture, 'statisticsOf'>
}

type CashPostingCalls =
  `BackOffice/${'PostCashEntry' | 'GetCashApprovals' | 'DownloadCashApprovals' | 'ApproveCashEntry' | 'RejectCashEntry'}`

/** Cash posted manually, and the approvals of cash and shares: asked for by one person and, above the firm's threshold, decided by another. The desk decides. */
export const cashPostingHandlers = ({
  store,
  desk,
  marketDate,
  outbox,
  picture,
}: CashPostingDependencies): Handlers<CashPostingCalls> => {
  const decide = async (
    { caller, culture, ...request }: CallContext<Caller>,
    {
      id,
      approves,
      reason,
    }: { readonly id: number; readonly approves: boolean; readonly reason: string | null },
  ): Promise<Posted | Refusal> => {
    const kept = await store.forTenant(caller.tenantId).read((tx) => requestOf(tx, id))
    if (!kept) return refuse('unknownTransfer', { id })
    const wanted = approves ? 'approved' : 'rejected'
    const own = ownDecision(kept, caller, wanted)
    if (own) return own
    if (approves && kept.state === 'pending' && kept.maker_id !== caller.userId) {
      const refusal = (await approversFor(caller.tenantId, kept.made_at)).refusalOf(caller.userId, {
        makerId: kept.maker_id,
        madeAt: kept.made_at.getTime(),
      })
      if (refusal) return refusal
      const ofMaker = await store
        .forTenant(caller.tenantId)
        .read(async (tx) => (await refusalOfMakers(tx, [kept.maker_id]))(kept))
      if (ofMaker && kept.type !== 'freeze') return ofMaker
    }
    const origin = originOf({ caller, ...request })
    const isOfTerms = approves && kept.type === 'cashTerms'
    const mails = isOfTerms ? await mailsToOwners(kept.account, caller.tenantId, culture) : []
    const answer = await desk.submit({ kind: 'decideTransfer', origin, id, approves, reason, mails })
    if (mails.length > 0) outbox.announce(caller.tenantId)
    if (answer.kind === 'refused' && answer.refusal.refusal === 'transferDecided') {
      // It may have been decided since it was read: by the same person, who pressed twice.
      const decided = await store.forTenant(caller.tenantId).read((tx) => requestOf(tx, id))
      return (decided && ownDecision(decided, caller, wanted)) ?? answer.refusal
    }
    return postingAnswer(answer, (await shownBalances(store, caller))(kept.account))
  }
  /** @param since when the oldest of the requests was made. */
  const approversFor = async (tenantId: number, since: Date): Promise<Approvers> => {
    const rules = await approvalRulesOf(store, tenantId, marketDate())
    return store.forTenant(tenantId).read((tx) => approversOf(tx, rules, since.getTime()))
  }

  /** Why the reader cannot approve what waits, in words. */
  const refusalsFor = async (caller: Caller, translate: CallContext['translate']) => {
    const { tenantId, userId } = caller
    const { oldest, ofMaker } = await store.forTenant(tenantId).read(async (tx) => {
      const makers = await tx
        .selectFrom('transfer_requests')
        .select((eb) => ['maker_id', eb.fn.min('made_at').as('since')])
        .where('state', '=', 'pending')
        .groupBy('maker_id')
        .execute()
      const [oldest] = makers.map(({ since }) => since).sort((one, other) => one.getTime() - other.getTime())
      const ids = makers.map(({ maker_id }) => maker_id)
      return { oldest, ofMaker: await refusalOfMakers(tx, ids) }
    })
    const approvers = oldest && (await approversFor(tenantId, oldest))
    return (row: RequestRow): string | null => {
      const { state, maker_id: makerId, made_at, account } = row
      if (state !== 'pending' || makerId === userId) return null
      const refusal =
        refusalOfOwn(caller, account) ??
        (row.type === 'freeze' ? undefined : ofMaker(row)) ??
        approvers?.refusalOf(userId, { makerId, madeAt: made_at.getTime() })
      return refusal ? refusalInWords(refusal, translate).details : null
    }
  }

  /** Who signs in for an account is informed that where its cash goes was changed: in the transaction of the change. */
  const mailsToOwners = async (
    account: string,
    tenantId: number,
    usual: LanguageName,
  ): Promise<MailRow[]> => {
    const firm = (await findTenant(store, { id: tenantId }))?.name ?? ''
    return store.forTenant(tenantId).read(async (tx) => {
      const owners = await tx
        .selectFrom('user_trading_accounts')
        .innerJoin('users', 'users.id', 'user_trading_accounts.user_id')
        .select(['users.id', 'users.name', 'users.email_address'])
        .where('account', '=', account)
        .where('is_active', '=', true)
        .execute()
      const languages = await languagesChosenBy(
        tx,
        owners.map(({ id }) => id),
      )
      return owners.map(({ id: userId, name, email_address: emailAddress }) => {
        const to = { tenantId, userId, emailAddress, language: languages.get(userId) ?? usual }
        return outbox.rowOf(to, 'cashTermsChanged', { name, account, firm })
      })
    })
  }

  /** As the threshold counts it. */
  const worthOf = (row: RequestRow): number | null => {
    const moved = movedBy(requestedOf(row))
    if (!moved) return null
    if ('amount' in moved) return toNaira(moved.amount)
    const published = nairaToKobo(picture.statisticsOf(moved.securityID)?.publishedPx ?? 0) ?? 0n
    return toNaira(kobo(worthOfShares(moved, published)))
  }

  /** Who may approve reads whether a reversal leaves an account overdrawn. */
  const shownToDecide = async (caller: Caller): Promise<(account: string) => boolean> =>
    caller.permissions.has('APPROVE_LEDGER') ? () => true : shownBalances(store, caller)

  const readerOf = async (caller: Caller): Promise<Reader> => ({
    userId: caller.userId,
    accounts: (await showsAllBalances(store, caller)) ? 'all' : caller.accounts,
    readsFreezes:
      mayRead(caller.permissions, 'FREEZE_ACCOUNTS') || mayRead(caller.permissions, 'APPROVE_LEDGER'),
  })

  return {
    'BackOffice/PostCashEntry': async (
      { cscsAcct, amount: naira, postingID, repeats, ...asked },
      context,
    ) => {
      const { caller } = context
      const amount = nairaToKobo(naira)
      if (amount === undefined) return refuse('amountInvalid')
      const found = await store.forTenant(caller.tenantId).read(async (tx) => {
        const account = await findAccount(tx, caller, cscsAcct)
        if (!account) return undefined
        const payee = asked.type === 'withdrawal' ? await payeeOf(tx, account) : undefined
        const transfer = { ...asked, account, amount, ...(payee && { payee }) } as ExternalTransfer
        return { transfer, ...(await recordOf(tx, { makerId: caller.userId, postingID, transfer })) }
      })
      if (!found) return refuse('unknownAccount', { account: cscsAcct })
      const { transfer, earlier, recorded } = found
      if (earlier) return answerAgain(earlier, transfer)
      const isShown = (await shownBalances(store, caller))(transfer.account)
      return postingAnswer(
        await desk.submit({
          kind: 'requestTransfer',
          origin: originOf(context),
          postingID,
          transfer,
          ...(await postingRulesOf(store, caller, marketDate())),
          recorded,
          repeats,
        }),
        isShown,
      )
    },
    'BackOffice/ApproveCashEntry': ({ id }, context) => decide(context, { id, approves: true, reason: null }),
    'BackOffice/RejectCashEntry': ({ id, reason }, context) =>
      decide(context, { id, approves: false, reason }),
    'BackOffice/GetCashApprovals': async (input, { caller, translate }) =>
      readPage(
        store.forTenant(caller.tenantId),
        requestSource(await readerOf(caller), input, {
          ...{ translate, worthOf, isShown: await shownToDecide(caller) },
          refusedTo: await refusalsFor(caller, translate),
        }),
        input,
      ),
    'BackOffice/DownloadCashApprovals': async (input, { caller, translate }) => {
      const rows = allRows(
        store.forTenant(caller.tenantId),
        requestSource(await readerOf(caller), input, {
          ...{ translate, worthOf, isShown: await shownToDecide(caller) },
          refusedTo: () => null,
        }),
      )
      return listFile(cashRequestList, rows, { ...input, translate })
    },
  }
}

/**
 * What the caller is answered who has decided a request already; `undefined` for anybody else. A decision that is sent
 * again, because its answer was lost, is answered what came of it.
 */
function ownDecision(
  { id, state, decider_id }: Pick<Selectable<TransferRequests>, 'id' | 'state' | 'decider_id'>,
  { userId }: Pick<Caller, 'userId'>,
  wanted: 'approved' | 'rejected',
): Posted | Refusal | undefined {
  if (decider_id !== userId) return undefined
  if (state === wanted) return { id: Number(id), status: postingStatuses[wanted] }
  return refuse(state === 'rejected' ? 'rejectedByYou' : 'approvedByYou')
}

const requestOf = (tx: Tx, id: number) =>
  tx.selectFrom('transfer_requests').selectAll().where('id', '=', BigInt(id)).executeTakeFirst()

const id = sql.ref('transfer_requests.id')

const storedRequests: StoredList<(typeof cashRequestList)['columns']> = {
  list: cashRequestList,
  key: id,
  columns: {
    // Requests are numbered in the order in which they were made.
    madeAt: { value: sql.ref('transfer_requests.made_at'), order: id },
    customerName: stored('customers.name'),
    account: stored('transfer_requests.account'),
    type: stored('transfer_requests.type'),
    securityID: stored('transfer_requests.security_id'),
    quantity: stored('transfer_requests.quantity'),
    amount: stored('transfer_requests.amount'),
    reference: stored('transfer_requests.reference'),
    // What waits comes before what is decided.
    state: { value: sql.ref('transfer_requests.state'), order: sql`transfer_requests.state <> 'pending'` },
    makerName: stored('transfer_requests.maker_name'),
    id: { value: id, order: id },
  },
}

/** Where cash goes by a change of terms. */
function termsInWords(
  { cash_route, bank_code, bank_account }: Pick<RequestRow, 'cash_route' | 'bank_code' | 'bank_account'>,
  translate: CallContext['translate'],
): string {
  const route = translate(cash_route === 'direct' ? 'Terms.Route.direct' : 'Terms.Route.broker')
  const bankAccount = bankAccountInWords({ bank_code, bank_account })
  return bankAccount === null ? route : `${route}: ${bankAccount}`
}

const bankAccountInWords = ({
  bank_code,
  bank_account,
}: Pick<RequestRow, 'bank_code' | 'bank_account'>): string | null =>
  bank_code === null || bank_account === null ? null : `${banks[bank_code as BankCode]} ${bank_account}`

/** What is asked for, as far as the columns do not say it. */
function inWords(row: RequestRow, translate: CallContext['translate']): string {
  const asked = requestedOf(row)
  switch (asked.type) {
    case 'cashTerms': {
      const terms = termsInWords(row, translate)
      return asked.accountName === undefined ? terms : `${terms}, ${asked.accountName}`
    }
    case 'freeze':
    case 'unfreeze':
      return asked.type === 'freeze'
        ? `${translate(freezeGrounds[asked.ground])}: ${asked.reason}`
        : asked.reason
    case 'reversal':
      return withLink(asked.narration, { reverses: asked.reverses, reversedBy: null }, translate)
    case 'charges':
      return chargesInWords(asked, translate)
    default:
      return asked.narration
  }
}

/** The lines of a change of charges: `Buy, Brokerage commission: 1.35% …, from 2 March`. */
function chargesInWords(
  { change }: Extract<Requested, { type: 'charges' }>,
  translate: CallContext['translate'],
): string {
  const percent = (ppm: number) => `${ppm / 10_000}%`
  const removes = change.kind === 'removeCharges' ? `${translate('Fees.Delete')}: ` : ''
  const rates = change.rates.map((rate) => {
    const charge =
      'ratePpm' in rate
        ? ` ${[
            basisInWords(rate, translate) || percent(0),
            `≥ ₦${shownNaira(rate.minimum)}`,
            ...(rate.maximum === undefined ? [] : [`≤ ₦${shownNaira(rate.maximum)}`]),
            `${translate('Fees.Vat')} ${percent(rate.vatPpm)}`,
          ].join(', ')}`
        : ''
    return `${translate(sides[rate.side])} ${translate(`Fee.${rate.item}`)}${charge} (${rate.dateFrom})`
  })
  const agreements = change.agreements.map((agreed) => {
    const charge =
      'commissionPpm' in agreed && agreed.commissionPpm !== null ? ` ${percent(agreed.commissionPpm)}` : ''
    const duty =
      'stampDutyExempt' in agreed && agreed.stampDutyExempt ? `, ${translate('Fees.StampDuty')}` : ''
    return `${translate('Audit.Field.customerId')} ${agreed.customerId}${charge}${duty} (${agreed.dateFrom})`
  })
  return removes + [...rates, ...agreements].join('; ')
}

/** Of a reversal of cash that waits: what the account has after it. */
function balanceAfterOf({ type, state, amount, balance, details }: RequestRow): number | null {
  if (type !== 'reversal' || state !== 'pending' || amount === null) return null
  const { of } = details as unknown as { readonly of: { readonly type: string } }
  return toNaira(kobo((balance ?? 0n) + (of.type === 'deposit' ? -amount : amount)))
}

/** The number of the freeze that ends. */
function freezeOf(row: RequestRow): number | null {
  const asked = requestedOf(row)
  return asked.type === 'unfreeze' ? asked.freeze : null
}

/** Of a request that concerns the firm there is no account. */
type RequestRow = Selectable<TransferRequests> & {
  cscs_account: string | null
  name: string | null
  balance: bigint | null
}

/** Who reads the requests, and the accounts of which cash that was posted or rejected is shown, no matter who made or decided it. */
interface Reader {
  readonly userId: number
  readonly accounts: readonly string[] | 'all'
  /** Whether the grounds of freezes are shown: a suspicion must not become known (decision 150). */
  readonly readsFreezes: boolean
}

/** What waits is shown to all who may decide it. */
const readableBy = ({ userId, accounts, readsFreezes }: Reader): RawBuilder<SqlBool> => {
  const shown =
    accounts === 'all'
      ? sql`true`
      : sql`(transfer_requests.amount IS NULL OR transfer_requests.state = 'pending'
        OR ${userId} IN (transfer_requests.maker_id, transfer_requests.decider_id)
        OR transfer_requests.account = any(${accounts}::text[]))`
  return readsFreezes
    ? sql`${shown}`
    : sql`(${shown} AND transfer_requests.type NOT IN ('freeze', 'unfreeze'))`
}

const requestSource = (
  reader: Reader,
  input: Parameters<typeof filtered>[2],
  {
    translate,
    worthOf,
    isShown,
    refusedTo,
  }: {
    readonly translate: CallContext['translate']
    readonly worthOf: (row: RequestRow) => number | null
    /** Of which accounts the reader is shown what they will have. */
    readonly isShown: (account: string) => boolean
    /** Why the reader cannot approve one that waits, in words. */
    readonly refusedTo: (row: RequestRow) => string | null
  },
): ListSource<RequestRow, CashRequest> => ({
  parts: (tx) => [
    {
      rows: filtered(
        tx
          .selectFrom('transfer_requests')
          .leftJoin('trading_accounts', accountOf('transfer_requests'))
          .leftJoin('customers', customerOfAccount)
          .leftJoin('cash_balances', (join) =>
            join
              .onRef('cash_balances.tenant_id', '=', 'transfer_requests.tenant_id')
              .onRef('cash_balances.account', '=', 'transfer_requests.account'),
          )
          .selectAll('transfer_requests')
          .select(['trading_accounts.cscs_account', 'customers.name', 'cash_balances.balance'])
          .where(readableBy(reader)),
        storedRequests,
        input,
      ),
    },
  ],
  order: rowOrder(storedRequests, input.sorting),
  item: (row) => ({
    id: Number(row.id),
    madeAt: row.made_at.toISOString(),
    account: row.account,
    cscsAccount: row.cscs_account ?? '',
    customerName: row.name ?? '',
    type: row.type as CashRequest['type'],
    amount: row.amount === null ? null : toNaira(kobo(row.amount)),
    securityID: row.security_id,
    quantity: row.quantity === null ? null : Number(row.quantity),
    unitCost: row.type === 'transferIn' && row.unit_cost !== null ? toNaira(kobo(row.unit_cost)) : null,
    worth: worthOf(row),
    reference: row.reference,
    narration: inWords(row, translate),
    payee: row.type === 'withdrawal' ? bankAccountInWords(row) : null,
    balanceAfter: isShown(row.account) ? balanceAfterOf(row) : null,
    freeze: freezeOf(row),
    state: row.state as TransferState,
    makerName: row.maker_name,
    deciderName: row.decider_name,
    decidedAt: row.decided_at?.toISOString() ?? null,
    reason: row.reason,
    isOwn: row.maker_id === reader.userId,
    approvalRefused: refusedTo(row),
  }),
})
