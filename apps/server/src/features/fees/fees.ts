import {
  addBusinessDays,
  agreementsFrom,
  type CallOutput,
  type Refusal,
  rateInKobo,
  rateInNaira,
  refuse,
} from '@tradebook/contract'
import type { CustomerCharges } from '../../desk/decisions/accounts.ts'
import { type ChargesChange, OF_FIRM } from '../../desk/decisions/transfer-request.ts'
import type { DeskPort } from '../../desk/desk-port.ts'
import { originOf } from '../../desk/inputs.ts'
import { agreementOf, feeRateOf } from '../../desk/record/fee-rows.ts'
import { answerAgain, postingAnswer, recordedRequest } from '../../desk/record/recorded-requests.ts'
import type { CallContext, Handlers } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import { postingRulesOf } from '../../platform/influences.ts'
import type { Store, Tx } from '../../store/store.ts'

export interface FeesDependencies {
  readonly store: Store
  readonly desk: Pick<DeskPort, 'submit'>
  /** The market day that trades now, or trades next. */
  readonly marketDate: () => string
  /** Without a mail server no trade alert is sent. */
  readonly areMailsSent: boolean
  /** People of the firm are to be notified of what waits. */
  readonly onTransfer: (tenantId: number) => void
}

/** What a firm charges. One person asks for a change and another one approves it; the desk decides by charges, so the desk changes them. */
export const feesFeature = ({
  store,
  desk,
  marketDate,
  areMailsSent,
  onTransfer,
}: FeesDependencies): Handlers<`Fees/${string}`> => {
  const ask = async (
    context: CallContext<Caller>,
    postingID: string = crypto.randomUUID(),
    change: ChargesChange['change'],
  ): Promise<CallOutput<'Fees/Update'> | Refusal> => {
    const { caller } = context
    const transfer = { type: 'charges', account: OF_FIRM, change } as const
    const earlier = await store
      .forTenant(caller.tenantId)
      .read((tx) => recordedRequest(tx, caller.userId, postingID))
    if (earlier) return answerAgain(earlier, transfer)
    const answer = await desk.submit({
      ...{ kind: 'requestTransfer', origin: originOf(context), postingID, transfer },
      ...(await postingRulesOf(store, caller, marketDate())),
    })
    if (answer.kind === 'transfer') onTransfer(caller.tenantId)
    return postingAnswer(answer, true)
  }
  return {
    'Fees/Get': (_, { caller }) =>
      store.forTenant(caller.tenantId).read(async (tx) => {
        const rates = await tx
          .selectFrom('fee_rates')
          .selectAll()
          .orderBy('side')
          .orderBy('item')
          .orderBy('date_from')
          .execute()
        const customers = await tx
          .selectFrom('customer_charges')
          .selectAll()
          .orderBy('customer_id')
          .orderBy('date_from')
          .execute()
        return {
          rates: rates.map((row) => rateInNaira(feeRateOf(row))),
          customers: customers.map(agreementOf),
        }
      }),

    'Fees/Update': async ({ postingID, rates: asked, customers }, context) => {
      const rates = asked.map(rateInKobo)
      if (!rates.every((rate) => rate !== undefined)) return refuse('amountInvalid')
      return ask(context, postingID, { kind: 'changeCharges', rates, agreements: customers })
    },

    'Fees/DeleteRate': ({ postingID, ...rate }, context) =>
      ask(context, postingID, { kind: 'removeCharges', rates: [rate], agreements: [] }),

    'Fees/DeleteAgreement': ({ postingID, ...agreement }, context) =>
      ask(context, postingID, { kind: 'removeCharges', rates: [], agreements: [agreement] }),

    'Fees/GetTradeAlerts': (_, { caller }) =>
      store.forTenant(caller.tenantId).read(async (tx) => {
        const agreements = isCustomer(caller) ? await agreementsOf(tx, caller.accounts) : []
        const [today, next] = [marketDate(), addBusinessDays(marketDate(), 1)]
        const [now, then] = [today, next].map((date) =>
          agreements.some((agreed) => agreementsFrom(date, agreed)[0]?.alertsOff === true),
        )
        return { alertsOff: then === true, dateFrom: now === then ? null : next }
      }),

    'Fees/UpdateTradeAlerts': async ({ alertsOff }, context) => {
      const { caller } = context
      if (!isCustomer(caller)) return refuse('alertsOfCustomers')
      if (!alertsOff && !areMailsSent) return refuse('alertsNotSent')
      if (!alertsOff && !(await store.forTenant(caller.tenantId).read((tx) => isReached(tx, caller))))
        return refuse('alertsNeedAddress')
      const answer = await desk.submit({
        ...{ kind: 'chooseAlerts', origin: originOf(context), accounts: caller.accounts, alertsOff },
      })
      if (answer.kind === 'refused') return answer.refusal
      return {}
    },
  }
}

/** Whether this is a customer who signs in for own accounts, rather than a dealer who trades for them. */
const isCustomer = ({ roles, accounts }: Caller): boolean => roles.includes('CUSTOMER') && accounts.length > 0

/** What was agreed with each customer of these accounts, the earliest first. */
async function agreementsOf(tx: Tx, accounts: readonly string[]): Promise<CustomerCharges[][]> {
  const rows = await tx
    .selectFrom('customer_charges')
    .selectAll()
    .where('customer_id', 'in', (customers) =>
      customers.selectFrom('trading_accounts').select('customer_id').where('account', 'in', accounts),
    )
    .orderBy('date_from')
    .execute()
  return [...Map.groupBy(rows.map(agreementOf), ({ customerId }) => customerId).values()]
}

/** Whether the user has a confirmed address, to which alerts are sent. */
async function isReached(tx: Tx, { userId }: Caller): Promise<boolean> {
  const user = await tx
    .selectFrom('users')
    .select('is_email_confirmed')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.is_email_confirmed === true
}
