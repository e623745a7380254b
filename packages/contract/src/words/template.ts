import en from './en/template.json' with { type: 'json' }
import fr from './fr/template.json' with { type: 'json' }
import ha from './ha/template.json' with { type: 'json' }
import ig from './ig/template.json' with { type: 'json' }
import type { LanguageName } from './languages.ts'
import yo from './yo/template.json' with { type: 'json' }

/** The source that pages of ASP.NET Boilerplate's template name. */
export const TEMPLATE_SOURCE = 'AbpProjectName'

/**
 * The texts of the template's pages in every language, in this product's words: a tenant is a firm. Such a page asks
 * for them by these keys and shows the key where there is no text. Placeholders are numbers.
 *
 * Source: module-zero-core-template, the keys of its `AbpProjectName.xml` and those that its React pages use without
 * an entry there.
 */
export const templateTexts: Readonly<Record<LanguageName, Readonly<Record<keyof typeof en, string>>>> = {
  en,
  fr,
  ha,
  yo,
  ig,
}
