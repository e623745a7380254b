import { z } from 'zod'

/** What is not seen, or changes how what stands beside it is shown: line breaks, control and format characters. */
const oneLine = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u
/** The same, in lines. */
const inLines = /^(?:[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\r?\n)*$/u

/**
 * A text of one line that others read, on a screen or on paper, as it was typed: spaces around it do not count.
 *
 * @param most UTF-16 code units.
 */
export const lineOfText = (most: number) => z.string().trim().min(1).max(most).regex(oneLine)

/** The same text, which may be left out. */
export const lineOfTextIfAny = (most: number) => z.string().trim().max(most).regex(oneLine).default('')

/** A text that others read, which may have several lines, or none. */
export const linesOfText = (most: number) => z.string().trim().max(most).regex(inLines)
