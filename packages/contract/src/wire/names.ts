/**
 * How names are compared: what a person types finds them without their marks, and lists have them in the order of
 * the alphabets that they are written in. The database does the same by `folded` and the collation `names`.
 */

/** Marks that are written over, under or through letters. */
const MARKS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g

/** Letters that are written with a hook or a stroke, and what people type in their place. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{
    ɓ: 'b',
    ɗ: 'd',
    ɖ: 'd',
    đ: 'd',
    ƙ: 'k',
    ƴ: 'y',
    ŋ: 'n',
    ǝ: 'e',
    ə: 'e',
    ɛ: 'e',
    ɔ: 'o',
    ø: 'o',
    ł: 'l',
    ı: 'i',
  },
  ...{ ς: 'σ', '’': "'", '‘': "'", ʼ: "'", '‐': '-', '‑': '-', '–': '-' },
}
const UNUSUAL = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g')

/** A text as it is looked for: in small letters without their marks, so that "Adedayo" finds "Adédayọ̀". */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(UNUSUAL, (letter) => PLAIN[letter] ?? letter)

/** Whether a text has a keyword, in any letter case and with or without the marks of its letters. */
export const hasKeyword = (text: string, keyword: string): boolean => folded(text).includes(folded(keyword))

/** The letters of Yoruba and Igbo that are written with a dot or a line and follow the letter without it. */
const DOTTED = /([eiosu])([\u0300-\u036f]*?)[\u0323\u0329]|(n)([\u0300-\u036f]*?)\u0307/gi

/** U+FFFF comes after every letter, so that words with a letter of its own follow all words with the plain one. */
const inAlphabet = (name: string): string => name.normalize('NFD').replace(DOTTED, '$1$3\uffff$2$4')

const root = new Intl.Collator('und')

/**
 * Negative, zero or positive: the order of two names. Ẹ, ọ, ṣ (Yoruba), ị, ọ, ụ, ṅ (Igbo), ɓ, ɗ, ƙ, ƴ (Hausa) are letters
 * of their own behind the plain ones; other marks and letter case only tell equal names apart.
 */
export const compareNames = (one: string, other: string): number =>
  root.compare(inAlphabet(one), inAlphabet(other))
