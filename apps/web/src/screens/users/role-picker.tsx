import { Select } from 'antd'
import { useCall } from '../../api/use-call.ts'
import type { PickerProps } from '../../ui/data-table/list-view.ts'
import { useIsPhone } from '../../ui/viewport.ts'

/** Picks one of the firm's roles. */
export function RolePicker({ title, value, onChoose }: PickerProps) {
  const isPhone = useIsPhone()
  const { data } = useCall('User/GetRoles', {}, { silent: true })
  return (
    <Select
      size={isPhone ? 'middle' : 'small'}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={title}
      placeholder={title}
      value={value === '' ? null : value}
      options={(data?.items ?? []).map(({ normalizedName }) => ({
        value: normalizedName,
        label: normalizedName,
      }))}
      popupMatchSelectWidth={false}
      onChange={(role: string | undefined) => onChoose(role ?? '')}
    />
  )
}
