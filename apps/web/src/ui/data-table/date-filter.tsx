import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { date } from '../format.ts'
import { useIsPhone } from '../viewport.ts'
import type { Filter, PickerProps } from './list-view.ts'

const WIRE_FORMAT = 'YYYY-MM-DD'

/** How a filter picks a day, `YYYY-MM-DD`. */
export const picksDay: Pick<
  Extract<Filter, { kind: 'picked' }>,
  'kind' | 'Picker' | 'isPossible' | 'write'
> = { kind: 'picked', Picker: DayPicker, isPossible: isDay, write: date }

function DayPicker({ title, value, onChoose }: PickerProps) {
  const isPhone = useIsPhone()
  return (
    <DatePicker
      size={isPhone ? 'middle' : 'small'}
      aria-label={title}
      placeholder={title}
      format="D MMM YYYY"
      value={value === '' ? null : dayjs(value)}
      onChange={(day) => onChoose(day ? day.format(WIRE_FORMAT) : '')}
    />
  )
}

/** Whether a text is a date that the calendar has. */
export function isDay(text: string): boolean {
  const moment = Date.parse(text)
  return (
    /^[1-9]\d{3}-\d\d-\d\d$/.test(text) &&
    !Number.isNaN(moment) &&
    new Date(moment).toISOString().startsWith(text)
  )
}
