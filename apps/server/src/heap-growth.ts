import { setFlagsFromString } from 'node:v8'

/** How much the heap may grow beyond what is in use, in parts of that in a hundred. V8 lets it grow by 10 at least. */
const GROWTH_PERCENT = 400

/**
 * Lets the heap grow to five times what is in use, and never beyond V8's own limit, before all of it is collected:
 * orders that come meanwhile wait for that (decision 116).
 */
export const letHeapGrow = (): void => setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
