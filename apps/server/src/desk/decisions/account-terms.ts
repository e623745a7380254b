import {
  bankAccountFault,
  banks,
  cashRoutes,
  INT32_LIMIT,
  isBankCode,
  isCheckDigitCertain,
  isText,
  type Refusal,
  refuse,
} from '@tradebook/contract'
import type { AccountTerms } from './accounts.ts'

/** The rules that the terms of an account obey in every firm. */

/** Why cash cannot go where the terms of an account say. */
export function refusalOfCash({ account, cash }: AccountTerms): Refusal | undefined {
  if (!cash) return undefined
  const { route, bankAccount } = cash
  if (!cashRoutes.includes(route)) return refuse('termsInvalid', LENGTHS)
  if (!bankAccount) return route === 'direct' ? refuse('noBankAccount', { account }) : undefined
  const { bankCode, number } = bankAccount
  if (!isBankCode(bankCode)) return refuse('unknownBank', { bankCode })
  const fault = bankAccountFault(bankAccount)
  return fault === 'number' || (fault === 'checkDigit' && isCheckDigitCertain(bankCode))
    ? refuse('bankAccountInvalid', { number, bank: banks[bankCode] })
    : undefined
}

/** Why no account of any firm can have these terms. */
export function refusalOfTerms(account: AccountTerms): Refusal | undefined {
  const { cscsAccount } = account
  const unrecordable = refusalOfRecording(account)
  if (unrecordable) return unrecordable
  if (!CSCS_ACCOUNT.test(cscsAccount)) return refuse('cscsAccountInvalid', { cscsAccount })
  return refusalOfCash(account)
}

/** Why the record cannot hold the terms of an account. */
export const refusalOfRecording = ({
  account,
  customerId,
  customerName,
}: AccountTerms): Refusal | undefined =>
  isText(account, LENGTHS.account) && isText(customerName, LENGTHS.customerName) && isId(customerId)
    ? undefined
    : refuse('termsInvalid', LENGTHS)

/** The longest texts of an account's terms, in UTF-16 code units; orders name no longer account. */
const LENGTHS = { account: 32, customerName: 256 }

/** Ids of tenants and customers begin at 1; 0 is the host. */
export const isId = (id: number): boolean => Number.isInteger(id) && id > 0 && id < INT32_LIMIT

/** Numeric, padded to ten digits. Source: CSCS. */
const CSCS_ACCOUNT = /^\d{10}$/
