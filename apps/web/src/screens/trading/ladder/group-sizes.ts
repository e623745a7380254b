/** How many ticks a row of the ladder can hold. */
export const groupSizes = [1, 2, 5, 10] as const
export type GroupSize = (typeof groupSizes)[number]
