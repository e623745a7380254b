import type { TextKey } from '@tradebook/contract'
import type { TFunction } from 'i18next'

/** A text with what is in it. */
export interface Worded {
  readonly text: TextKey
  readonly values?: Readonly<Record<string, string | number>>
  /** Values that are texts themselves, by their keys. */
  readonly texts?: Readonly<Record<string, TextKey>>
}

/** A text in words. */
export const wordsOf = ({ text, values, texts = {} }: Worded, t: TFunction): string =>
  t(text, {
    ...values,
    ...Object.fromEntries(Object.entries(texts).map(([name, key]) => [name, t(key)])),
  })
