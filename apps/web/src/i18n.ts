import { LOCALISATION_SOURCE, shell } from '@tradebook/contract'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'

/** Until the server has answered, the page has the frame's texts in English: enough to report that it did not. */
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

/** Adds the texts that the server sent, of all of the page's source or a part, and shows their language. An unknown key is shown itself. */
export function loadTexts({ currentLanguage: { name }, values }: Localisation): void {
  for (const texts of Object.values(values))
    i18next.addResourceBundle(name, LOCALISATION_SOURCE, texts, true, true)
  void i18next.changeLanguage(name)
  document.documentElement.lang = name
}
