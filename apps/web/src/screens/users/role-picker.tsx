import { useCall } from '../../api/use-call.ts'
import type { PickerProps } from '../../ui/data-table/list-view.ts'
import { PickedSelect } from '../../ui/data-table/picked-select.tsx'

/** Picks one of the firm's roles. */
export function RolePicker(props: PickerProps) {
  const { data } = useCall('User/GetRoles', {})
  const names = (data?.items ?? []).map(({ normalizedName }) => normalizedName)
  return <PickedSelect {...props} options={names.map((name) => ({ value: name, label: name }))} isListWide />
}
