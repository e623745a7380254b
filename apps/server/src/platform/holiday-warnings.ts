import { addDays, yearsWithoutAnnouncedHolidays } from '@tradebook/contract'

/** How far ahead the calendar must be complete, in days. */
const DAYS_AHEAD = 90

/**
 * What anyone who runs the installation must know of its calendar: years that begin or go on within
 * the coming 90 days and whose announced holidays nobody has entered.
 *
 * @param today 'YYYY-MM-DD' in Lagos.
 */
export const holidayWarnings = (today: string): string[] =>
  yearsWithoutAnnouncedHolidays(today, addDays(today, DAYS_AHEAD)).map(
    (year) =>
      `The announced holidays of ${year}, the days of Eid, are not in this version: the market counts as open on them.`,
  )
