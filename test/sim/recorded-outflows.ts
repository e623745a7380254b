import { bankAccountText } from '@tradebook/contract'
import type { Entry } from '@tradebook/ledger'
import type { AccountTerms } from '../../apps/server/src/desk/decisions/accounts.ts'
import type { EntryLine, JournalLine } from '../../apps/server/src/desk/decisions/batch-changes.ts'
import type { Freeze } from '../../apps/server/src/desk/decisions/freezes.ts'
import type { JournalEntry } from '../../apps/server/src/desk/record/journal.ts'

/**
 * What holds of money and shares that leave, by the journal alone, line by line: none leave a frozen account, a
 * withdrawal goes to the bank account on file at that moment, and an entry is taken back once, by the same amounts.
 */
export class RecordedOutflows {
  /** By firm and account. */
  readonly #bankAccounts = new Map<string, string | null>()
  /** From which journal line until which, by firm and account. */
  readonly #frozen = new Map<string, { readonly id: number; readonly from: number; until: number }[]>()
  readonly freezes = new Map<number, Freeze & { readonly tenantId: number }>()
  /** What was posted manually, by firm and journal line. */
  readonly byHand = new Map<string, EntryLine>()
  readonly #reversed = new Set<string>()
  /** The accounts from which money was taken back, which may be overdrawn. */
  readonly mayBeOverdrawn = new Set<string>()
  /** The accounts, with a security, that may have sold what they do not have: by what an exchange on a line traded or changed. */
  readonly mayLack = new Set<string>()
  frozen = 0
  unfrozen = 0
  reversals = 0
  overdrawn = 0
  withdrawals = 0

  keepLine({ tenantId, sequence }: JournalLine, entry: JournalEntry): void {
    switch (entry.kind) {
      case 'openFirm':
        for (const terms of entry.accounts) this.#keepTerms(tenantId, terms)
        return
      case 'openAccount':
      case 'changeTerms':
        this.#keepTerms(tenantId, entry.account, entry.kind === 'changeTerms' ? sequence : undefined)
        return
      case 'freezeAccount': {
        const { account } = entry.freeze
        const key = keyOf(tenantId, account)
        this.#frozen.set(key, [
          ...(this.#frozen.get(key) ?? []),
          { id: sequence, from: sequence, until: Number.POSITIVE_INFINITY },
        ])
        this.freezes.set(sequence, { tenantId, ...entry.freeze, id: sequence })
        this.frozen += 1
        return
      }
      case 'unfreezeAccount': {
        const freeze = this.#frozen.get(keyOf(tenantId, entry.account))?.find(({ id }) => id === entry.freeze)
        if (!freeze || !this.freezes.delete(entry.freeze))
          throw new Error(`freeze ${entry.freeze} of ${entry.account} ends, which is not in force`)
        freeze.until = sequence
        this.unfrozen += 1
        return
      }
      case 'posting': {
        const { posting } = entry
        if (posting.type !== 'withdrawal') return
        const onFile = this.#bankAccounts.get(keyOf(tenantId, posting.account))
        const payee = posting.payee && bankAccountText(posting.payee)
        if (!payee || payee !== onFile)
          throw new Error(
            `withdrawal ${sequence} of ${posting.account} goes to ${payee}, on file is ${onFile}`,
          )
        this.withdrawals += 1
        return
      }
      case 'newOrder':
        if (!entry.refusal && this.isFrozen(tenantId, entry.request.account, sequence))
          throw new Error(`order ${sequence} is taken for ${entry.request.account}, which is frozen`)
    }
  }

  keepEntry(line: EntryLine): void {
    const { tenantId, sequence, entry } = line
    const { account, kind, reverses, payee } = entry
    const isByHand =
      kind === 'deposit' || kind === 'withdrawal' || kind === 'transferIn' || kind === 'transferOut'
    const leaves = isByHand || kind === 'directSettlement' ? gainOf(entry) < 0n : false
    if (leaves && this.isFrozen(tenantId, account, sequence))
      throw new Error(`the ${kind} of ${sequence} leaves ${account}, which is frozen`)
    if (kind === 'withdrawal' && reverses === null && payee === null)
      throw new Error(`withdrawal ${sequence} of ${account} has no payee`)
    if (!isByHand) return
    if (reverses !== null) this.#keepReversal(line, reverses)
    else this.byHand.set(keyOf(tenantId, sequence), line)
  }

  /** Whether an account was frozen at any time after a journal line. */
  wasFrozenAfter(tenantId: number, account: string, line: number): boolean {
    return (this.#frozen.get(keyOf(tenantId, account)) ?? []).some(({ until }) => until > line)
  }

  /** Whether the entry of a journal line was taken back. */
  isReversed(tenantId: number, line: number | null): boolean {
    return line !== null && this.#reversed.has(keyOf(tenantId, line))
  }

  /** The pair sums to zero in every ledger account, and there is one pair of each entry. */
  #keepReversal({ tenantId, sequence, entry }: EntryLine, reverses: number): void {
    const key = keyOf(tenantId, reverses)
    const { entry: of } = this.byHand.get(key) ?? {}
    if (!of || this.#reversed.has(key))
      throw new Error(`entry ${sequence} reverses ${reverses}, which it cannot`)
    this.#reversed.add(key)
    const sums = new Map<string, bigint>()
    for (const { ledgerAccount, account, asset, amount } of [...of.postings, ...entry.postings]) {
      const at = [ledgerAccount, account, asset].join()
      sums.set(at, (sums.get(at) ?? 0n) + amount)
    }
    if (
      [...sums.values()].some((sum) => sum !== 0n) ||
      of.account !== entry.account ||
      of.kind !== entry.kind
    )
      throw new Error(`entry ${sequence} does not take ${reverses} back`)
    this.reversals += 1
    if (entry.kind === 'deposit') this.mayBeOverdrawn.add(keyOf(tenantId, entry.account))
    if ((entry.balance ?? 0n) < 0n) this.overdrawn += 1
  }

  /** @param at a journal line, of which it is asked. */
  isFrozen(tenantId: number, account: string, at: number): boolean {
    return (this.#frozen.get(keyOf(tenantId, account)) ?? []).some(
      ({ from, until }) => from < at && at < until,
    )
  }

  /** @param at the line of a change, which a freeze forbids. */
  #keepTerms(tenantId: number, { account, cash }: AccountTerms, at?: number): void {
    const key = keyOf(tenantId, account)
    const bankAccount = cash?.bankAccount ? bankAccountText(cash.bankAccount) : null
    const before = this.#bankAccounts.get(key) ?? null
    if (at !== undefined && bankAccount !== before && this.isFrozen(tenantId, account, at))
      throw new Error(`line ${at} changes the bank account of ${account}, which is frozen`)
    this.#bankAccounts.set(key, bankAccount)
  }
}

const keyOf = (tenantId: number, of: string | number): string => [tenantId, of].join()

/** What the account got of cash or shares; below zero what left it. */
const gainOf = ({ postings }: Entry): bigint =>
  postings.find(({ ledgerAccount }) => ledgerAccount === 'customer' || ledgerAccount === 'custody')?.amount ??
  0n
