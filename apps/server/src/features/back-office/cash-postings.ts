import {
  cashRequestList,
  kobo,
  type LanguageName,
  mayRead,
  nairaToKobo,
  type Refusal,
  refusalInWords,
  refuse,
  toNaira,
} from '@tradebook/contract'
import type { Selectable } from 'kysely'
import type { ExternalTransfer } from '../../desk/decisions/firm.ts'
import { customersOf, movedBy, worthOfShares } from '../../desk/decisions/transfer-request.ts'
import type { DeskPort } from '../../desk/desk-port.ts'
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
  ownAccountsOf,
  refusalOfDecider,
  refusalOfMaker,
  shownBalances,
  showsAllBalances,
} from '../../platform/account-access.ts'
import type { Caller } from '../../platform/caller.ts'
import { type Approvers, approvalRulesOf, approversOf, postingRulesOf } from '../../platform/influences.ts'
import { languagesChosenBy } from '../../platform/localisation.ts'
import type { MailOutbox } from '../../platform/mail-outbox.ts'
import { findTenant } from '../../platform/tenants.ts'
import { allRows, readPage } from '../../store/list-rows.ts'
import type { MailRow } from '../../store/mail-row.ts'
import type { TransferRequests } from '../../store/schema.ts'
import type { Store, Tx } from '../../store/store.ts'
import { chargesOnRecord } from './charges-in-words.ts'
import { payeeOf } from './payment-rows.ts'
import { type Reader, type RequestRow, requestSource } from './request-list.ts'

export interface CashPostingDependencies {
  readonly store: Store
  readonly desk: Pick<DeskPort, 'submit'>
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
      const ownAccountOf = await store
        .forTenant(caller.tenantId)
        .read((tx) => ownAccountsOf(tx, [kept.maker_id]))
      const ofMaker = refusalOfMaker(ownAccountOf, kept.maker_id, concernedBy(kept))
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
    const { oldest, ownAccountOf } = await store.forTenant(tenantId).read(async (tx) => {
      const makers = await tx
        .selectFrom('transfer_requests')
        .select((eb) => ['maker_id', eb.fn.min('made_at').as('since')])
        .where('state', '=', 'pending')
        .groupBy('maker_id')
        .execute()
      const [oldest] = makers.map(({ since }) => since).sort((one, other) => one.getTime() - other.getTime())
      const ids = makers.map(({ maker_id }) => maker_id)
      return { oldest, ownAccountOf: await ownAccountsOf(tx, [...ids, userId]) }
    })
    const approvers = oldest && (await approversFor(tenantId, oldest))
    return (row: RequestRow): string | null => {
      const { state, maker_id: makerId, made_at } = row
      if (state !== 'pending' || makerId === userId) return null
      const concerned = concernedBy(row)
      const refusal =
        refusalOfDecider(ownAccountOf, userId, concerned) ??
        (row.type === 'freeze' ? undefined : refusalOfMaker(ownAccountOf, makerId, concerned)) ??
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

  const readingOf = async (caller: Caller, translate: CallContext['translate']) => ({
    ...{ translate, worthOf },
    isShown: await shownToDecide(caller),
    charges: await store.forTenant(caller.tenantId).read(chargesOnRecord),
  })

  const readerOf = async (caller: Caller): Promise<Reader> => ({
    userId: caller.userId,
    readsOthers: mayRead(caller.permissions, 'POST_LEDGER') || mayRead(caller.permissions, 'APPROVE_LEDGER'),
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
          ...(await readingOf(caller, translate)),
          refusedTo: await refusalsFor(caller, translate),
        }),
        input,
      ),
    'BackOffice/DownloadCashApprovals': async (input, { caller, translate }) => {
      const rows = allRows(
        store.forTenant(caller.tenantId),
        requestSource(await readerOf(caller), input, {
          ...(await readingOf(caller, translate)),
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

/** Whose request it is, for the rule that nobody decides about an account that they sign in for. */
const concernedBy = (row: Selectable<TransferRequests>) => ({
  account: row.account,
  customers: customersOf(requestedOf(row)),
})

const requestOf = (tx: Tx, id: number) =>
  tx.selectFrom('transfer_requests').selectAll().where('id', '=', BigInt(id)).executeTakeFirst()
