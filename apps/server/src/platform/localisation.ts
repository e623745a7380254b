import {
  fillIn,
  isLanguage,
  LANGUAGE_SETTING,
  type LanguageName,
  languages,
  type TextKey,
  translations,
} from '@tradebook/contract'
import type { Tx } from '../store/store.ts'
import { keepTextOfUser, textsOfUsers } from './settings.ts'

export type TextValues = Readonly<Record<string, string | number>>

/** Answers the text of a key in one language, with its values in place. */
export type Translate = (key: TextKey, values?: TextValues) => string

export const defaultLanguage: LanguageName = languages[0].name

export const translateTo = (culture: LanguageName): Translate => translators[culture]

const translators = Object.fromEntries(
  languages.map(({ name }): [LanguageName, Translate] => [
    name,
    (key, values) => fillIn(translations[name][key], values),
  ]),
) as Readonly<Record<LanguageName, Translate>>

/** The language that a user chose, or `null` who chose none. */
export const languageChosenBy = async (tx: Tx, userId: number): Promise<LanguageName | null> =>
  (await languagesChosenBy(tx, [userId])).get(userId) ?? null

/** The languages that users chose; those who chose none are not among them. */
export async function languagesChosenBy(
  tx: Tx,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, LanguageName>> {
  const texts = await textsOfUsers(tx, LANGUAGE_SETTING, userIds)
  return new Map(
    [...texts].flatMap(([userId, value]) => (isLanguage(value) ? [[userId, value] as const] : [])),
  )
}

/** Keeps the language that a user chose. */
export const chooseLanguage = (
  tx: Tx,
  user: { readonly tenantId: number; readonly userId: number },
  language: LanguageName,
): Promise<void> => keepTextOfUser(tx, user, LANGUAGE_SETTING, language)

/**
 * The first of the preferences that there is a translation for, by its name or its parent's (`en-NG` → `en`). A preference is
 * `en`, `c=en|uic=en`, or an Accept-Language list; whatever cannot be read counts as none.
 */
export function cultureOf(preferences: readonly string[]): LanguageName {
  for (const preference of preferences) {
    for (const name of namesIn(preference)) {
      const known = languages.find(
        (language) => language.name === name || language.name === name.split('-')[0],
      )
      if (known) return known.name
    }
  }
  return defaultLanguage
}

const namesIn = (preference: string): string[] =>
  preference
    .slice(0, 200)
    .split(/[,|]/)
    .map((part) =>
      part
        .replace(/^\s*u?i?c=/, '')
        .replace(/[;@].*$/, '')
        .trim()
        .toLowerCase(),
    )
