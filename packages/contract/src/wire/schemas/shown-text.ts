import { z } from 'zod'
import type { TextKey } from '../../words/words.ts'
import { toCode, toKeptText, UNSEEN } from '../text.ts'

/** The one rule for texts on every door: what of a typed text is kept, and which texts are refused. */

/** A line has no line breaks, nor what is not seen or changes how what is next to it is shown. */
const oneLine = new RegExp(`^[^${UNSEEN}]*$`, 'u')
/** The same, in lines. */
const inLines = new RegExp(`^(?:[^${UNSEEN}]|\\r?\\n)*$`, 'u')

const unseen: { readonly error: TextKey } = { error: 'Form.Unseen' }

/**
 * A text of one line that others read, on a screen or on paper, as it was typed: spaces around it do not count.
 *
 * @param most UTF-16 code units.
 */
export const lineOfText = (most: number) =>
  z.string().overwrite(toKeptText).min(1).max(most).regex(oneLine, unseen)

/** The same text, which may be left out. */
export const lineOfTextIfAny = (most: number) =>
  z.string().overwrite(toKeptText).max(most).regex(oneLine, unseen).default('')

/** A text that others read, which may have several lines, or none. */
export const linesOfText = (most: number) => z.string().overwrite(toKeptText).max(most).regex(inLines, unseen)

/** What is looked for, or names what is kept elsewhere: it is made as that is kept, and never refused for what nobody sees. */
export const soughtText = (most: number) => z.string().overwrite(toCode).max(most)

/** A number or code that is given out and typed or pasted by people: an account, a security, a permission. */
export const code = (most: number) => soughtText(most).min(1)

/** An id that a client makes of its own request. It is the client's: nothing of it is changed. */
export const ownID = (most = 64) => z.string().min(1).max(most).regex(oneLine, unseen)
