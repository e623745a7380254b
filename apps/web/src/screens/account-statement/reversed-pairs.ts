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

/**
 * Puts one line for a wrong entry and its reversal in the place of the wrong entry: its amount as debit and as credit, so
 * that the sums of the page stay as they were, and the balance after both. Only a pair of neighbours is folded. With other
 * lines between them both stay as they were posted: those lines have the balances of the statement's files, too.
 *
 * @param lines those of one page by date, in either direction.
 */
export function foldReversedPairs(lines: readonly StatementLine[]): FoldedLines {
  const pairs = new Map<string, ReversedPair>()
  const folded = new Set<StatementLine>()
  for (const [place, line] of lines.entries()) {
    const next = lines[place + 1]
    if (next === undefined) break
    // A page with newest first has the reversal before the entry.
    const [wrong, reversal] = next.reverses === null ? [next, line] : [line, next]
    if (wrong.entry === null || wrong.entry !== reversal.reverses) continue
    pairs.set(wrong.id, { wrong, reversal })
    folded.add(reversal)
  }
  const shown = lines.flatMap((line): StatementLine[] => {
    if (folded.has(line)) return []
    const pair = pairs.get(line.id)
    if (!pair) return [line]
    const amount = line.credit ?? line.debit
    return [{ ...line, debit: amount, credit: amount, balance: pair.reversal.balance }]
  })
  return { lines: shown, pairs }
}
