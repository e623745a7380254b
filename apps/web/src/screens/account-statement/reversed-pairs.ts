import type { StatementLine } from '@tradebook/contract'

/** A wrong entry and the reversal that took it back, as they were posted. */
export interface ReversedPair {
  readonly wrong: StatementLine
  readonly reversal: StatementLine
}

export interface FoldedLines {
  readonly lines: readonly StatementLine[]
  /** The pairs that were folded, by the ids of the lines that stand for them. */
  readonly pairs: ReadonlyMap<string, ReversedPair>
}

/** In whole kobo: sums of naira with decimals are not exact. */
const rounded = (naira: number): number => Math.round(naira * 100) / 100

const amountOf = ({ debit, credit }: StatementLine): number => (credit ?? 0) - (debit ?? 0)

/**
 * Puts one line for a wrong entry and its reversal in the place of the wrong entry: its amount as debit and as credit, so
 * that the sums of the page stay as they were. The balances up to the reversal are without the wrong amount, so that each
 * is still the one before it and the line's own amount. A pair that is not whole on the page stays as it was posted.
 *
 * @param lines those of one page by date, in either direction; amounts in naira with at most 2 decimals.
 */
export function foldReversedPairs(lines: readonly StatementLine[]): FoldedLines {
  const places = new Map(lines.map((line, place) => [line.entry, { line, place }]))
  const pairs = new Map<string, ReversedPair>()
  const folded = new Set<StatementLine>()
  /** Of each place, what the wrong amounts that were still in the account there come to. */
  const wrongAt = lines.map(() => 0)
  for (const [place, wrong] of lines.entries()) {
    const other = wrong.reversedBy === null ? undefined : places.get(wrong.reversedBy)
    if (other === undefined) continue
    pairs.set(wrong.id, { wrong, reversal: other.line })
    folded.add(other.line)
    // A page with the newest first has the reversal before the entry: the balances between them are the same ones.
    const [from, to] = place < other.place ? [place, other.place - 1] : [other.place + 1, place]
    for (let at = from; at <= to; at++) wrongAt[at] = (wrongAt[at] ?? 0) + amountOf(wrong)
  }
  const shown = lines.flatMap((line, place): StatementLine[] => {
    if (folded.has(line)) return []
    const balance = rounded(line.balance - (wrongAt[place] ?? 0))
    const amount = Math.abs(amountOf(line))
    return [pairs.has(line.id) ? { ...line, debit: amount, credit: amount, balance } : { ...line, balance }]
  })
  return { lines: shown, pairs }
}
