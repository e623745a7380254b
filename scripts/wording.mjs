import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './run.mjs'

/**
 * Turns of phrase that this repository does not use: what a program can decide of the table in docs/GLOSSARY.md,
 * Wording. `not` is a regular expression of whole words; a space in it stands for any space, also for a line break
 * with the mark of a comment. `in` limits a turn to the English texts, the documents or the code; without it, it is
 * refused in all three. `example` is refused, as test/wording.test.ts shows.
 *
 * @typedef {'texts' | 'documents' | 'code'} Kind
 * @typedef {{ not: string, say: string, example: string, in?: readonly Kind[] }} Turn
 * @type {readonly Turn[]}
 */
export const turns = [
  { not: 'can not', say: 'cannot', example: 'This can not be changed' },
  {
    not: 'serves? (no more|once)',
    say: 'is no longer valid; can be used once',
    example: 'It serves no more',
  },
  { not: 'gives? no sign', say: 'is idle', example: 'Who gives no sign is signed out' },
  {
    not: '(is|are|was|were|be) (not )?had (by|anew|again)',
    say: 'is found by',
    example: 'It is had by a code',
  },
  { not: 'anew', say: 'again', example: 'It is made anew' },
  { not: 'hand(s|ed|ing)? in', say: 'submit', example: 'Handed in' },
  { not: 'reckon(s|ed|ing)?', say: 'calculate', example: 'Charges are reckoned' },
  { not: 'lest|hence|whence|therein|whereby', say: 'so that, otherwise', example: 'lest it ends' },
  { not: 'mend(s|ed|ing)?', say: 'fix', example: 'A person can mend it' },
  { not: '(kept|held) back', say: 'reserved', example: 'Cash is kept back' },
  { not: 'turn of the day', say: 'when the market day changes', example: 'at the turn of the day' },
  { not: 'naira a share', say: 'naira per share', example: '1.25 naira a share' },
  { not: 'as (it|they) stands?', say: 'as it is', example: 'The order as it stands' },
  { not: 'stands? (in(?! for)|on|at|there|here)', say: 'is in, is on', example: 'It stands in the table' },
  { not: 'beside(?= [\\w`%$‘“\'"])', say: 'next to, alongside, besides', example: 'shown beside the field' },
  { not: 'in place of', say: 'instead of', example: 'one in place of the other' },
  { not: 'whoever', say: 'anyone who, no matter who', example: 'Whoever asks' },
  { not: 'but for(?! a while)', say: 'except for', example: 'nothing but for this' },
  {
    not: '(to|by|from) who (may|has|is|was|knows|stole|wants)',
    say: 'to anyone who',
    example: 'shown to who may see it',
  },
  { not: 'the own', say: 'their own', example: 'of the own orders' },
  { not: '\\d %(?! \\d)', say: '5%', example: 'a rise of 5 %', in: ['texts', 'documents'] },
  { not: 'timetable', say: 'schedule', example: 'the timetable of the market', in: ['texts', 'documents'] },
  { not: 'occured', say: 'occurred', example: 'An error has occured', in: ['texts', 'documents'] },
  { not: 'A/C', say: 'account', example: 'Close the A/C', in: ['texts', 'documents'] },
  { not: 'alone(?=[.;:]|$)', say: 'only', example: 'The host alone.', in: ['texts'] },
  { not: 'wanted', say: 'bid', example: '1,000 wanted', in: ['texts'] },
  { not: 'any more|no more', say: 'no longer', example: 'It is not open any more', in: ['texts'] },
  { not: 'meanwhile', say: 'in the meantime', example: 'It was deleted meanwhile', in: ['texts'] },
  { not: 'standing', say: 'status', example: 'Standing', in: ['texts'] },
  { not: 'by itself', say: 'automatically', example: 'It ends by itself', in: ['texts'] },
]

/** Where such a turn is right, with the reason. */
const exceptions = [
  { text: 'An error occured', why: 'quoted from the specification' },
  { text: /(My )?A\/C Requests/, why: 'menu titles of the specification' },
  { text: 'An account for you alone.', why: 'for one person, as opposed to a joint account' },
  { text: 'with your password alone', why: 'without a second factor' },
  { text: 'changed by hand in its table', why: 'not a form that is handed in' },
  { text: '"timetable":', why: 'a name in the file of market rules' },
]

/** The files of each kind. Other languages, released migrations and recorded answers are not read. */
const files = {
  texts: ['packages/contract/src/words/en/*.json'],
  documents: ['*.md', '{docs,apps,packages,test,bench}/**/*.md'],
  code: ['{apps,packages,test,bench,scripts}/**/*.{ts,tsx,mjs,css}', '*.{ts,mjs}'],
}

/** These quote the turns. */
const quoting = [
  'docs/GLOSSARY.md',
  'docs/decisions/141-a-check-refuses-listed-turns.md',
  'scripts/wording.mjs',
  'test/wording.test.ts',
]

/**
 * What a text says otherwise than this repository does.
 * @param {string} text
 * @param {Kind} kind
 * @returns {{ line: number, found: string, say: string }[]}
 */
export function faultsIn(text, kind) {
  // What is not read keeps its length and its lines, so that the rest is found where it is.
  const hidden = [
    ...exceptions.map(({ text: quoted }) => quoted),
    ...(kind === 'texts' ? [/^ *"[^"]*":/] : []),
  ]
  const read = hidden.reduce(
    (/** @type {string} */ rest, quoted) =>
      rest.replaceAll(new RegExp(quoted, 'gm'), (whole) => whole.replace(/\S/g, '_')),
    text,
  )
  return turns
    .filter((turn) => !turn.in || turn.in.includes(kind))
    .flatMap(({ not, say }) =>
      [...read.matchAll(patternOf(not))].map(({ 0: found, index }) => ({
        line: read.slice(0, index).split('\n').length,
        found: found.replace(/\s+/g, ' '),
        say,
      })),
    )
}

/** @param {string} not */
const patternOf = (not) =>
  new RegExp(
    `(?<![\\w-])(?:${not.replaceAll(' ', '(?:[ \\t]+|[ \\t]*\\n[ \\t]*(?:\\*|//|>)[ \\t]*)')})(?![\\w-])`,
    'gi',
  )

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = Object.entries(files).flatMap(([kind, patterns]) =>
    globSync(patterns, { cwd: root, exclude: (name) => /^(node_modules|dist)$/.test(name) })
      .filter((path) => !quoting.includes(path) && !/(^|\/)(node_modules|dist)\//.test(path))
      .flatMap((path) =>
        faultsIn(readFileSync(join(root, path), 'utf8'), /** @type {Kind} */ (kind)).map(
          ({ line, found, say }) => `${path}:${line}: “${found}”: say “${say}”`,
        ),
      ),
  )
  for (const fault of found) console.log(fault)
  if (found.length > 0) console.log(`${found.length} turns to replace; the table is in scripts/wording.mjs`)
  process.exitCode = found.length > 0 ? 1 : 0
}
