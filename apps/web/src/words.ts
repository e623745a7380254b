import { LOCALISATION_SOURCE, shell, type WordKey } from '@tradebook/contract'
import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'

/** Before the server has said anything, the frame's own English: enough to say that it did not. */
void i18next.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  ns: [LOCALISATION_SOURCE],
  defaultNS: LOCALISATION_SOURCE,
  resources: { en: { [LOCALISATION_SOURCE]: shell } },
  // Keys are flat (`Refusal.busy.details`), placeholders are `{name}`; React does the escaping.
  keySeparator: false,
  nsSeparator: false,
  interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  returnEmptyString: false,
  initAsync: false,
})

interface Localisation {
  readonly currentLanguage: { readonly name: string }
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Shows the server's words. A key it does not know is shown as it stands. */
export function takeWords({ currentLanguage: { name }, values }: Localisation): void {
  i18next.addResourceBundle(name, LOCALISATION_SOURCE, values[LOCALISATION_SOURCE] ?? {}, true, true)
  void i18next.changeLanguage(name)
  document.documentElement.lang = name
}

/** Says a word with its values in place. */
export type Say = (key: WordKey, values?: Readonly<Record<string, string | number>>) => string

/** A word, outside of components; inside them `useSay` follows a change of language. */
export const word: Say = (key, values = {}) => i18next.t(key, values)

/** What is drawn is drawn again in another language. */
export function useSay(): Say {
  useTranslation()
  return word
}
