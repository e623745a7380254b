/**
 * On a slow line the page's start is a matter of what comes first. What the first screen can do without (the typeface,
 * what shows notifications) waits until that screen has what it shows, or for LONGEST_MS where it never says so.
 */

/** A line that carried the page's own code in so many milliseconds is fast: nothing waits. */
const FAST_MS = 2_000
const LONGEST_MS = 30_000

let end = (): void => undefined

/** Resolves when the line is free for what can wait. */
export const started = new Promise<void>((resolve) => {
  end = resolve
  setTimeout(resolve, performance.now() < FAST_MS ? 0 : LONGEST_MS)
})

/** The first screen has what it shows. */
export const startIsOver = (): void => end()
