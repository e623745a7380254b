import pg, { type CustomTypesConfig } from 'pg'

/**
 * How PostgreSQL's types arrive: an int8 as a bigint, for money and share totals exceed 2⁵³; a date
 * as its text, for a business date has no time of day. The rest is `pg`'s: timestamptz a Date.
 */
export const columnTypes: CustomTypesConfig = {
  getTypeParser(oid: number, format?: string) {
    return (parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')) as (text: string) => unknown
  },
}

const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, BigInt],
  [pg.types.builtins.DATE, (text) => text],
])
