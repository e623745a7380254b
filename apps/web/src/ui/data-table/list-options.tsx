import { SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '../viewport.ts'
import { chooseColumns, useChosenColumns } from './chosen-columns.ts'
import style from './data-table.module.css'
import type { ChangeList, ListState } from './list-state.ts'
import type { ListView } from './list-view.ts'

interface ListOptionsProps<Row> {
  readonly list: ListView<Row>
  readonly state: ListState
  readonly onChange: ChangeList
}

/** Which columns a list shows, kept for the person; on a phone, which has no headings, its sorting too. */
export function ListOptions<Row>(props: ListOptionsProps<Row>) {
  const { t } = useTranslation()
  return (
    <Popover trigger="click" placement="bottomRight" destroyOnHidden content={<Options {...props} />}>
      <Button size="small" type="text" icon={<SettingOutlined />} aria-label={t('Table.Options')} />
    </Popover>
  )
}

function Options<Row>({ list, state: { sorting }, onChange }: ListOptionsProps<Row>) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const shownKeys = useChosenColumns(list).map(({ key }) => key)
  const toggle = (key: string, isShown: boolean) =>
    chooseColumns(list.key, isShown ? [...shownKeys, key] : shownKeys.filter((other) => other !== key))
  return (
    <div className={style.options}>
      {isPhone && list.columns.some(({ sortable }) => sortable) && (
        <SortSelect
          list={list}
          sorting={sorting}
          onSort={(by, descending) => onChange({ sorting: by === '' ? undefined : { by, descending } })}
        />
      )}
      <fieldset>
        <legend>{t('Table.Columns')}</legend>
        {list.columns.map(({ key, title, isKept }) => (
          <Checkbox
            key={key}
            checked={shownKeys.includes(key)}
            disabled={isKept === true}
            onChange={({ target }) => toggle(key, target.checked)}
          >
            {t(title)}
          </Checkbox>
        ))}
      </fieldset>
      <Button size="small" type="link" onClick={() => chooseColumns(list.key, undefined)}>
        {t('Table.Columns.Reset')}
      </Button>
    </div>
  )
}

interface SortSelectProps<Row> {
  readonly list: ListView<Row>
  readonly sorting: ListState['sorting']
  readonly onSort: (by: string, descending: boolean) => void
}

function SortSelect<Row>({ list, sorting, onSort }: SortSelectProps<Row>) {
  const { t } = useTranslation()
  const title = t('Table.SortBy')
  const options = list.columns
    .filter(({ sortable }) => sortable)
    .flatMap(({ key, title: column }) => [
      { value: key, label: t('Table.Ascending', { column: t(column) }) },
      { value: `-${key}`, label: t('Table.Descending', { column: t(column) }) },
    ])
  return (
    <Select
      aria-label={title}
      value={sorting ? `${sorting.descending ? '-' : ''}${sorting.by}` : ''}
      options={[{ value: '', label: t('Table.Unsorted') }, ...options]}
      onChange={(value: string) => onSort(value.replace(/^-/, ''), value.startsWith('-'))}
    />
  )
}
