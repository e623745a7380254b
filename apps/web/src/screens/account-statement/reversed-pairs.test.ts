import type { StatementLine } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { foldReversedPairs } from './reversed-pairs.ts'

/** An entry by its number: what it moved, and the entry that it takes back or that takes it back. */
type Entry = readonly [number, number, { readonly reverses?: number; readonly reversedBy?: number }?]

/** The lines as the server answers them, oldest first. */
function posted(entries: readonly Entry[], opening = 0): StatementLine[] {
  let kobo = Math.round(opening * 100)
  return entries.map(([entry, amount, { reverses = null, reversedBy = null } = {}]) => {
    kobo += Math.round(amount * 100)
    return {
      id: String(entry),
      date: `2026-11-${String(entry).padStart(2, '0')}`,
      valueDate: `2026-11-${String(entry).padStart(2, '0')}`,
      reference: `TRF ${entry}`,
      narration: `Entry ${entry}`,
      debit: amount < 0 ? -amount : null,
      credit: amount < 0 ? null : amount,
      balance: kobo / 100,
      noteNumber: null,
      trades: null,
      entry,
      reverses,
      reversedBy,
      reversalWaits: false,
    }
  })
}

const written = (lines: readonly StatementLine[]) =>
  lines.map(({ entry, debit, credit, balance }) => [entry, debit, credit, balance])

test.each<{ name: string; entries: readonly Entry[]; opening?: number; shown: unknown[] }>([
  {
    name: 'nothing was reversed',
    entries: [
      [1, 100],
      [2, -40],
    ],
    shown: [
      [1, null, 100, 100],
      [2, 40, null, 60],
    ],
  },
  {
    name: 'a deposit is reversed at once',
    entries: [
      [1, 100],
      [2, 500, { reversedBy: 3 }],
      [3, -500, { reverses: 2 }],
      [4, 7],
    ],
    shown: [
      [1, null, 100, 100],
      [2, 500, 500, 100],
      [4, null, 7, 107],
    ],
  },
  {
    name: 'half of a deposit was spent before its reversal: both lines stay',
    entries: [
      [1, 4_321.5, { reversedBy: 3 }],
      [2, -2_160.75],
      [3, -4_321.5, { reverses: 1 }],
    ],
    shown: [
      [1, null, 4_321.5, 4_321.5],
      [2, 2_160.75, null, 2_160.75],
      [3, 4_321.5, null, -2_160.75],
    ],
  },
  {
    name: 'a withdrawal is reversed',
    entries: [
      [1, -30.1, { reversedBy: 2 }],
      [2, 30.1, { reverses: 1 }],
      [3, 0.2],
    ],
    opening: 100,
    shown: [
      [1, 30.1, 30.1, 100],
      [3, null, 0.2, 100.2],
    ],
  },
  {
    name: 'a pair is between the lines of another one',
    entries: [
      [1, 10, { reversedBy: 4 }],
      [2, 20, { reversedBy: 3 }],
      [3, -20, { reverses: 2 }],
      [4, -10, { reverses: 1 }],
      [5, 3],
    ],
    shown: [
      [1, null, 10, 10],
      [2, 20, 20, 10],
      [4, 10, null, 0],
      [5, null, 3, 3],
    ],
  },
  {
    name: 'the reversal is on another page',
    entries: [
      [1, 10, { reversedBy: 9 }],
      [2, 5],
    ],
    shown: [
      [1, null, 10, 10],
      [2, null, 5, 15],
    ],
  },
  {
    name: 'the wrong entry is on another page',
    entries: [[9, -10, { reverses: 1 }]],
    opening: 15,
    shown: [[9, 10, null, 5]],
  },
])('a pair is shown as one line, and balances add up: $name', ({ entries, opening = 0, shown }) => {
  const lines = posted(entries, opening)
  const { lines: oldest, pairs } = foldReversedPairs(lines)
  expect(written(oldest)).toEqual(shown)
  // With newest first the same lines, the other way round.
  expect(written(foldReversedPairs(lines.toReversed()).lines)).toEqual(shown.toReversed())

  let kobo = Math.round(opening * 100)
  for (const { debit, credit, balance } of oldest) {
    kobo += Math.round((credit ?? 0) * 100) - Math.round((debit ?? 0) * 100)
    expect(balance).toBe(kobo / 100)
  }
  // What the files show, too, is shown with the balance that they have.
  for (const line of oldest.filter(({ id }) => !pairs.has(id))) expect(lines).toContainEqual(line)
  for (const [id, { reversal }] of pairs)
    expect(oldest.find((line) => line.id === id)?.balance).toBe(reversal.balance)
  // What was posted is kept as it was, and every line is shown once.
  for (const { wrong, reversal } of pairs.values())
    expect(lines).toEqual(expect.arrayContaining([wrong, reversal]))
  expect(oldest.length + pairs.size).toBe(lines.length)
})
