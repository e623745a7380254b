import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './run.mjs'

/**
 * Turns of phrase that this repository does not use: what a program can decide of the table in docs/GLOSSARY.md,
 * Wording. `not` is a regular expression of whole words in any letter case; `<give>` in it stands for every form of
 * that verb, and a space for any space, also for a line break with the mark of a comment. `in` limits a turn to the
 * English texts, the documents or the code; without it, it is refused in all three. `example` is refused, as
 * test/wording.test.ts shows.
 *
 * @typedef {'texts' | 'documents' | 'code'} Kind
 * @typedef {{ not: string, say: string, example: string, in?: readonly Kind[] }} Turn
 * @type {readonly Turn[]}
 */
export const turns = [
  { not: 'can not', say: 'cannot', example: 'This can not be changed' },
  {
    not: '<serve> (no more|no longer|once)',
    say: 'is no longer valid; can be used once',
    example: 'It served no more',
  },
  { not: '<give> no sign', say: 'is idle', example: 'Who gave no sign is signed out' },
  {
    not: '<be> (not |only |to be )?had (by|anew|again)|to be had',
    say: 'is found by, is available',
    example: 'They have been had by a code',
  },
  { not: 'anew', say: 'again', example: 'It is made anew' },
  { not: 'once more', say: 'again', example: 'It is printed once more' },
  { not: '<hand> in', say: 'submit', example: 'Handing in' },
  { not: '<reckon>', say: 'calculate', example: 'Charges are reckoned' },
  {
    not: 'lest|hence|whence|therein|thereof|thereby|thereupon|whereby|wherein|herewith|albeit|upon|whilst|amongst',
    say: 'so that, otherwise, on, while, among',
    example: 'lest it ends',
  },
  { not: '<mend>', say: 'fix', example: 'A person mends it' },
  { not: '(<keep>|<hold>) back', say: 'reserve', example: 'The order keeps back its price' },
  { not: 'turns? of the day', say: 'when the market day changes', example: 'at the turn of the day' },
  { not: '(naira|kobo) an? (share|trade|order)', say: 'naira per share', example: '1.25 naira a share' },
  { not: 'as (it|they|these|those) <stand>', say: 'as it is', example: 'The orders as they stood' },
  {
    not: '<stand> (in(?! for)|on|at|there|here|first|last|next to)',
    say: 'is in, is on, comes first',
    example: 'It stood in the table',
  },
  { not: 'beside(?= [\\w`%$‘“\'"])', say: 'next to, alongside, besides', example: 'shown beside the field' },
  { not: 'in place of', say: 'instead of', example: 'one in place of the other' },
  {
    not: 'whoever|whomever|whosoever|whatsoever',
    say: 'anyone who, no matter who',
    example: 'Whomever it asks',
  },
  { not: 'but for(?! a while)', say: 'except for', example: 'nothing but for this' },
  { not: 'for want of', say: 'for lack of', example: 'refused for want of space' },
  { not: 'in vain', say: 'without success', example: 'asked in vain' },
  { not: '<come> to nothing', say: 'has no effect', example: 'What came to nothing' },
  { not: '<tell> apart', say: 'distinguish', example: 'Names that are told apart' },
  {
    not: '<refuse> (it |them )?in words',
    say: 'refuse with a clear message',
    example: 'is refused in words',
  },
  { not: 'the (newest|oldest|latest) first', say: 'newest first', example: 'a list, the newest first' },
  { not: '<post> by hand', say: 'post manually', example: 'An entry that was posted by hand' },
  {
    not: '(to|by|from|for|of) who (may|has|is|was|knows|stole|wants|asks|reads|owns|sends)',
    say: 'to anyone who',
    example: 'shown to who may see it',
  },
  { not: 'the own', say: 'their own', example: 'of the own orders' },
  {
    not:
      '(?<!\\b(there|this|it) )(is|are|was|were) no' +
      '(?! (longer|more|less|fewer|one|other|better|worse|faster|slower|quicker)\\b)(?= [a-z])',
    say: 'is not a, are not',
    example: 'A text that is no number',
  },
  {
    not: 'some (seconds|minutes|microseconds|milliseconds|hundred|thousand|tenths)',
    say: 'a few seconds, a few hundred',
    example: 'It waits for some seconds',
  },
  { not: 'some (\\d[\\d,.]*|ten|twenty|thirty)', say: 'about 30', example: 'It takes some 30 µs' },
  { not: 'from paper(?! forms?\\b)', say: 'from a paper form', example: 'An account opened from paper' },
  { not: '<post> news', say: 'publish news', example: 'The host posts news' },
  { not: 'than which', say: 'a shorter sentence', example: 'a time than which it accepts none shorter' },
  {
    not: 'approval thresholds?',
    say: 'approval limit',
    example: 'a raised approval threshold',
    in: ['texts', 'documents'],
  },
  { not: '\\{\\w+\\} naira', say: '₦{amount}', example: 'Deposit of {amount} naira', in: ['texts'] },
  { not: 'by who', say: 'by the person who', example: 'changed by who read it last' },
  { not: 'lines? <stand> again', say: 'the line is up', example: 'when the line stands again' },
  {
    not: '(is|are|was|were) there already',
    say: 'already exists',
    example: 'an entry that is there already',
  },
  { not: 'theoretical (price|quantity|figures?)', say: 'indicative price', example: 'the theoretical price' },
  { not: '(register|pay) dates?', say: 'qualification date, payment date', example: 'Register date' },
  { not: '\\d %(?! \\d)', say: '5%', example: 'a rise of 5 %', in: ['texts', 'documents'] },
  { not: 'timetables?', say: 'schedule', example: 'the timetable of the market', in: ['texts', 'documents'] },
  { not: 'occured', say: 'occurred', example: 'An error has occured', in: ['texts', 'documents'] },
  { not: 'A/Cs?', say: 'account', example: 'Close the a/c', in: ['texts', 'documents'] },
  { not: 'persons', say: 'people', example: 'Two persons decide', in: ['texts', 'documents'] },
  { not: 'likewise', say: 'too', example: 'The other one likewise', in: ['texts', 'documents'] },
  { not: 'alone(?=[.;:]|$)', say: 'only', example: 'The host alone.', in: ['texts'] },
  { not: 'wanted', say: 'bid', example: '1,000 wanted', in: ['texts'] },
  { not: 'any ?more|no more', say: 'no longer', example: 'It is not open any more', in: ['texts'] },
  { not: 'meanwhile', say: 'in the meantime', example: 'It was deleted meanwhile', in: ['texts'] },
  { not: 'standing', say: 'status', example: 'Standing', in: ['texts'] },
  { not: 'by (itself|themselves)', say: 'automatically', example: 'They end by themselves', in: ['texts'] },
  { not: 'by now', say: 'now', example: 'They agree by now', in: ['texts'] },
  {
    not: 'clients?(?! (portal|id|secret|order|certificate))',
    say: 'customer',
    example: 'what clients want',
    in: ['texts'],
  },
  { not: '<go> on', say: 'continue', example: 'Trading goes on', in: ['texts'] },
  { not: 'validity', say: 'time in force', example: 'Validity', in: ['texts'] },
  {
    not: 'somebody|everybody|nobody',
    say: 'someone, everyone, no one',
    example: 'Somebody else',
    in: ['texts'],
  },
  {
    not: '(a|by|the) mail(?! server)|mails',
    say: 'e-mail, e-mails',
    example: 'It comes by mail',
    in: ['texts'],
  },
]

/** Verbs of the table whose forms do not follow the rule. */
const irregular = {
  be: 'be|is|are|was|were|been|being',
  come: 'comes?|came|coming',
  give: 'gives?|gave|given|giving',
  go: 'go|goes|went|gone|going',
  hold: 'holds?|held|holding',
  keep: 'keeps?|kept|keeping',
  stand: 'stands?|stood|standing',
  tell: 'tells?|told|telling',
}

/** @param {string} verb */
const formsOf = (verb) => {
  const stem = verb.replace(/e$/, '')
  return irregular[/** @type {keyof typeof irregular} */ (verb)] ?? `${verb}s?|${stem}ed|${stem}ing`
}

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
  'docs/decisions/141-a-check-refuses-listed-phrases.md',
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
      [...read.matchAll(patternOf(not, kind))].map(({ 0: found, index }) => ({
        line: read.slice(0, index).split('\n').length,
        found: found.replace(/\s+/g, ' '),
        say,
      })),
    )
}

/**
 * What stands for a space of a turn: spaces, or a line break. In code that is one within a comment or between two
 * strings that are joined, because other line breaks separate names.
 *
 * @type {Readonly<Record<Kind, string>>}
 */
const spaces = {
  texts: '(?:\\s|\\\\n)+',
  documents: '(?:[ \\t\u00a0]+|[ \\t]*\\n[ \\t>]*)',
  code: `(?:[ \\t\u00a0]+(?:['"\`] \\+\\s*['"\`])?|[ \\t]*\\n[ \\t]*(?:\\*|//|>)[ \\t]*)`,
}

/**
 * @param {string} not
 * @param {Kind} kind
 */
const patternOf = (not, kind) => {
  const words = not.replace(/<(\w+)>/g, (_, verb) => `(?:${formsOf(verb)})`)
  return new RegExp(`(?<![\\w-])(?:${words.replaceAll(' ', spaces[kind])})(?![\\w-])`, 'gi')
}

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
  if (found.length > 0) console.log(`${found.length} phrases to replace; the table is in scripts/wording.mjs`)
  process.exitCode = found.length > 0 ? 1 : 0
}
