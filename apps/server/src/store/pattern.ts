import { folded } from '@tradebook/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** The condition of the texts that have a keyword, in any letter case and with or without the marks of its letters. */
export const hasKeyword = (value: RawBuilder<unknown>, keyword: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`folded(${value}) like ${containing(folded(keyword))}`

/** Of a telephone number, what is behind the country's code or the zero: the same in every way to write it. */
const PHONE_DIGITS = 10

/** The condition of the telephone numbers that have a keyword, or its digits in whichever way they are grouped. */
export function hasPhone(value: RawBuilder<unknown>, keyword: string): RawBuilder<SqlBool> {
  const digits = keyword.replace(/\D/g, '').slice(-PHONE_DIGITS)
  const isNumber = digits.length >= LEAST_DIGITS && /^[\d\s()+./-]+$/.test(keyword)
  const contained = hasKeyword(value, keyword)
  return isNumber
    ? sql<SqlBool>`(${contained} or regexp_replace(${value}, '\\D', '', 'g') like ${containing(digits)})`
    : contained
}

/** Fewer digits are in many numbers by chance. */
const LEAST_DIGITS = 4

/** The pattern of texts that contain a keyword: it is text itself, whatever signs it has. */
const containing = (keyword: string): string => `%${keyword.replace(/[\\%_]/g, '\\$&')}%`
