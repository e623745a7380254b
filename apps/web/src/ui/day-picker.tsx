import { DatePicker, type DatePickerProps } from 'antd'
import dayjs from 'dayjs'

const WIRE_FORMAT = 'YYYY-MM-DD'
/** The first is written; a day may be typed in any of them. */
const FORMATS = ['D MMM YYYY', WIRE_FORMAT, 'D/M/YYYY']

interface DayPickerProps
  extends Pick<DatePickerProps, 'id' | 'size' | 'placeholder' | 'aria-label' | 'style'> {
  /** `YYYY-MM-DD`; empty or absent where no day is chosen. */
  readonly value?: string
  readonly onChange?: (day: string) => void
}

/** A day, written as everywhere in the product and held as `YYYY-MM-DD`. */
export const DayPicker = ({ value, onChange, ...others }: DayPickerProps) => (
  <DatePicker
    {...others}
    format={FORMATS}
    value={value ? dayjs(value) : null}
    onChange={(day) => onChange?.(day ? day.format(WIRE_FORMAT) : '')}
  />
)
