import { english, type TextKey } from '../words/words.ts'

/**
 * Why an order ended or waits, as it is stored: the key of the words, which are read in the language of the reader.
 * Their values follow from the order.
 */
export type StoredText = Extract<
  TextKey,
  `Trading.Venue.${string}` | `Trading.Order.${'Expired' | 'Canceled' | 'Awaits'}${string}`
>

/** Whether a stored text is the key of its words. */
export const isStoredText = (text: string): text is StoredText =>
  /^Trading[.](Venue[.]|Order[.](Expired|Canceled|Awaits))/.test(text) && Object.hasOwn(english, text)
