import { z } from 'zod'
import { inUtc } from '../../rules/time.ts'
import type { TextKey } from '../../words/words.ts'

/** There was no year 0, and PostgreSQL keeps no date and no time in it. */
const FIRST_YEAR = '0001'

const NOT_A_DAY: TextKey = 'Form.NotDay'

/** A calendar date of the wire, `YYYY-MM-DD`. */
export const dateInput = z.iso.date({ error: NOT_A_DAY }).refine((date) => date >= FIRST_YEAR)

/** A time of the wire: ISO 8601, in Lagos where it names no zone. What a call is given is in UTC. */
export const timeInput = z.iso
  .datetime({ local: true, offset: true })
  .refine((time) => time >= FIRST_YEAR)
  .overwrite(inUtc)
  .describe('ISO 8601; without a zone the time is that of Lagos')
