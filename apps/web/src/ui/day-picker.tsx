import { DatePicker, type DatePickerProps } from 'antd'
import dayjs from 'dayjs'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { CALENDAR } from './antd-texts.ts'

const WIRE_FORMAT = 'YYYY-MM-DD'
/** The first is written; a day may be typed in any of them. */
const FORMATS = ['D MMM YYYY', WIRE_FORMAT, 'D/M/YYYY']

interface DayPickerProps
  extends Pick<DatePickerProps, 'id' | 'size' | 'placeholder' | 'aria-label' | 'style'> {
  /** `YYYY-MM-DD`; empty or absent where no day is chosen. */
  readonly value?: string
  readonly onChange?: (day: string) => void
}

/** Makes dayjs write and read days with the names of the reader's language. Weeks begin on Monday. */
function setUpCalendar(t: TFunction): void {
  const [months, weekdays] = [t('Calendar.Months').split(' '), t('Calendar.Weekdays').split(' ')]
  dayjs.locale(CALENDAR, {
    name: CALENDAR,
    months,
    monthsShort: months,
    weekdays,
    weekdaysShort: weekdays,
    weekStart: 1,
    formats: {},
  })
}

/** A day, written as everywhere in the product and held as `YYYY-MM-DD`. */
export const DayPicker = ({ value, onChange, ...others }: DayPickerProps) => {
  const { t } = useTranslation()
  useMemo(() => setUpCalendar(t), [t])
  return (
    <DatePicker
      {...others}
      format={FORMATS}
      value={value ? dayjs(value) : null}
      onChange={(day) => onChange?.(day ? day.format(WIRE_FORMAT) : '')}
    />
  )
}
