import { vi } from 'vitest'

/** What is waited for appears, on a machine that is busy with other tests too; the limit of a test ends it otherwise. */
const PATIENCE_MS = 20_000

/** Waits until an assertion holds. */
export const eventually = <T>(assertion: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(assertion, { timeout: PATIENCE_MS })
