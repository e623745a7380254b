import type { TextKey } from '../words/words.ts'
import { corporateActionTypes } from './corporate-actions.ts'
import { shownDate } from './time.ts'

/** What is announced of a company: one of its corporate actions, or that one will not happen. */
export const announcementKinds = [...corporateActionTypes, 'revoked'] as const

export const isAnnouncementKind = (kind: unknown): kind is Announcement['kind'] =>
  announcementKinds.some((known) => known === kind)

/** What news of a company stores of its event, from which it is worded for each reader. */
export interface Announcement {
  readonly kind: (typeof announcementKinds)[number]
  readonly values: Values
}

interface WordedNews {
  readonly headline: string
  readonly body: string
  readonly announcement?: Announcement | undefined
}

type Values = Readonly<Record<string, string | number>>
type Words = (key: TextKey, values: Values) => string

/**
 * News in the reader's language, where it announces what is known by its kind; what a person wrote stays as it is
 * written.
 */
export function newsInWords<News extends WordedNews>(news: News, translate: Words): News {
  if (!news.announcement) return news
  const { kind } = news.announcement
  const values = shownValues(news.announcement.values, translate)
  return {
    ...news,
    headline: translate(`CorporateAction.News.${kind}`, values),
    body: bodies[kind].map((key) => translate(key, values)).join(' '),
  }
}

const bodies: Readonly<Record<Announcement['kind'], readonly TextKey[]>> = {
  dividend: ['CorporateAction.News.body', 'CorporateAction.News.tax'],
  bonus: ['CorporateAction.News.body', 'CorporateAction.News.fractions'],
  split: ['CorporateAction.News.body', 'CorporateAction.News.fractions'],
  revoked: ['CorporateAction.News.revoked.body'],
}

/** Dates and the type of an action are stored as codes. */
const shownValues = (values: Values, translate: Words): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (name === 'type') return [name, translate(`CorporateAction.Type.${value}` as TextKey, {})]
      return [name, name.endsWith('Date') ? shownDate(String(value), (key) => translate(key, {})) : value]
    }),
  )
