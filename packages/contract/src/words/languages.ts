/** The languages that the product is translated into, each by its own name. The first is the default. */
export const languages = [
  { name: 'en', displayName: 'English', icon: 'famfamfam-flags gb' },
  { name: 'fr', displayName: 'Français', icon: 'famfamfam-flags fr' },
  { name: 'ha', displayName: 'Hausa', icon: 'famfamfam-flags ng' },
  { name: 'yo', displayName: 'Yorùbá', icon: 'famfamfam-flags ng' },
  { name: 'ig', displayName: 'Igbo', icon: 'famfamfam-flags ng' },
] as const
export type LanguageName = (typeof languages)[number]['name']
export const languageNames = languages.map(({ name }) => name)

export const isLanguage = (name: string | undefined): name is LanguageName =>
  languages.some((language) => language.name === name)

/** The setting that keeps the language a person chose, by the name that clients of ABP know. */
export const LANGUAGE_SETTING = 'Abp.Localization.DefaultLanguageName'

/** The setting that says whether a mail server is set up: 'true' or 'false'. Without one nothing is mailed. */
export const MAIL_SETTING = 'Tradebook.Mail.IsSent'
