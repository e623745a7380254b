import { z } from 'zod'

/** The kinds of figures on the wire. Money in naira with at most 2 decimals, times ISO 8601 UTC. */

export const naira = z.number()
export const nairaOrNull = z.number().nullable()
export const count = z.number().int()
export const time = z.string()
