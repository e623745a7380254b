/**
 * Whether a text can be kept: it is well-formed Unicode without NUL. Half a surrogate pair has no
 * UTF-8 form and PostgreSQL's `jsonb` refuses it; NUL is refused by every text column.
 */
export const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/**
 * What is not seen, or changes how what is next to it is shown, as the inside of a character class: controls, format and bidi
 * characters, line breaks, fillers, the blank of Braille.
 */
export const UNSEEN = String.raw`\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800`

/** Whether a text can be kept, has a character that is not a space, and at most `most` UTF-16 code units. */
export const isText = (text: string, most: number): boolean =>
  text.length <= most && text.trim() !== '' && isStorableText(text)

/** A text that is merely recorded, made fit to be kept: what cannot be kept becomes U+FFFD. */
export const toStorableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')

/** Spaces, and what is not seen at all. */
const BLANK = String.raw`\s${UNSEEN}`
const edges = new RegExp(`^[${BLANK}]+|[${BLANK}]+$`, 'gu')
const unseen = new RegExp(`[${UNSEEN}]`, 'gu')
/** They choose between the pictures of one sign, as a telephone's keyboard adds them: they carry no text. */
const presentationSelectors = /[\ufe0e\ufe0f]/g

/**
 * A text as it is kept: composed (NFC), so that equal texts are equal however a keyboard writes their marks, and without
 * spaces or characters that are not seen around it.
 */
export const toKeptText = (text: string): string =>
  text.replace(presentationSelectors, '').replace(edges, '').normalize('NFC')

/** A number or code as it is kept: without what a paste brings along and nobody sees, and without spaces around it. */
export const toCode = (text: string): string => text.replace(unseen, '').trim().normalize('NFC')

/** One script is that of every letter of a user name. Those that people of more than one language write with come first. */
const scripts = [
  ...[
    'Latin',
    'Arabic',
    'Adlam',
    'Nko',
    'Vai',
    'Ethiopic',
    'Tifinagh',
    'Greek',
    'Cyrillic',
    'Hebrew',
    'Armenian',
  ],
  ...['Georgian', 'Devanagari', 'Bengali', 'Tamil', 'Thai', 'Han', 'Hiragana', 'Katakana', 'Hangul'],
].map((script) => new RegExp(`^[\\p{Script=${script}}\\p{Script=Common}\\p{Script=Inherited}]*$`, 'u'))

/** A user name as a new one is kept: letters of another width or font, which look like the usual ones, are those (NFKC). */
export const toUserName = (text: string): string => toKeptText(text.normalize('NFKC'))

/** Whether all letters of a text are of one script, so that none looks like the letter of another one. */
export const isOfOneScript = (text: string): boolean => scripts.some((script) => script.test(text))

/** Every dash and space that people put into numbers, also those of word processors. */
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g
const SPACES = /\p{Zs}/gu

/** The digits of a number that people group by spaces and dashes: `2234 567-8901`. */
export const toDigits = (text: string): string =>
  toCode(text)
    .normalize('NFKC')
    .replace(DASHES, '-')
    .replaceAll(/(?<=\d)[\s.-]+(?=\d)/g, '')

/** A telephone number as it is typed, with plain dashes and spaces and nothing that is not seen. */
export const toPhone = (text: string): string =>
  toCode(text.replace(SPACES, ' ')).normalize('NFKC').replace(DASHES, '-')

/** A password as it is hashed and compared (RFC 8265, OpaqueString): composed, every kind of space a plain one. Letter case counts. */
export const toPassword = (text: string): string => text.replace(SPACES, ' ').normalize('NFC')

/**
 * The members of a value from the wire that hold a text which cannot be kept, as paths:
 * `text`, `items[2].text`; the empty path is the value itself. Names of members count as texts.
 *
 * At most the first ten, by paths of a bounded length, and without recursion: a client may nest as
 * deep as its message is long. Everybody waits while this looks, so a path is written only for a
 * text that was found: a member that is fine costs one look at it.
 */
export function unstorableMembers(value: unknown): string[] {
  if (typeof value === 'string') return isStorableText(value) ? [] : ['']
  const found: string[] = []
  const open: Level[] = isParent(value) ? [levelOf(value)] : []
  for (let level = open.at(-1); level && found.length < MOST_MEMBERS; level = open.at(-1)) {
    if (level.next === level.length) {
      open.pop()
      continue
    }
    const key = level.names?.[level.next] ?? level.next
    level.next += 1
    const member = level.parent[key]
    const isName = typeof key === 'string'
    if ((isName && !isStorableText(key)) || (typeof member === 'string' && !isStorableText(member)))
      found.push(pathTo(open))
    else if (isParent(member)) open.push(levelOf(member))
  }
  return found.map(toStorableText)
}

const MOST_MEMBERS = 10
/** UTF-16 code units of the text that an order carries. */
export const LONGEST_TEXT = 256

const LONGEST_PATH = 200

type Parent = Readonly<Record<string | number, unknown>>

/** An object or array whose members are being looked at. */
interface Level {
  readonly parent: Parent
  /** Of an object; an array's are numbers. */
  readonly names: readonly string[] | undefined
  readonly length: number
  /** The member to look at next. */
  next: number
}

const isParent = (value: unknown): value is Parent => typeof value === 'object' && value !== null

function levelOf(parent: Parent): Level {
  if (Array.isArray(parent)) return { parent, names: undefined, length: parent.length, next: 0 }
  const names = Object.keys(parent)
  return { parent, names, length: names.length, next: 0 }
}

/** The path of the member that was looked at last. */
function pathTo(levels: readonly Level[]): string {
  let path = ''
  for (const { names, next } of levels) {
    if (path.length >= LONGEST_PATH) break
    const name = names?.[next - 1]
    const step = name === undefined ? `[${next - 1}]` : path === '' ? name : `.${name}`
    path += step.slice(0, LONGEST_PATH)
  }
  return path
}
