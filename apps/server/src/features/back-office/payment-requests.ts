import {
  banks,
  type CallOutput,
  isRefusal,
  kobo,
  MAX_WAITING_PAYMENTS,
  nairaToKobo,
  paymentReference,
  type Refusal,
  refuse,
  shownNaira,
  toNaira,
} from '@tradebook/contract'
import { type SqlBool, sql } from 'kysely'
import type { Desk } from '../../desk/desk.ts'
import { originOf } from '../../desk/inputs.ts'
import type { CallContext, Caller, Handlers } from '../../http/handlers.ts'
import { findAccount, shownBalances } from '../../platform/account-access.ts'
import { approvalAbove, ownSettings } from '../../platform/settings.ts'
import { lockOfFirm } from '../../store/advisory-locks.ts'
import { pageIn } from '../../store/list-rows.ts'
import type { PaymentRequests } from '../../store/schema.ts'
import type { Store, Tx } from '../../store/store.ts'
import {
  type PaymentRow,
  payeeOf,
  paymentRows,
  paymentSource,
  postingIDOf,
  withdrawableOf,
} from './payment-rows.ts'
import { answerAgain, postingAnswer, postingStatuses, recordOf } from './posting-answers.ts'

export interface PaymentRequestDependencies {
  readonly store: Store
  readonly desk: Pick<Desk, 'submit'>
  readonly marketDate: () => string
  /** People of the firm are to be notified of a payment request. */
  readonly onPayment: (tenantId: number) => void
}

type Made = CallOutput<'BackOffice/ReportDeposit'>
type PaymentCalls =
  | `BackOffice/${'ReportDeposit' | 'RequestWithdrawal' | 'CancelPaymentRequest'}`
  | `BackOffice/${'GetPaymentOptions' | 'GetPaymentRequests' | 'PostPaymentRequest' | 'DeclinePaymentRequest'}`

/** What customers report and request about their own cash. Staff take it, and the desk posts it as any posting by hand. */
export const paymentRequestHandlers = ({
  store,
  desk,
  marketDate,
  onPayment,
}: PaymentRequestDependencies): Handlers<PaymentCalls> => {
  const scopeOf = ({ tenantId }: Caller) => store.forTenant(tenantId)

  /** Adds a request of an own account, one after the other in the firm: what waits counts for the next. */
  const add = async (
    { caller, write }: CallContext<Caller>,
    { cscsAcct, postingID }: { readonly cscsAcct: string; readonly postingID: string },
    rowOf: (tx: Tx, account: string) => Promise<Refusal | PaymentDetails>,
    isSame: (row: PaymentDetails) => boolean,
  ): Promise<Made | Refusal> => {
    const made = await write(async (tx): Promise<Made | Refusal> => {
      const account = await findAccount(tx, caller, cscsAcct)
      if (!account || !caller.accounts.includes(account))
        return refuse('unknownAccount', { account: cscsAcct })
      await lockOfFirm(tx, 'payments', caller.tenantId)
      const earlier = await madeBefore(tx, caller.userId, postingID)
      if (earlier)
        return earlier.account === account && isSame(earlier)
          ? { id: earlier.id }
          : refuse('postingIDUsed', { postingID })
      if ((await waitingOf(tx, account)) >= MAX_WAITING_PAYMENTS)
        return refuse('paymentsWaiting', { most: MAX_WAITING_PAYMENTS })
      const details = await rowOf(tx, account)
      if (isRefusal(details)) return details
      return tx
        .insertInto('payment_requests')
        .values({
          ...{ tenant_id: caller.tenantId, account, state: 'waiting', request_id: postingID, ...details },
          ...{ maker_id: caller.userId, maker_name: caller.userName, made_at: sql<Date>`now()` },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    })
    if (!isRefusal(made)) onPayment(caller.tenantId)
    return made
  }

  return {
    'BackOffice/GetPaymentOptions': async ({ cscsAcct }, { caller }) => {
      const isShown = await shownBalances(store, caller)
      const { PAY_IN: payIn = '' } = await ownSettings(store, caller.tenantId)
      return scopeOf(caller).read(async (tx) => {
        const account = await findAccount(tx, caller, cscsAcct)
        if (!account) return refuse('unknownAccount', { account: cscsAcct })
        const payee = await payeeOf(tx, account)
        return {
          payee: payee ? { bank: banks[payee.bankCode], bankAccount: payee.number } : null,
          withdrawable: isShown(account) ? toNaira(kobo(await withdrawableOf(tx, account))) : null,
          payIn,
          today: marketDate(),
        }
      })
    },

    'BackOffice/ReportDeposit': async (asked, context) => {
      const { amount: naira, channel, bankCode = null, paidOn, reference } = asked
      const amount = nairaToKobo(naira)
      if (amount === undefined) return refuse('amountInvalid')
      const row = { type: 'deposit', amount, channel, bank_code: bankCode, paid_on: paidOn, reference }
      return add(
        context,
        asked,
        async () => (paidOn > marketDate() ? refuse('paidInFuture', { date: marketDate() }) : row),
        (earlier) =>
          Object.entries(row).every(([name, value]) => earlier[name as keyof typeof row] === value),
      )
    },

    'BackOffice/RequestWithdrawal': async (asked, context) => {
      const { amount: naira, reference } = asked
      const amount = nairaToKobo(naira)
      if (amount === undefined) return refuse('amountInvalid')
      const requested = async (tx: Tx, account: string) => {
        const payee = await payeeOf(tx, account)
        if (!payee) return refuse('payeeMissing', { account })
        const withdrawable = await withdrawableOf(tx, account)
        if (amount > withdrawable)
          return refuse('notWithdrawable', { withdrawable: shownNaira(kobo(withdrawable)) })
        return {
          ...{ type: 'withdrawal', amount, reference },
          ...{ bank_code: payee.bankCode, bank_account: payee.number },
        }
      }
      return add(
        context,
        asked,
        requested,
        (earlier) =>
          earlier.type === 'withdrawal' && earlier.amount === amount && earlier.reference === reference,
      )
    },

    'BackOffice/CancelPaymentRequest': async ({ id }, { caller, write }) => {
      const done = await write(async (tx) => {
        const cancelled = await tx
          .updateTable('payment_requests')
          .set({
            state: 'cancelled',
            decider_id: caller.userId,
            decided_at: sql<Date>`now()`,
            is_settled: true,
          })
          .where('id', '=', id)
          .where('state', '=', 'waiting')
          .where(sql<SqlBool>`account = any(${caller.accounts}::text[])`)
          .executeTakeFirst()
        if (cancelled.numUpdatedRows > 0n) return {}
        const row = await paymentOf(tx, id)
        if (!row || !caller.accounts.includes(row.account)) return refuse('unknownPayment', { id })
        // Sent again, it is done already.
        return row.shown_state === 'cancelled' ? {} : refuse('paymentDecided', { id })
      })
      return done
    },

    'BackOffice/GetPaymentRequests': (input, { caller }) =>
      scopeOf(caller).read(async (tx) => {
        const account =
          input.cscsAcct === undefined ? undefined : await findAccount(tx, caller, input.cscsAcct)
        if (input.cscsAcct !== undefined && account === undefined)
          return refuse('unknownAccount', { account: input.cscsAcct })
        const seesAll = caller.permissions.has('POST_LEDGER')
        const own = account === undefined ? caller.accounts : caller.accounts.filter((one) => one === account)
        const accounts = seesAll ? (account === undefined ? 'all' : [account]) : own
        return pageIn(tx, paymentSource(input, { userId: caller.userId, accounts }), input)
      }),

    'BackOffice/PostPaymentRequest': async ({ id, narration }, context) => {
      const { caller, write } = context
      const taken = await write(async (tx) => {
        const row = await paymentOf(tx, id, 'locked')
        return isRefusal(row) ? row : take(tx, row, caller)
      })
      if (isRefusal(taken)) return taken
      const { account, type, amount } = taken
      const postingID = postingIDOf(id)
      const transfer = {
        ...{ account, type: type as 'deposit' | 'withdrawal', amount: kobo(amount) },
        ...{ reference: paymentReference(id, taken.reference), narration },
      }
      const { earlier, recorded } = await scopeOf(caller).read((tx) =>
        recordOf(tx, { makerId: caller.userId, postingID, transfer }),
      )
      if (earlier) {
        const again = answerAgain(earlier, transfer)
        return isRefusal(again)
          ? { id: Number(earlier.id), status: postingStatuses[earlier.state as 'posted'] }
          : again
      }
      const answer = await desk.submit({
        ...{ kind: 'requestTransfer', origin: originOf(context), postingID, transfer, recorded },
        approvalAbove: await approvalAbove(store, caller.tenantId, marketDate()),
      })
      if (answer.kind === 'refused') await release(store, caller, id)
      onPayment(caller.tenantId)
      return postingAnswer(answer, (await shownBalances(store, caller))(account))
    },

    'BackOffice/DeclinePaymentRequest': async ({ id, reason }, { caller, write }) => {
      const done = await write(async (tx) => {
        const row = await paymentOf(tx, id, 'locked')
        if (isRefusal(row)) return row
        if (row.state === 'declined' && row.decider_id === caller.userId && row.reason === reason) return {}
        if (row.shown_state !== 'waiting') return refuse('paymentDecided', { id })
        await tx
          .updateTable('payment_requests')
          .set({ state: 'declined', decider_id: caller.userId, decided_at: sql<Date>`now()`, reason })
          .where('id', '=', id)
          .execute()
        return {}
      })
      if (!isRefusal(done)) onPayment(caller.tenantId)
      return done
    },
  }
}

type PaymentDetails = Pick<PaymentRequests, 'type' | 'amount' | 'reference'> &
  Partial<Pick<PaymentRequests, 'channel' | 'bank_code' | 'bank_account' | 'paid_on'>>

/**
 * Takes a request for who posts it. One that another person took and that was not posted is taken over: the desk refuses
 * the same posting a second time, for its reference is its own.
 */
async function take(tx: Tx, row: PaymentRow, caller: Caller): Promise<PaymentRow | Refusal> {
  const { id } = row
  const isTakenByCaller = row.state === 'taken' && row.decider_id === caller.userId
  if (row.shown_state !== 'waiting') return isTakenByCaller ? row : refuse('paymentDecided', { id })
  if (row.maker_id === caller.userId) return refuse('transferOwn')
  if (row.type === 'withdrawal') {
    const payee = await payeeOf(tx, row.account)
    if (payee?.bankCode !== row.bank_code || payee?.number !== row.bank_account)
      return refuse('payeeChanged', { id })
  }
  await tx
    .updateTable('payment_requests')
    .set({ state: 'taken', decider_id: caller.userId, decided_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  return row
}

/** The desk refused to post it: it waits again, unless it was posted after all. */
const release = (store: Store, { tenantId, userId }: Caller, id: number) =>
  store.forTenant(tenantId).write((tx) =>
    tx
      .updateTable('payment_requests')
      .set({ state: 'waiting', decider_id: null, decided_at: null })
      .where('id', '=', id)
      .where('state', '=', 'taken')
      .where('decider_id', '=', userId)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('transfer_requests')
              .select('id')
              .where('maker_id', '=', userId)
              .where('posting_id', '=', postingIDOf(id)),
          ),
        ),
      )
      .execute(),
  )

/** A payment request as it stands; with `locked` nobody else decides it until the transaction ends. */
async function paymentOf(tx: Tx, id: number): Promise<PaymentRow | undefined>
async function paymentOf(tx: Tx, id: number, lock: 'locked'): Promise<PaymentRow | Refusal>
async function paymentOf(tx: Tx, id: number, lock?: 'locked'): Promise<PaymentRow | Refusal | undefined> {
  if (lock) await tx.selectFrom('payment_requests').select('id').where('id', '=', id).forUpdate().execute()
  const row = await paymentRows(tx).where('payment_requests.id', '=', id).executeTakeFirst()
  return row ?? (lock && refuse('unknownPayment', { id }))
}

/** The request that a person made under an own id. */
const madeBefore = (tx: Tx, makerId: number, postingID: string) =>
  tx
    .selectFrom('payment_requests')
    .selectAll()
    .where('maker_id', '=', makerId)
    .where('request_id', '=', postingID)
    .executeTakeFirst()

async function waitingOf(tx: Tx, account: string): Promise<number> {
  const { waiting } = await tx
    .selectFrom('payment_requests')
    .select((eb) => eb.fn.countAll<bigint>().as('waiting'))
    .where('account', '=', account)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return Number(waiting)
}
