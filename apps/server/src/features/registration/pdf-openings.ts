import { pattern } from './pdf-names.ts'

/**
 * What a PDF file does when it is opened, where that is named by reference: a file may open at a page, which is a
 * destination or the action that goes to one, and do nothing else.
 *
 * Which object a reference means is decided by a table of byte offsets that the file chooses. So the check looks at
 * every object of that number, wherever one begins: all of them must be plain, and there must be one.
 *
 * Source: ISO 32000-1, 7.3.10 (indirect objects), 7.5.7 (object streams), 12.3.2 (destinations), 12.6.4.2 (go-to actions).
 */

const GAP = '(?:[\\s\\0]|%[^\\r\\n]{0,60}[\\r\\n]){1,20}'
/** An opening at what is written there, or by reference; any other is refused by its name. */
export const OPENING = `[\\s\\0]{0,4}(?:\\[|(\\d{1,10})[\\s\\0]{1,4}\\d{1,5}[\\s\\0]{1,4}R(?!\\w))`
const OPENS = new RegExp(`${pattern(['OpenAction'])}${OPENING}`, 'g')
const OBJECT = new RegExp(`(?<!\\d)(\\d{1,10})${GAP}\\d{1,10}${GAP}obj`, 'g')

/** So much of an object is read: a destination and its action are shorter. */
const READ_CHARACTERS = 400
/** Of the objects of one stream. */
const MOST_OBJECTS = 100_000

const S = '[\\s\\0]*'
/** A page, by reference or number, and how it is shown. */
const DESTINATION = `\\[${S}\\d{1,10}(?:${S}\\d{1,5}${S}R)?${S}/(?:XYZ|FitBH|FitBV|FitB|FitH|FitV|FitR|Fit)(?:[\\s\\0]+(?:null|[-+.\\d]{1,20})){0,4}${S}\\]`
/** A name of a destination. */
const NAMED = `(?:\\([^()\\\\]{0,200}\\)|/[\\w.-]{1,100})`
const GO_TO = `<<(?:${S}/Type${S}/Action|${S}/S${S}/GoTo(?![\\w#])|${S}/D${S}(?:${DESTINATION}|${NAMED})){2,3}${S}>>`
const PLAIN = new RegExp(`^${S}(?:${DESTINATION}|${GO_TO})${S}(?:endobj|$|\\d|<<|\\[|\\()`)
const occurrences = (text: string, word: RegExp): number => text.match(word)?.length ?? 0

const isPlain = (object: string): boolean => {
  const [found] = PLAIN.exec(object) ?? []
  if (found === undefined) return false
  // Of a key that stands twice, readers differ in which they take.
  return (
    !found.trimStart().startsWith('<<') ||
    (occurrences(found, /\/S(?![\w])/g) === 1 && occurrences(found, /\/D(?![\w])/g) === 1)
  )
}

const one = (dictionary: string, key: RegExp): number | undefined => {
  const [found, another] = [...dictionary.matchAll(key)]
  return found && !another ? Number(found[1]) : undefined
}

/** The openings of one file, and the objects that they may mean. */
export class Openings {
  readonly #opened = new Set<number>()
  readonly #plain = new Set<number>()
  readonly #others = new Set<number>()
  #areAllKnown = true

  /** Reads what is in the file itself. */
  read(text: string): void {
    this.readNames(text)
    for (const {
      0: { length },
      1: number,
      index,
    } of text.matchAll(OBJECT))
      this.#take(Number(number), text.slice(index + length, index + length + READ_CHARACTERS))
  }

  /** Reads what opens, wherever it stands. */
  readNames(text: string): void {
    for (const [, number] of text.matchAll(OPENS)) if (number !== undefined) this.#opened.add(Number(number))
  }

  /** Reads the objects of a stream: their numbers and places are before the first of them. */
  readObjects(dictionary: string, text: string): void {
    const first = one(dictionary, /\/First[\s\0]+(\d{1,10})(?![\s\0]+\d+[\s\0]+R)/g)
    const count = one(dictionary, /\/N[\s\0]+(\d{1,10})(?![\s\0]+\d+[\s\0]+R)/g)
    if (first === undefined || count === undefined || count > MOST_OBJECTS) {
      this.missObjects()
      return
    }
    const places = (text.slice(0, first).match(/\d{1,10}/g) ?? []).map(Number)
    if (places.length < 2 * count) this.missObjects()
    const begins = places.filter((_, at) => at % 2 === 1).sort((a, b) => a - b)
    const ends = new Map(begins.map((place, at) => [place, begins[at + 1]]))
    for (let at = 0; at + 1 < places.length && at < 2 * count; at += 2) {
      const [number = 0, place = 0] = places.slice(at, at + 2)
      const end = Math.min(place + READ_CHARACTERS, ends.get(place) ?? Number.POSITIVE_INFINITY)
      this.#take(number, text.slice(first + place, first + end))
    }
  }

  /** There are objects that were not read. */
  missObjects(): void {
    this.#areAllKnown = false
  }

  /** Whether the file does nothing when it is opened but show a page. */
  get arePlain(): boolean {
    if (this.#opened.size === 0) return true
    return (
      this.#areAllKnown &&
      [...this.#opened].every((number) => this.#plain.has(number) && !this.#others.has(number))
    )
  }

  #take(number: number, object: string): void {
    ;(isPlain(object) ? this.#plain : this.#others).add(number)
  }
}
