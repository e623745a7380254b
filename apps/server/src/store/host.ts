/** Tenant 0, the installation itself: what belongs to the market and to no firm is its. It has no customers. */
export const HOST = 0
