import { expect } from 'vitest'

/** `npm run faults` lasts as long as the promises require, and measures. */
export const LONG = process.env.TRADEBOOK_TEST_LONG === '1'

/**
 * What is promised in time is measured by `npm run faults` alone, alongside which nothing else runs.
 *
 * @param output what the server printed, which shows what it waited for.
 */
export function expectWithin(tookMs: number, promisedMs: number, output?: string): void {
  if (LONG) expect(tookMs, output).toBeLessThan(promisedMs)
}
