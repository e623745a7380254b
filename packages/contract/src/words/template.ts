import { templateTexts as english, type TemplateTexts } from './en/template.ts'
import { templateTexts as french } from './fr/template.ts'
import { templateTexts as hausa } from './ha/template.ts'
import { templateTexts as igbo } from './ig/template.ts'
import type { LanguageName } from './languages.ts'
import { templateTexts as yoruba } from './yo/template.ts'

/** The source that pages of ASP.NET Boilerplate's template name. */
export const TEMPLATE_SOURCE = 'AbpProjectName'

/** The texts of the template's pages in every language. */
export const templateTexts: Readonly<Record<LanguageName, TemplateTexts>> = {
  en: english,
  fr: french,
  ha: hausa,
  yo: yoruba,
  ig: igbo,
}
