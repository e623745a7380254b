import {
  type CorporateAction,
  dividendOn,
  type EntryKind,
  type Kobo,
  type Shares,
  sharesChangedBy,
} from '@tradebook/contract'
import type { Account } from './account.ts'
import { type Entry, NAIRA, ownedAfter, posting } from './entries.ts'
import { isTooLarge } from './refused.ts'

/** The shares of an account in the register of a date. */
export interface RegisteredShares {
  readonly account: string
  /** More than 0. */
  readonly quantity: Shares
}

/**
 * Posts to an account what a corporate action gives on its registered shares: a dividend and the tax withheld
 * from it as entries of their own, or the shares that a bonus or a split adds or takes. What amounts to nothing
 * is not an entry.
 *
 * @param date the market day that begins; money and shares move on the action's payment date.
 */
export function corporateEntries(
  account: Account,
  action: CorporateAction,
  registered: Shares,
  date: string,
): Entry[] {
  return action.type === 'dividend'
    ? dividendEntries(account, action, registered, date)
    : sharesEntries(account, action, registered, date)
}

function dividendEntries(
  account: Account,
  action: Extract<CorporateAction, { type: 'dividend' }>,
  registered: Shares,
  date: string,
): Entry[] {
  const { gross, tax } = dividendOn(registered, action.rate)
  const paid = (kind: EntryKind, amount: bigint, firm: 'bank' | 'tax:withholding'): Entry[] => {
    if (amount === 0n) return []
    account.balance += amount
    if (isTooLarge(account.balance)) throw beyondRecord(account, action)
    const postings = [posting('customer', account.id, NAIRA, amount), posting(firm, null, NAIRA, -amount)]
    const balance = account.balance as Kobo
    return [
      { ...entryOf(kind, account, action, date, registered), postings, balance, holding: null, cost: null },
    ]
  }
  return [...paid('dividend', gross, 'bank'), ...paid('withholdingTax', -tax, 'tax:withholding')]
}

function sharesEntries(
  account: Account,
  action: Extract<CorporateAction, { type: 'bonus' | 'split' }>,
  registered: Shares,
  date: string,
): Entry[] {
  const { type, securityID, ratio } = action
  const change = sharesChangedBy(type, registered, ratio)
  if (change === 0n) return []
  const position = account.position(securityID)
  position.diluted(change)
  if (isTooLarge(position.owned)) throw beyondRecord(account, action)
  const kind = change > 0n ? type : 'consolidation'
  return [
    {
      ...entryOf(kind, account, action, date, (change > 0n ? change : -change) as Shares),
      postings: [
        posting('custody', account.id, securityID, change),
        posting('depository', null, securityID, -change),
      ],
      balance: null,
      ...ownedAfter(position),
    },
  ]
}

const beyondRecord = ({ id }: Account, action: CorporateAction): RangeError =>
  new RangeError(`corporate action ${action.id} gives account ${id} more than can be recorded`)

const entryOf = (
  kind: EntryKind,
  account: Account,
  { id, securityID, payDate }: CorporateAction,
  date: string,
  quantity: Shares,
) => ({
  kind,
  account: account.id,
  securityID,
  date,
  valueDate: payDate,
  quantity,
  side: null,
  price: null,
  noteNumber: null,
  narration: null,
  payee: null,
  reverses: null,
  reference: corporateReference(id),
})

/** How statements and movements name the corporate action of an entry. */
const corporateReference = (id: number): string => `CA${id}`
