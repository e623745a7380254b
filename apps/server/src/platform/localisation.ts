import { english, fillIn, type LanguageName, languages, type WordKey, wordsOf } from '@tradebook/contract'

export type WordValues = Readonly<Record<string, string | number>>

/** A word of the localisation source in one culture. */
export type Word = (key: WordKey, values?: WordValues) => string

export const defaultLanguage: LanguageName = languages[0].name

/** The words of a culture; what it lacks is said in English. */
export const wordsIn = (culture: LanguageName): Word => wordTables[culture]

const wordTables = Object.fromEntries(
  languages.map(({ name }): [LanguageName, Word] => [
    name,
    (key, values) => fillIn(wordsOf[name][key] ?? english[key], values),
  ]),
) as Readonly<Record<LanguageName, Word>>

/**
 * The first of the wishes that we speak, by its name or its parent's (`en-NG` → `en`). A wish is
 * `en`, `c=en|uic=en`, or an Accept-Language list; whatever can not be read counts as none.
 */
export function cultureOf(wishes: readonly string[]): LanguageName {
  for (const wish of wishes) {
    for (const name of namesIn(wish)) {
      const spoken = languages.find(
        (language) => language.name === name || language.name === name.split('-')[0],
      )
      if (spoken) return spoken.name
    }
  }
  return defaultLanguage
}

const namesIn = (wish: string): string[] =>
  wish
    .slice(0, 200)
    .split(/[,|]/)
    .map((part) =>
      part
        .replace(/^\s*u?i?c=/, '')
        .replace(/[;@].*$/, '')
        .trim()
        .toLowerCase(),
    )
