import { bankAccountText, dividendOn, sharesChangedBy, totalOf } from '@tradebook/contract'
import type { ContractNote, Entry, Posting } from '@tradebook/ledger'
import type { BatchChanges, EntryLine } from '../../apps/server/src/desk/decisions/batch-changes.ts'
import type { CashLine, NoteLine, PositionLine } from '../../apps/server/src/desk/decisions/firm-lines.ts'
import type { JournalEntry } from '../../apps/server/src/desk/record/journal.ts'
import type { RecordedFirms } from './recorded-firms.ts'
import type { RecordedOutflows } from './recorded-outflows.ts'
import { Tally } from './tally.ts'

/** What a record has of money, shares and contract notes, and the sums that the audits compare. */
export class RecordedLedger {
  readonly #firms: RecordedFirms
  readonly #outflows: RecordedOutflows
  readonly cash = new Map<string, CashLine>()
  readonly positions = new Map<string, PositionLine>()
  /** By firm and number. */
  readonly notes = new Map<string, NoteLine>()
  #entryDate = ''
  /** Sums of postings by firm, ledger account, account and asset; of trades' clearing by asset. */
  readonly posted = new Tally()
  readonly cleared = new Tally()
  /** By firm, account and asset: what its postings sum to, and what the shares cost by the last entry. */
  readonly owned = new Tally()
  /** Charges posted, by firm and line of the note. */
  readonly charged = new Tally()
  readonly costs = new Map<string, bigint>()
  /** The entries that moved shares, but settlements, by firm, account and security. */
  readonly #moving = new Map<string, EntryLine[]>()
  /** What came into the firms from outside, less what left them. */
  readonly brought = new Tally()
  /** How often proceeds of a sale left for the customer's bank account. */
  directSettlements = 0

  constructor(firms: RecordedFirms, outflows: RecordedOutflows) {
    this.#firms = firms
    this.#outflows = outflows
  }

  keep({ entries, cash, positions, notes }: BatchChanges): void {
    for (const line of entries) {
      this.#keepEntry(line)
      this.#outflows.keepEntry(line)
    }
    for (const line of cash) this.cash.set([line.tenantId, line.account].join(), line)
    for (const line of positions) {
      this.positions.set([line.tenantId, line.account, line.securityID].join(), line)
    }
    for (const line of notes.toSorted((a, b) => a.note.number - b.note.number)) this.#keepNote(line)
  }

  /** By the journal, what a posting brought or took away. */
  keepTransfer({ posting }: Extract<JournalEntry, { kind: 'posting' }>): void {
    const sign = posting.type === 'deposit' || posting.type === 'transferIn' ? 1n : -1n
    if ('amount' in posting) this.brought.add('NGN', sign * posting.amount)
    else this.brought.add(posting.securityID, sign * posting.quantity)
  }

  /** By the journal, what a reversal takes back. */
  keepReversal({ reversal: { of } }: Extract<JournalEntry, { kind: 'reversal' }>): void {
    const sign = of.type === 'deposit' || of.type === 'transferIn' ? -1n : 1n
    if ('amount' in of) this.brought.add('NGN', sign * of.amount)
    else this.brought.add(of.securityID, sign * of.quantity)
  }

  /** What a corporate action pays came from outside, but the tax, which stays with the firm. */
  keepPaid({ action, registered }: Extract<JournalEntry, { kind: 'corporatePayment' }>): void {
    for (const { quantity } of registered) {
      if (action.type === 'dividend') this.brought.add('NGN', dividendOn(quantity, action.rate).net)
      else this.brought.add(action.securityID, sharesChangedBy(action.type, quantity, action.ratio))
    }
  }

  /** Charges of notes that are settled and count. */
  collected(): bigint {
    return [...this.notes.values()]
      .filter(({ note }) => note.settled && note.replacedBy === null)
      .reduce((sum, { note }) => sum + totalOf(note.lines), 0n)
  }

  /** The entries that moved an account's shares of a security, in the order in which they were posted. */
  moving(tenantId: number, account: string, securityID: string): readonly EntryLine[] {
    return this.#moving.get([tenantId, account, securityID].join()) ?? []
  }

  #keepEntry(line: EntryLine): void {
    const { tenantId, sequence, entry } = line
    const sums = new Map<string, bigint>()
    for (const posting of entry.postings) {
      const { ledgerAccount, asset, amount } = posting
      sums.set(asset, (sums.get(asset) ?? 0n) + amount)
      if (withTheMarket(entry, ledgerAccount)) this.cleared.add(asset, amount)
      this.#keepPosting(tenantId, posting)
    }
    this.#mustCarry(tenantId, entry)
    if (entry.kind === 'directSettlement') this.#keepDirectSettlement(tenantId, entry)
    for (const [asset, sum] of sums)
      if (sum !== 0n) throw new Error(`the ${entry.kind} of ${sequence} is off by ${sum} ${asset}`)
    if (entry.date < this.#entryDate) throw new Error(`the ${entry.kind} of ${sequence} is of an earlier day`)
    this.#entryDate = entry.date
    if (entry.holding === null || entry.kind === 'settlement') return
    const key = [tenantId, entry.account, entry.securityID].join()
    this.#moving.set(key, [...(this.#moving.get(key) ?? []), line])
  }

  /** What leaves belongs to an account of the direct route, goes to its bank account, and leaves no debt. */
  #keepDirectSettlement(tenantId: number, { account, reference, postings, balance }: Entry): void {
    const cash = this.#firms.account(tenantId, account)?.cash
    const isDirect = cash?.route === 'direct' && cash.bankAccount !== null
    if (!isDirect || reference !== bankAccountText(cash.bankAccount))
      throw new Error(`proceeds of ${account} left for ${reference}`)
    const amount = postings.find(({ ledgerAccount }) => ledgerAccount === 'bank')?.amount ?? 0n
    if (amount <= 0n || balance === null || balance < 0n)
      throw new Error(`${amount} kobo of ${account} left, and ${balance} are there`)
    this.brought.add('NGN', -amount)
    this.directSettlements += 1
  }

  #keepPosting(tenantId: number, { ledgerAccount, account, asset, amount }: Posting): void {
    if (ledgerAccount.startsWith('fee:'))
      this.charged.add([tenantId, ledgerAccount.slice('fee:'.length)].join(), amount)
    if (account === null) return
    this.posted.add([tenantId, ledgerAccount, account, asset].join(), amount)
    this.owned.add([tenantId, account, asset].join(), amount)
  }

  /** The balance and the holding that an entry carries are the sums of the account's postings. */
  #mustCarry(tenantId: number, { account, securityID, balance, holding, cost }: Entry): void {
    const summed = (asset: string) => this.owned.of([tenantId, account, asset].join())
    if (balance !== null && balance !== summed('NGN'))
      throw new Error(`an entry leaves ${account} with ${summed('NGN')} kobo, and says ${balance}`)
    if (holding === null || cost === null || securityID === null) return
    if (holding !== summed(securityID))
      throw new Error(
        `an entry leaves ${account} with ${summed(securityID)} ${securityID}, and says ${holding}`,
      )
    this.costs.set([tenantId, account, securityID].join(), cost)
  }

  /** A firm's notes are numbered in the order of their first trades, without a gap. */
  #keepNote(line: NoteLine): void {
    const { tenantId, note } = line
    const key = [tenantId, note.number].join()
    if (note.number > 1 && !this.notes.has([tenantId, note.number - 1].join()))
      throw new Error(`note ${note.number} of firm ${tenantId} comes after a gap`)
    const before = this.notes.get(key)?.note
    if (before && noteKey(before) !== noteKey(note)) throw new Error(`note ${key} became another`)
    if (before && !before.provisional && before.trades !== note.trades)
      throw new Error(`note ${key} was final and got another trade`)
    this.notes.set(key, line)
  }
}

/** What a trade or its correction moves between the firm and the market: what has settled moves at once. */
const withTheMarket = ({ kind }: Entry, ledgerAccount: Posting['ledgerAccount']): boolean =>
  kind === 'tradeCanceled' || kind === 'tradeCorrected'
    ? ledgerAccount === 'clearing' || ledgerAccount === 'bank' || ledgerAccount === 'depository'
    : kind === 'trade' && ledgerAccount === 'clearing'

const noteKey = ({ account, side, securityID, tradeDate }: ContractNote): string =>
  [account, side, securityID, tradeDate].join()
