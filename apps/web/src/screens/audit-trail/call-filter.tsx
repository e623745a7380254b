import { callInWords, compareNames, recordedCalls } from '@tradebook/contract'
import { Select } from 'antd'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Filter, PickerProps } from '../../ui/data-table/list-view.ts'
import { searchByLabel } from '../../ui/search-by-label.ts'
import { useIsPhone } from '../../ui/viewport.ts'

/** How the audit trail is narrowed to one call, which a person knows by its words. */
export const picksCall: Pick<
  Extract<Filter, { kind: 'picked' }>,
  'kind' | 'Picker' | 'isPossible' | 'write' | 'input'
> = {
  kind: 'picked',
  Picker: CallFilter,
  isPossible: (value) => Object.hasOwn(recordedCalls, value),
  write: wordsOf,
  input: (value) => {
    const [serviceName, methodName] = value.split('/')
    return { serviceName, methodName }
  },
}

function wordsOf(name: string, t: TFunction): string {
  // Of all keys the one that has a place types the values.
  return callInWords(name, (key, { what = '' } = {}) => t(key as 'Audit.Call.file', { what: String(what) }))
}

function CallFilter({ title, value, onChoose }: PickerProps) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const options = Object.keys(recordedCalls)
    .map((name) => ({ value: name, label: wordsOf(name, t) }))
    .sort((a, b) => compareNames(a.label, b.label))
  return (
    <Select
      size={isPhone ? 'middle' : 'small'}
      style={{ minWidth: '24ch' }}
      showSearch={searchByLabel}
      allowClear
      aria-label={title}
      placeholder={title}
      value={value || undefined}
      options={options}
      onChange={(chosen?: string) => onChoose(chosen ?? '')}
    />
  )
}
