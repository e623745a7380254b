import type { LanguageName } from '@tradebook/contract'
import type { Locale } from 'antd/es/locale'
import enGB from 'antd/es/locale/en_GB'

/** Ant Design's own texts, by the languages of the product. English dates begin with the day. */
const antdTexts: Readonly<Record<LanguageName, Locale>> = { en: enGB }

/** Ant Design's texts in a language; in English where the product does not have it. */
export const antdTextsIn = (language: string): Locale =>
  new Map<string, Locale>(Object.entries(antdTexts)).get(language) ?? antdTexts.en
