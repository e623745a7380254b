import { english } from './en/index.ts'
import { french } from './fr/index.ts'
import { hausa } from './ha/index.ts'
import { igbo } from './ig/index.ts'
import type { LanguageName } from './languages.ts'
import { yoruba } from './yo/index.ts'

export { english }

export type TextKey = keyof typeof english

/** Every text in one language: a key that is missing, or that English does not have, does not compile. */
export type Translation = Readonly<Record<TextKey, string>>

export const translations: Readonly<Record<LanguageName, Translation>> = {
  en: english,
  fr: french,
  ha: hausa,
  yo: yoruba,
  ig: igbo,
}

/** Puts values instead of `{name}`. An unknown name stays as it is. */
export const fillIn = (text: string, values: Readonly<Record<string, string | number>> = {}): string =>
  text.replace(PLACE, (whole, name: string) => String(values[name] ?? whole))

const PLACE = /\{(\w+)\}/g
