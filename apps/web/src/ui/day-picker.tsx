import dayjsConfig from '@rc-component/picker/generate/dayjs'
import { DatePicker as AnyDatePicker, type DatePickerProps, Tooltip } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import type { TFunction } from 'i18next'
import { type FocusEvent, type FormEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { marketToday } from '../market-time.ts'
import { CALENDAR } from './antd-texts.ts'
import style from './day-picker.module.css'
import { isDay, readDay } from './days.ts'

const WIRE_FORMAT = 'YYYY-MM-DD'
const FORMAT = 'D MMM YYYY'

interface DayPickerProps
  extends Pick<
    DatePickerProps,
    | 'id'
    | 'size'
    | 'status'
    | 'placeholder'
    | 'className'
    | 'style'
    | 'autoComplete'
    | 'aria-label'
    | 'aria-describedby'
    | 'aria-invalid'
  > {
  /** `YYYY-MM-DD`; empty or absent where no day is chosen. */
  readonly value?: string
  readonly onChange?: (day: string) => void
  /** Whether a text that is not a day is answered as it is, so that the form says what is wrong with it. */
  readonly keepsMistyped?: boolean
}

/** The names of the months in the reader's language. */
let months = ''

/** Makes dayjs write days with the names of the reader's language. Weeks begin on Monday. */
function setUpCalendar(t: TFunction): void {
  months = t('Calendar.Months')
  const [monthNames, weekdays] = [months.split(' '), t('Calendar.Weekdays').split(' ')]
  dayjs.locale(CALENDAR, {
    name: CALENDAR,
    months: monthNames,
    monthsShort: monthNames,
    weekdays,
    weekdaysShort: weekdays,
    weekStart: 1,
    formats: {},
  })
}

/** The calendar of the market: its day is today, wherever the browser is, and days are read as people type them. */
const DatePicker = AnyDatePicker.generatePicker<Dayjs>({
  ...dayjsConfig,
  getNow: () => dayjs(marketToday()),
  locale: {
    ...dayjsConfig.locale,
    parse: (_, text) => {
      const day = readDay(text, months)
      return day === undefined ? null : dayjs(day)
    },
  },
})

/** A text that is not a day, and the value that the picker had when it was left. */
interface Mistyped {
  readonly text: string
  readonly value: string
}

/**
 * A day, written as everywhere in the product and held as `YYYY-MM-DD`. It is typed in any of the usual ways; text that is not a day stays
 * in the field with an error.
 */
export const DayPicker = ({
  value = '',
  onChange,
  keepsMistyped = false,
  status,
  ...others
}: DayPickerProps) => {
  const { t } = useTranslation()
  useMemo(() => setUpCalendar(t), [t])
  const [left, setLeft] = useState<Mistyped>()
  const [taken, setTaken] = useState(0)
  const shown = useRef('')
  const mistyped = left && [left.text, left.value].includes(value) ? left : undefined
  // A text that is not a day stays in the field until another day is chosen.
  const isText = value !== '' && !isDay(value)
  if (!mistyped && !isText) shown.current = value
  const choose = (day: string) => {
    if (day !== value) onChange?.(day)
  }

  /** What is typed counts at once: anyone who sends the form by a key does not leave the field before. */
  const type = ({ target }: FormEvent<HTMLElement>) => {
    const text = (target as HTMLInputElement).value.trim()
    const day = readDay(text, months)
    if (day !== undefined || keepsMistyped) choose(day ?? text)
  }

  const leave = ({ target }: FocusEvent<HTMLElement>) => {
    // The calendar's cells lose the focus, too, when one of them is chosen.
    if (!(target instanceof HTMLInputElement)) return
    const text = target.value.trim()
    const day = readDay(text, months, true)
    setLeft(text === '' || day !== undefined ? undefined : { text, value: keepsMistyped ? text : value })
    // What antd took for no day, because more could have been typed, is forgotten.
    if (day !== undefined && readDay(text, months) === undefined) setTaken((count) => count + 1)
    if (text === '' || day !== undefined) choose(day ?? '')
    else if (keepsMistyped) choose(text)
  }

  return (
    <span className={style.typed} onChange={type}>
      <Tooltip
        open={mistyped !== undefined && !keepsMistyped}
        title={t('Form.NotDay')}
        placement="bottomLeft"
      >
        <DatePicker
          key={taken}
          {...others}
          format={FORMAT}
          preserveInvalidOnBlur
          {...(mistyped ? { status: 'error' } : status && { status })}
          {...(mistyped && { 'aria-invalid': true })}
          value={shown.current ? dayjs(shown.current) : null}
          onBlur={leave}
          onChange={(day) => {
            setLeft(undefined)
            onChange?.(day ? day.format(WIRE_FORMAT) : '')
          }}
        />
      </Tooltip>
    </span>
  )
}
