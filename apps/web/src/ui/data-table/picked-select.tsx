import { Select } from 'antd'
import type { CSSProperties } from 'react'
import { searchByLabel } from '../search-by-label.ts'
import { useIsPhone } from '../viewport.ts'
import type { PickerProps } from './list-view.ts'

interface PickedSelectProps extends PickerProps {
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly style?: CSSProperties
  /** Its list is as wide as its longest choice; by default as wide as it is itself. */
  readonly isListWide?: boolean
}

/** The field of a filter whose value is picked by typing a part of it. */
export function PickedSelect({ title, value, onChoose, options, style, isListWide }: PickedSelectProps) {
  const isPhone = useIsPhone()
  return (
    <Select
      size={isPhone ? 'middle' : 'small'}
      allowClear
      showSearch={searchByLabel}
      aria-label={title}
      placeholder={title}
      {...(style && { style })}
      value={value === '' ? null : value}
      options={[...options]}
      popupMatchSelectWidth={!isListWide}
      onChange={(chosen: string | undefined) => onChoose(chosen ?? '')}
    />
  )
}
