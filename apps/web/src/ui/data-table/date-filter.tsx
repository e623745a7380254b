import { DayPicker } from '../day-picker.tsx'
import { isDay } from '../days.ts'
import { date } from '../format.ts'
import { useIsPhone } from '../viewport.ts'
import type { Filter, PickerProps } from './list-view.ts'

/** How a filter picks a day, `YYYY-MM-DD`. */
export const picksDay: Pick<
  Extract<Filter, { kind: 'picked' }>,
  'kind' | 'Picker' | 'isPossible' | 'write'
> = { kind: 'picked', Picker: DayFilter, isPossible: isDay, write: date }

function DayFilter({ title, value, onChoose }: PickerProps) {
  const isPhone = useIsPhone()
  return (
    <DayPicker
      size={isPhone ? 'middle' : 'small'}
      aria-label={title}
      placeholder={title}
      value={value}
      onChange={onChoose}
    />
  )
}
