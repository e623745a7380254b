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

test.each([
  ['every form of a verb', 'code', 'Gives no sign, gave no sign, giving no sign; refusing it in words', 4],
  ['capital letters', 'texts', '"Key": "REGISTER DATE and Pay Date"', 2],
  ['a line break in a text', 'texts', '"Key": "It can\\nnot be changed"', 1],
  ['a line break in a document', 'documents', 'It can\nnot be changed.\n\n> Nor can\n> not this.', 2],
  ['a space that does not break', 'documents', 'can\u00a0not', 1],
  ['two strings that are joined', 'code', "'It can ' +\n  'not be changed'", 1],
  ['two line comments', 'code', '// It stood\n// in the table', 1],
] as const)('finds a turn in %s', (_, kind, text, count) => {
  expect(faultsIn(text, kind)).toHaveLength(count)
})

test('finds a turn across the lines of a comment', () => {
  expect(faultsIn('/**\n * What can\n * not be sent.\n */', 'code')).toEqual([
    { line: 2, found: 'can * not', say: 'cannot' },
  ])
})
