import { expect, test } from 'vitest'
import { faultsIn, turns } from '../scripts/wording.mjs'

test.each(turns.map((turn) => [turn.not, turn] as const))('refuses: %s', (_, { example, say, in: kinds }) => {
  for (const kind of kinds ?? (['texts', 'documents', 'code'] as const))
    expect(faultsIn(`Right.\n${example}`, kind)).toContainEqual(expect.objectContaining({ line: 2, say }))
})

test.each([
  ['the specification’s own texts', 'documents', '`An error occured`; the menu shows My A/C Requests'],
  ['keys of texts', 'texts', '  "Control.Standing": "Status",'],
  ['words that contain one', 'code', 'understands, canned, besides, commander, hands-in'],
  ['names of code', 'code', 'const beside = next\n  if (beside) return beside\n  not()'],
  ['a turn that is refused only in texts', 'code', 'the timetable goes on by itself'],
] as const)('does not refuse %s', (_, kind, text) => {
  expect(faultsIn(text, kind)).toEqual([])
})

test('finds a turn across the lines of a comment', () => {
  expect(faultsIn('/**\n * What can\n * not be sent.\n */', 'code')).toEqual([
    { line: 2, found: 'can * not', say: 'cannot' },
  ])
})
