import { t } from 'i18next'
import { TickMarkType, type Time } from 'lightweight-charts'
import { type coloursOf, fontFamily } from '../../ui/theme.ts'

/** Months have their names in the reader's language; years, days and times are written by the library. */
export const tickMark = (time: Time, type: TickMarkType): string | null =>
  type === TickMarkType.Month ? (t('Calendar.Months').split(' ')[monthOf(time)] ?? null) : null

/** The library has a time in the form in which it was given it: an instant in seconds, or a day. */
function monthOf(time: Time): number {
  if (typeof time === 'object') return time.month - 1
  return new Date(typeof time === 'number' ? time * 1_000 : time).getUTCMonth()
}

/** How every chart of the market looks: the panel's colours, and the mark that the chart's licence asks for. */
export const chartOptions = (colours: ReturnType<typeof coloursOf>) => ({
  autoSize: true,
  layout: {
    background: { color: colours.panel },
    textColor: colours.textSecondary,
    fontFamily,
    fontSize: 11,
    attributionLogo: true,
  },
  grid: { vertLines: { color: colours.line }, horzLines: { color: colours.line } },
})
