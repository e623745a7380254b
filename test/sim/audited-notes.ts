import type { NoteLine } from '../../apps/server/src/desk/decisions/firm-lines.ts'
import { must, mustEqual } from './audit.ts'
import type { SimulatedRecord } from './record.ts'
import { Tally } from './tally.ts'

/** The contract notes of a record: each prints what its firm charges on its trade date, and that was posted. */
export class AuditedNotes {
  /** The notes as they were audited last, by firm and number. */
  readonly #audited = new Map<string, NoteLine>()
  /** What they print, by firm and line. */
  readonly #printed = new Tally()
  #chargesChanges = 0

  /**
   * A note prints what it printed before unless its row is another now, or fee tables, agreements or accounts
   * have changed since: only then its lines are worked out again.
   */
  audit(record: SimulatedRecord): void {
    const areChargesTheSame = record.firms.chargesChanges === this.#chargesChanges
    this.#chargesChanges = record.firms.chargesChanges
    for (const [key, row] of record.ledger.notes) {
      const before = this.#audited.get(key)
      if (before === row && areChargesTheSame) continue
      const { tenantId, note } = row
      mustEqual(note.lines, record.firms.linesOf(row), `the lines of note ${note.number} of firm ${tenantId}`)
      if (before) this.#print(before, -1n)
      // One that is replaced stays as it was printed, and counts no more.
      if (note.replacedBy === null) this.#print(row, 1n)
      this.#audited.set(key, row)
    }
    for (const [key, amount] of this.#printed.sums) {
      const posted = record.ledger.charged.of(key)
      must(amount === posted, `${key}: notes print ${amount}, ${posted} is posted`)
    }
  }

  #print({ tenantId, note }: NoteLine, sign: bigint): void {
    for (const { line, amount } of note.lines) this.#printed.add([tenantId, line].join(), sign * amount)
  }
}
