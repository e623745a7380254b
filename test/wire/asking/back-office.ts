import { randomUUID } from 'node:crypto'
import { addBusinessDays, type CallInput, lagosDate, Side } from '@tradebook/contract'
import { expect, vi } from 'vitest'
import { account, admin, broker, host, SECURITY, self, stopOther, trade } from './askers.fixture.ts'
import type { Asking } from './row.ts'

/** A date that lies ahead by so many business days. */
const ahead = (days: number): string => addBusinessDays(lagosDate(Date.now()), days)

/** How the calls of the back office, of charges and of limits are asked, so that they have something to answer. */
export const ofBackOffice = {
  'BackOffice/GetCustomers': async () => [{}, { query: account.accountNumber }],
  'Fees/Get': async () => [{}],
  'Fees/Update': async () => [
    {
      rates: [
        {
          side: Side.buy,
          item: 'sec',
          dateFrom: ahead(40),
          ratePpm: 2_500,
          minimum: 1.5,
          vatPpm: 0,
        },
      ],
      customers: [{ customerId: 1, dateFrom: ahead(40), commissionPpm: 7_500, stampDutyExempt: true }],
    },
  ],
  'Fees/DeleteRate': async () => {
    const row = { side: Side.sell, item: 'ngx', dateFrom: ahead(50) } as const
    await charged({ rates: [{ ...row, ratePpm: 1, minimum: 0, vatPpm: 0 }] })
    return [row]
  },
  'Fees/DeleteAgreement': async () => {
    const row = { customerId: 1, dateFrom: ahead(50) }
    await charged({ customers: [{ ...row, commissionPpm: null, stampDutyExempt: true }] })
    return [row]
  },
  'Fees/GetTradeAlerts': async () => [{}],
  'Fees/UpdateTradeAlerts': async () => [{ alertsOff: true }],
  'BackOffice/GetDashAccountPortfolioHolding': async () => [{ cscsAcct: account.cscsAccount }],
  'BackOffice/GetPaymentOptions': async () => [{ cscsAcct: await ownAccount() }],
  'BackOffice/ReportDeposit': async () => [await deposit()],
  'BackOffice/RequestWithdrawal': async () => [
    { postingID: randomUUID(), cscsAcct: await ownAccount(), amount: 250, reference: '' },
  ],
  'BackOffice/CancelPaymentRequest': async () => [{ id: await reported() }],
  'BackOffice/GetPaymentRequests': async () => {
    await reported()
    return [{}, { cscsAcct: await ownAccount() }]
  },
  'BackOffice/PostPaymentRequest': async () => [{ id: await reported(), narration: 'Deposit by customer' }],
  'BackOffice/DeclinePaymentRequest': async () => [{ id: await reported(), reason: 'Nothing came' }],
  'BackOffice/PostCashEntry': async () => [cash(), cash({ amount: 2_000_000 })],
  'BackOffice/ReverseEntry': async () => [
    { postingID: randomUUID(), cscsAcct: account.cscsAccount, entry: await entry(), reason: 'Wrong account' },
  ],
  'BackOffice/GetAccountFreezes': async () => {
    await frozen()
    return [{ cscsAcct: await idleAccount() }]
  },
  'BackOffice/FreezeAccount': async () => [await freeze()],
  'BackOffice/UnfreezeAccount': async () => [
    {
      ...{ postingID: randomUUID(), cscsAcct: await idleAccount(), freeze: await frozen() },
      reason: 'The court has set the order aside',
    },
  ],
  'BackOffice/GetCashApprovals': async () => {
    await waiting()
    return [{}]
  },
  'BackOffice/ApproveCashEntry': async () => [{ id: await waiting() }],
  'BackOffice/RejectCashEntry': async () => [{ id: await waiting(), reason: 'Unknown payer' }],
  'BackOffice/GetAccountTerms': async () => [{ cscsAcct: account.cscsAccount }],
  'BackOffice/UpdateAccountTerms': async () => [
    {
      postingID: 'terms',
      cscsAcct: account.cscsAccount,
      cashRoute: 'direct',
      bankCode: '011',
      bankAccount: '0000014579',
      accountName: (await admin.get('BackOffice/GetCustomers', {})).items[0]!.customerName,
    },
  ],
  'BackOffice/GetAccountInflow': async () => [{ cscsAcct: account.cscsAccount }],
  'BackOffice/GetAccountOutflow': async () => {
    await broker.get('BackOffice/PostCashEntry', cash({ type: 'withdrawal' }))
    return [{ cscsAcct: account.cscsAccount }]
  },
  'Limits/GetAll': async () => [{}],
  'Limits/Update': async () => [
    {
      level: 'user',
      id: 'broker',
      orderValue: 5_000_000,
      orderQty: null,
      volumePercent: 25.5,
      collarPercent: null,
      ordersPerSecond: 50,
      duplicateSeconds: null,
      dailyTurnover: null,
    },
  ],
  'Limits/SetKillSwitch': async () => [
    { scope: 'account', id: account.accountNumber, on: true, reason: 'Test' },
    { scope: 'account', id: account.accountNumber, on: false, reason: 'Test' },
  ],
  'Limits/GetKillSwitchesOn': async () => {
    await stopOther()
    return [{}]
  },
  'BackOffice/GetAccountStatement': async () => [{ cscsAcct: account.cscsAccount }],
  'BackOffice/GetContractNoteTrades': async () => [{ cscsAcct: account.cscsAccount, number: await traded() }],
  'BackOffice/GetDashAccountPortfolioValuation': async () => [{ cscsAcct: account.cscsAccount }],
  'BackOffice/GetPortfolioPerformance': async () => [{ cscsAcct: account.cscsAccount }],
  'BackOffice/GetPortfolioMovement': async () => {
    await traded()
    return [{ cscsAcct: account.cscsAccount }]
  },
  'BackOffice/PostSecurityEntry': async () => [
    {
      postingID: randomUUID(),
      cscsAcct: account.cscsAccount,
      type: 'transferIn',
      securityID: SECURITY,
      quantity: 10,
      unitCost: 12.5,
      // Posted twice it would be refused.
      reference: `V ${randomUUID()}`,
      narration: 'From another broker',
    },
  ],
  'BackOffice/GetCorporateActions': async () => {
    await announced()
    return [{}]
  },
  'BackOffice/PreviewCorporateAction': async () => [dividend(), { ...dividend(), maxResultCount: 1 }],
  'BackOffice/GetEntitlementsDue': async () => [{ cscsAcct: account.cscsAccount }],
  'BackOffice/PostCorporateAction': async () => [dividend()],
  'BackOffice/RevokeCorporateAction': async () => [{ id: await announced() }],
  'BackOffice/GetContractNotes': async () => {
    await traded()
    return [{ cscsAcct: account.cscsAccount }, { side: [Side.buy] }]
  },
} satisfies Partial<Asking>

const cash = (
  fields: Partial<CallInput<'BackOffice/PostCashEntry'>> = {},
): CallInput<'BackOffice/PostCashEntry'> => ({
  postingID: randomUUID(),
  cscsAcct: account.cscsAccount,
  type: 'deposit',
  amount: 100.5,
  // Posted twice it would be refused.
  reference: `TRF ${randomUUID()}`,
  narration: 'Transfer',
  ...fields,
})

/** Changes charges, with the approval of another person. */
async function charged(change: CallInput<'Fees/Update'>): Promise<void> {
  const { id } = await admin.get('Fees/Update', change)
  await broker.get('BackOffice/ApproveCashEntry', { id })
}

/** The number of a deposit that the broker has posted. */
const entry = async (): Promise<number> => {
  const posted = cash()
  await broker.get('BackOffice/PostCashEntry', posted)
  const input = { cscsAcct: account.cscsAccount, sorting: 'date desc', maxResultCount: 100 }
  const { items } = await broker.get('BackOffice/GetAccountStatement', input)
  return items.find(({ reference }) => reference === posted.reference)!.entry!
}

/** An account for which nobody trades. */
const idleAccount = async () => (await admin.get('BackOffice/GetCustomers', {})).items.at(-1)!.cscsAccount

const freeze = async (): Promise<CallInput<'BackOffice/FreezeAccount'>> => ({
  ...{ postingID: randomUUID(), cscsAcct: await idleAccount(), ground: 'courtOrder', from: '2026-01-05' },
  ...{ reference: 'FHC/L/1/2026', reason: 'Order of the Federal High Court', openOrders: 'cancel' },
})

/** The number of a freeze. */
const frozen = async () => (await admin.get('BackOffice/FreezeAccount', await freeze())).id

/** The customer who signs in, as the calls of an own account are made. */
const customer = () => self('BackOffice/ReportDeposit')

const ownAccount = async () =>
  (await (await customer()).get('BackOffice/GetCustomers', {})).items[0]!.cscsAccount

const deposit = async (): Promise<CallInput<'BackOffice/ReportDeposit'>> => ({
  ...{ postingID: randomUUID(), cscsAcct: await ownAccount(), amount: 1_500, channel: 'transfer' },
  ...{ bankCode: '058', paidOn: '2026-01-05', reference: 'NIP 1' },
})

/** The number of a deposit that the customer has reported. */
const reported = async () => (await (await customer()).get('BackOffice/ReportDeposit', await deposit())).id

let dividends = 0

/** Another one each time, because a company announces one for a qualification date. */
const dividend = (): CallInput<'BackOffice/PostCorporateAction'> => {
  dividends += 1
  const registerDate = ahead(10 + dividends)
  return {
    type: 'dividend',
    securityID: SECURITY,
    registerDate,
    payDate: addBusinessDays(registerDate, 5),
    ratePerShare: 1.25,
  }
}

/** The number of a dividend that the host has announced. */
const announced = async () => (await host.get('BackOffice/PostCorporateAction', dividend())).id

/** The id of a posting that the broker asked for and another person has to approve. */
const waiting = async () => (await broker.get('BackOffice/PostCashEntry', cash({ amount: 5_000_000 }))).id

/** Trades until the account has a contract note. @returns the number of the newest. */
async function traded(): Promise<number> {
  await trade()
  return vi.waitFor(async () => {
    const { items } = await broker.get('BackOffice/GetContractNotes', { cscsAcct: account.cscsAccount })
    expect(items).not.toEqual([])
    return items[0]!.number
  }, 10_000)
}
