import {
  addDays,
  banks,
  type CallOutput,
  isRefusal,
  kobo,
  MAX_WAITING_PAYMENTS,
  mayRead,
  nairaToKobo,
  type Refusal,
  refuse,
  shownNaira,
  toNaira,
} from '@tradebook/contract'
import { sql } from 'kysely'
import type { DeskPort } from '../../desk/desk-port.ts'
import { originOf } from '../../desk/inputs.ts'
import { postingAnswer } from '../../desk/record/recorded-requests.ts'
import type { CallContext, Handlers } from '../../http/handlers.ts'
import { findAccount, refusalOfOwn, shownBalances } from '../../platform/account-access.ts'
import type { Caller } from '../../platform/caller.ts'
import { postingRulesOf } from '../../platform/influences.ts'
import { ownSettings } from '../../platform/settings.ts'
import { lockOfFirm } from '../../store/advisory-locks.ts'
import { pageIn } from '../../store/list-rows.ts'
import type { PaymentRequests } from '../../store/schema.ts'
import type { Store, Tx } from '../../store/store.ts'
import { claim, decide, lockedPayment, refusalToDecide, release } from './payment-decisions.ts'
import { heldByReversals, isFrozen, payeeOf, paymentSource, withdrawableOf } from './payment-rows.ts'

export interface PaymentRequestDependencies {
  readonly store: Store
  readonly desk: Pick<DeskPort, 'submit'>
  readonly marketDate: () => string
  /** People of the firm are to be notified of a payment request. */
  readonly onPayment: (tenantId: number) => void
}

type Made = CallOutput<'BackOffice/ReportDeposit'>
type PaymentCalls =
  | `BackOffice/${'ReportDeposit' | 'RequestWithdrawal' | 'CancelPaymentRequest'}`
  | `BackOffice/${'GetPaymentOptions' | 'GetPaymentRequests' | 'PostPaymentRequest' | 'DeclinePaymentRequest'}`

/** What customers report and request about their own cash. Staff take it, and the desk posts it as any manual posting. */
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
        async () => refusalOfDay(paidOn, marketDate()) ?? row,
        (earlier) =>
          Object.entries(row).every(([name, value]) => earlier[name as keyof typeof row] === value),
      )
    },

    'BackOffice/RequestWithdrawal': async (asked, context) => {
      const { amount: naira, reference } = asked
      const amount = nairaToKobo(naira)
      if (amount === undefined) return refuse('amountInvalid')
      const requested = async (tx: Tx, account: string) => {
        if (await isFrozen(tx, account)) return refuse('accountFrozen', { account })
        const payee = await payeeOf(tx, account)
        if (!payee) return refuse('payeeMissing', { account })
        const withdrawable = await withdrawableOf(tx, account)
        if (amount > withdrawable) {
          const held = await heldByReversals(tx, account)
          const shown = { withdrawable: shownNaira(kobo(withdrawable)) }
          return held > 0n
            ? refuse('withdrawalHeld', { ...shown, held: shownNaira(kobo(held)) })
            : refuse('notWithdrawable', shown)
        }
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

    'BackOffice/CancelPaymentRequest': ({ id }, { caller, write }) =>
      write(async (tx) => {
        const row = await lockedPayment(tx, id)
        if (!row || !caller.accounts.includes(row.account)) return refuse('unknownPayment', { id })
        // Sent again, it is done already.
        if (row.state === 'cancelled') return {}
        const refusal = refusalToDecide(row)
        if (refusal) return refusal
        await decide(tx, row, caller, { state: 'cancelled', is_settled: true })
        return {}
      }),

    'BackOffice/GetPaymentRequests': (input, { caller }) =>
      scopeOf(caller).read(async (tx) => {
        const account =
          input.cscsAcct === undefined ? undefined : await findAccount(tx, caller, input.cscsAcct)
        if (input.cscsAcct !== undefined && account === undefined)
          return refuse('unknownAccount', { account: input.cscsAcct })
        const seesAll = mayRead(caller.permissions, 'POST_LEDGER')
        const own = account === undefined ? caller.accounts : caller.accounts.filter((one) => one === account)
        const accounts = seesAll ? (account === undefined ? 'all' : [account]) : own
        return pageIn(tx, paymentSource(input, { userId: caller.userId, accounts }), input)
      }),

    'BackOffice/PostPaymentRequest': async ({ id, narration }, context) => {
      const { caller, write } = context
      const claimed = await write((tx) => claim(tx, caller, { id, narration }))
      if (isRefusal(claimed) || 'status' in claimed) return claimed
      const { transfer, recorded } = claimed
      const answer = await desk.submit({
        ...{ kind: 'requestTransfer', origin: originOf(context), postingID: `payment-${id}` },
        ...{ paymentRequest: id, transfer, recorded },
        ...(await postingRulesOf(store, caller, marketDate())),
      })
      if (answer.kind === 'refused') await release(store, caller, id)
      onPayment(caller.tenantId)
      return postingAnswer(answer, (await shownBalances(store, caller))(transfer.account))
    },

    'BackOffice/DeclinePaymentRequest': async ({ id, reason }, { caller, write }) => {
      const done = await write(async (tx) => {
        const row = await lockedPayment(tx, id)
        if (!row) return refuse('unknownPayment', { id })
        const own = refusalOfOwn(caller, row.account)
        if (own) return own
        if (row.state === 'declined' && row.decider_id === caller.userId && row.reason === reason) return {}
        const refusal = refusalToDecide(row)
        if (refusal) return refusal
        await decide(tx, row, caller, { state: 'declined', reason })
        return {}
      })
      if (!isRefusal(done)) onPayment(caller.tenantId)
      return done
    },
  }
}

type PaymentDetails = Pick<PaymentRequests, 'type' | 'amount' | 'reference'> &
  Partial<Pick<PaymentRequests, 'channel' | 'bank_code' | 'bank_account' | 'paid_on'>>

/** Why a deposit was not paid in on a day: it has not come, or is more than a year ago. */
function refusalOfDay(paidOn: string, today: string): Refusal | undefined {
  if (paidOn > today) return refuse('paidInFuture', { date: today })
  const first = addDays(today, -365)
  return paidOn < first ? refuse('paidTooLongAgo', { date: first }) : undefined
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
