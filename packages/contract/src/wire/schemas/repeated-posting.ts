import { z } from 'zod'
import { ownID } from './shown-text.ts'

/** The person's own id of a posting: what makes sending it twice harmless. */
export const postingID = ownID()

/** The earlier posting of the same reference that the person knows of: of the same account, type, and amount or shares. */
export const repeats = z.number().int().min(1).optional()

/** What a form asks instead: whether the posting is repeated knowingly. */
export const repeatedInForm = { again: z.boolean().optional() }
