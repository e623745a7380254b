/** As many digits as a number has exactly. */
const DIGITS = /^\d{1,15}$/
const DECIMAL = /^-?(?:\d{1,18}(?:\.\d*)?|\.\d+)$/
const DAY = String.raw`\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])`
/** The second 60 is a leap second. */
const TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)`
const FRACTION = String.raw`(?:\.\d{3}(?:\d{3}){0,3})?`
const ZONE = String.raw`(?:Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)`
const ZONED_TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d(?::(?:[0-5]\d|60)${FRACTION})?${ZONE}`

const whole = (pattern: string) => new RegExp(`^${pattern}$`)

/** What a value of each type of the standard looks like; undefined if it may be anything that has a length. */
export const formats = {
  AMT: DECIMAL,
  BOOLEAN: /^[YN]$/,
  CHAR: /^[\x20-\xff]$/,
  COUNTRY: /^[A-Z]{2}$/,
  CURRENCY: /^[A-Z]{3}$/,
  DATA: undefined,
  EXCHANGE: /^[\x20-\xff]+$/,
  FLOAT: DECIMAL,
  INT: /^-?\d{1,18}$/,
  LANGUAGE: /^[A-Za-z]{2}$/,
  LENGTH: DIGITS,
  LOCALMKTDATE: whole(DAY),
  MONTHYEAR: whole(String.raw`\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]|w[1-5])?`),
  MULTIPLECHARVALUE: /^[\x21-\xff](?: [\x21-\xff])*$/,
  MULTIPLESTRINGVALUE: /^[\x21-\xff]+(?: [\x21-\xff]+)*$/,
  /** The name of the type before 5.0. */
  MULTIPLEVALUESTRING: /^[\x21-\xff]+(?: [\x21-\xff]+)*$/,
  NUMINGROUP: /^\d{1,9}$/,
  PERCENTAGE: DECIMAL,
  PRICE: DECIMAL,
  PRICEOFFSET: DECIMAL,
  QTY: DECIMAL,
  SEQNUM: DIGITS,
  STRING: undefined,
  TZTIMEONLY: whole(ZONED_TIME),
  TZTIMESTAMP: whole(`${DAY}-${ZONED_TIME}`),
  UTCDATEONLY: whole(DAY),
  UTCTIMEONLY: whole(`${TIME}${FRACTION}`),
  UTCTIMESTAMP: whole(`${DAY}-${TIME}${FRACTION}`),
  XMLDATA: undefined,
} as const satisfies Record<string, RegExp | undefined>

export type Format = keyof typeof formats

/** The types whose value is several allowed values, separated by spaces. */
export const severalValues: ReadonlySet<Format> = new Set([
  'MULTIPLECHARVALUE',
  'MULTIPLESTRINGVALUE',
  'MULTIPLEVALUESTRING',
])
