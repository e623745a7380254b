import type { BankCode, CashTerms } from '@tradebook/contract'

/** Where the cash of an account goes, as a row stores it. */
export const cashTermsOf = (row: {
  cash_route: CashTerms['route']
  bank_code: BankCode | null
  bank_account: string | null
}): CashTerms => ({
  route: row.cash_route,
  bankAccount:
    row.bank_code === null || row.bank_account === null
      ? null
      : { bankCode: row.bank_code, number: row.bank_account },
})
