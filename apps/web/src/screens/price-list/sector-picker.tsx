import { Select } from 'antd'
import { useMemo } from 'react'
import { useAllStatistics } from '../../live/use-live.ts'
import type { PickerProps } from '../../ui/data-table/list-view.ts'
import { useIsPhone } from '../../ui/viewport.ts'

/** Picks one of the sectors that the listed securities belong to. */
export function SectorPicker({ title, value, onChoose }: PickerProps) {
  const isPhone = useIsPhone()
  const names = [...new Set(useAllStatistics().map(({ sector }) => sector))].filter(Boolean).sort().join('\n')
  const options = useMemo(
    () =>
      names
        .split('\n')
        .filter(Boolean)
        .map((sector) => ({ value: sector, label: sector })),
    [names],
  )
  return (
    <Select
      size={isPhone ? 'middle' : 'small'}
      allowClear
      showSearch
      aria-label={title}
      placeholder={title}
      value={value === '' ? null : value}
      options={options}
      popupMatchSelectWidth={false}
      onChange={(sector: string | undefined) => onChoose(sector ?? '')}
    />
  )
}
