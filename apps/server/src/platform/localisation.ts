import {
  english,
  fillIn,
  type LanguageName,
  languages,
  type TextKey,
  translations,
} from '@tradebook/contract'

export type TextValues = Readonly<Record<string, string | number>>

/** Answers the text of a key in one language, with its values in place. */
export type Translate = (key: TextKey, values?: TextValues) => string

export const defaultLanguage: LanguageName = languages[0].name

/** Translates to a language. A text that the language lacks is answered in English. */
export const translateTo = (culture: LanguageName): Translate => translators[culture]

const translators = Object.fromEntries(
  languages.map(({ name }): [LanguageName, Translate] => [
    name,
    (key, values) => fillIn(translations[name][key] ?? english[key], values),
  ]),
) as Readonly<Record<LanguageName, Translate>>

/**
 * The first of the wishes that there is a translation for, by its name or its parent's (`en-NG` → `en`). A wish is
 * `en`, `c=en|uic=en`, or an Accept-Language list; whatever can not be read counts as none.
 */
export function cultureOf(wishes: readonly string[]): LanguageName {
  for (const wish of wishes) {
    for (const name of namesIn(wish)) {
      const known = languages.find(
        (language) => language.name === name || language.name === name.split('-')[0],
      )
      if (known) return known.name
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
