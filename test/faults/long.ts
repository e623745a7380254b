/** `npm run faults` lasts as long as the promises say, and measures. */
export const LONG = process.env.TRADEBOOK_TEST_LONG === '1'

/** `npm test` runs beside much else: there only what takes far longer than promised fails. */
const SHORT_FORM_MS = 60_000

/** How long something may take that is promised within so many milliseconds. */
export const boundOf = (promisedMs: number): number =>
  LONG ? promisedMs : Math.max(promisedMs, SHORT_FORM_MS)
