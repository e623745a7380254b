import { t } from 'i18next'
import '../i18n.ts'

/**
 * How figures and times are written. `null` and `undefined` are a dash: nothing is known. Figures and times of day are
 * written alike in every language, as the market publishes them; months and days of the week have the reader's names.
 */

export const NOTHING = '–'

/** The market's zone: times of orders, trades and news are shown in it, wherever the reader is. */
const MARKET_ZONE = 'Africa/Lagos'
const LOCALE = 'en-NG'

type Figure = number | null | undefined

const writer = (options: Intl.NumberFormatOptions) => {
  const format = new Intl.NumberFormat(LOCALE, options)
  return (value: Figure): string => (value === null || value === undefined ? NOTHING : format.format(value))
}

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const

/** Naira: `1,234,567.50`. */
export const money = writer(twoDecimals)
/** An amount with its currency: `₦1,234.50`, `−₦1,234.50`; the dash of `money` where there is none. */
export const naira = (amount: number | null | undefined): string => {
  if (typeof amount !== 'number') return money(amount)
  const shown = money(Math.abs(amount))
  return `${amount < 0 && shown !== money(0) ? '−' : ''}₦${shown}`
}
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
/** Percent (2.1 means 2.1%), always with its sign: `+2.10%`. */
export const percent = (value: Figure): string =>
  value === null || value === undefined ? NOTHING : `${signedPercent(value)}%`

type Moment = string | number | Date | null | undefined

type Part = Exclude<Intl.DateTimeFormatPartTypes, 'literal'>
type Parts = Readonly<Record<Part, string>>

const clock = { hour: 'numeric', minute: '2-digit', hour12: true } as const
const secondsClock = { ...clock, second: '2-digit' } as const
const day = { day: 'numeric', month: 'numeric' } as const

/** Every form in which a moment is written, in the market's zone: the fields it asks of the calendar, and their order. */
const forms = {
  timestamp: {
    fields: { ...secondsClock, fractionalSecondDigits: 3 },
    write: (at) => `${at.hour}:${at.minute}:${at.second}:${at.fractionalSecond} ${at.dayPeriod}`,
  },
  timeOfDay: {
    fields: secondsClock,
    write: (at) => `${at.hour}:${at.minute}:${at.second} ${at.dayPeriod}`,
  },
  minuteOfDay: { fields: clock, write: (at) => `${at.hour}:${at.minute} ${at.dayPeriod}` },
  date: { fields: { ...day, year: 'numeric' }, write: (at) => `${at.day} ${at.month} ${at.year}` },
  dayOfWeek: { fields: { ...day, weekday: 'short' }, write: (at) => `${at.weekday} ${at.day} ${at.month}` },
  dateWithDay: {
    fields: { ...day, weekday: 'short', year: 'numeric' },
    write: (at) => `${at.weekday} ${at.day} ${at.month} ${at.year}`,
  },
  dayOfMonth: { fields: day, write: (at) => `${at.day} ${at.month}` },
  dayAndMinute: {
    fields: { ...day, ...clock },
    write: (at) => `${at.day} ${at.month} ${at.hour}:${at.minute} ${at.dayPeriod}`,
  },
  dateAndTime: {
    fields: { ...day, year: 'numeric', ...clock },
    write: (at) => `${at.day} ${at.month} ${at.year}, ${at.hour}:${at.minute} ${at.dayPeriod}`,
  },
  dateAndTimestamp: {
    fields: { ...day, year: 'numeric', ...secondsClock, fractionalSecondDigits: 3 },
    write: (at) =>
      `${at.day} ${at.month} ${at.year}, ${at.hour}:${at.minute}:${at.second}:${at.fractionalSecond} ${at.dayPeriod}`,
  },
} as const satisfies Record<string, { fields: Intl.DateTimeFormatOptions; write: (at: Parts) => string }>

const momentWriter = (form: keyof typeof forms) => {
  const { fields, write } = forms[form]
  const format = new Intl.DateTimeFormat('en-US', { timeZone: MARKET_ZONE, ...fields })
  return (moment: Moment): string => {
    if (moment === null || moment === undefined) return NOTHING
    const parts = format
      .formatToParts(new Date(moment))
      .map(({ type, value }) => [type, nameOf[type]?.(value) ?? value])
    return write(Object.fromEntries(parts) as Parts)
  }
}

/** The names of months and days of the week in the reader's language, by those that `en-US` has for them. */
const nameOf: Partial<Readonly<Record<Intl.DateTimeFormatPartTypes, (part: string) => string | undefined>>> =
  {
    month: (number) => t('Calendar.Months').split(' ')[Number(number) - 1],
    weekday: (name) => t('Calendar.Weekdays').split(' ')[WEEKDAYS.indexOf(name)],
  }

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** A time of day to the millisecond, for records of the market, `h:mm:ss:SSS A`: `1:05:09:042 PM`. */
export const timestamp = momentWriter('timestamp')
/** A time of day to the second: `1:05:09 PM`. */
export const timeOfDay = momentWriter('timeOfDay')
/** A time of day to the minute: `1:05 PM`. */
export const minuteOfDay = momentWriter('minuteOfDay')
/** A day: `21 Nov 2026`. */
export const date = momentWriter('date')
/** A day with its weekday: `Sat 21 Nov 2026`. */
export const dateWithDay = momentWriter('dateWithDay')
/** A day of this year with its weekday: `Sat 21 Nov`. */
export const dayOfWeek = momentWriter('dayOfWeek')
/** A day of this year, where room is short: `21 Nov`. */
export const dayOfMonth = momentWriter('dayOfMonth')
/** A minute of a day of this year, where room is short: `21 Nov 1:05 PM`. */
export const dayAndMinute = momentWriter('dayAndMinute')
/** A millisecond of a day, for what is examined later: `21 Nov 2026, 1:05:09:042 PM`. */
export const dateAndTimestamp = momentWriter('dateAndTimestamp')
/** A minute of a day: `21 Nov 2026, 1:05 PM`. */
export const dateAndTime = momentWriter('dateAndTime')

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

const SHOWN_AS_ZERO = 0.005

/** Which way a difference points, for its colour and arrow; what is shown as 0.00 points nowhere. */
export const direction = (difference: Figure): 'up' | 'down' | 'flat' =>
  !difference || Math.abs(difference) < SHOWN_AS_ZERO ? 'flat' : difference > 0 ? 'up' : 'down'
