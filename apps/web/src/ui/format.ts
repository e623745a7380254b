/** How figures and times are written. `null` and `undefined` are a dash: nothing is known. */

export const NOTHING = '–'

/** The market's zone: times of orders, trades and news are shown in it, wherever the reader is. */
export const MARKET_ZONE = 'Africa/Lagos'
const LOCALE = 'en-NG'

type Figure = number | null | undefined

const writer = (options: Intl.NumberFormatOptions) => {
  const format = new Intl.NumberFormat(LOCALE, options)
  return (value: Figure): string => (value === null || value === undefined ? NOTHING : format.format(value))
}

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const

/** Naira: `1,234,567.50`. */
export const money = writer(twoDecimals)
/** A price in naira: `58.40`. */
export const price = money
/** An average price in naira, kept to 4 decimals: `58.4125`. */
export const averagePrice = writer({ minimumFractionDigits: 2, maximumFractionDigits: 4 })
/** A number of shares: `1,000`. */
export const quantity = writer({ maximumFractionDigits: 0 })
/** A difference of prices, always with its sign: `+1.20`. */
export const change = writer({ ...twoDecimals, signDisplay: 'exceptZero' })
/** A large amount in few figures: `1.24T`, `356.1M`. */
export const compact = writer({ notation: 'compact', maximumSignificantDigits: 4 })

const signedPercent = writer({ ...twoDecimals, signDisplay: 'exceptZero' })
/** Percent (2.1 means 2.1 %), always with its sign: `+2.10 %`. */
export const percent = (value: Figure): string =>
  value === null || value === undefined ? NOTHING : `${signedPercent(value)} %`

type Moment = string | number | Date | null | undefined

const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: MARKET_ZONE,
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hour12: true,
})

/** A time of day in the market's zone, `h:mm:ss:SSS A`: `1:05:09:042 PM`. */
export function time(moment: Moment): string {
  if (moment === null || moment === undefined) return NOTHING
  const part = Object.fromEntries(
    clock.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]),
  )
  return `${part.hour}:${part.minute}:${part.second}:${part.fractionalSecond} ${part.dayPeriod}`
}

const calendar = new Intl.DateTimeFormat('en-GB', {
  timeZone: MARKET_ZONE,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
const weekday = new Intl.DateTimeFormat('en-GB', {
  timeZone: MARKET_ZONE,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
})
const hourAndMinute = new Intl.DateTimeFormat('en-US', {
  timeZone: MARKET_ZONE,
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
})

/** A day in the market's zone: `21 Nov 2026`. */
export const date = (moment: Moment): string =>
  moment === null || moment === undefined ? NOTHING : calendar.format(new Date(moment))

/** A day of this year with its weekday: `Sat 21 Nov`. */
export const dayOfWeek = (moment: Moment): string =>
  moment === null || moment === undefined ? NOTHING : weekday.format(new Date(moment)).replace(',', '')

/** A minute of a day in the market's zone: `1:05 PM`. */
export const minuteOfDay = (moment: Moment): string =>
  moment === null || moment === undefined
    ? NOTHING
    : hourAndMinute.format(new Date(moment)).replace(/\s/g, ' ')

/** A minute in the market's zone: `21 Nov 2026, 1:05 PM`. */
export const dateAndTime = (moment: Moment): string =>
  moment === null || moment === undefined ? NOTHING : `${date(moment)}, ${minuteOfDay(moment)}`

const wallClock = new Intl.DateTimeFormat('en-US', {
  timeZone: MARKET_ZONE,
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  hour12: true,
})

/** The time on the market's wall, to the second: `1:05:09 PM`. */
export const timeOfDay = (moment: Moment): string =>
  moment === null || moment === undefined ? NOTHING : wallClock.format(new Date(moment)).replace(/\s/g, ' ')

const SECOND_MS = 1_000
const MINUTE_S = 60

/** How long something still lasts, in milliseconds, as hours, minutes and seconds: `4:05`, `1:04:05`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / SECOND_MS))
  const [hours, minutes] = [Math.floor(seconds / MINUTE_S ** 2), Math.floor(seconds / MINUTE_S) % MINUTE_S]
  const two = (figure: number) => String(figure).padStart(2, '0')
  const rest = two(seconds % MINUTE_S)
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`
}

/** Which way a difference points, for its colour and arrow. */
export const direction = (difference: Figure): 'up' | 'down' | 'flat' =>
  !difference ? 'flat' : difference > 0 ? 'up' : 'down'
