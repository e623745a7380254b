import { SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '../viewport.ts'
import { chooseColumns, useChosenColumns } from './chosen-columns.ts'
import style from './data-table.module.css'
import type { ChangeList, ListState } from './list-state.ts'
import type { ListView, Sorting } from './list-view.ts'

interface ListOptionsProps<Row> {
  readonly list: ListView<Row>
  readonly state: ListState
  readonly onChange: ChangeList
}

/** Which columns a list shows, kept for the person; what its rows are grouped and sorted by. */
export function ListOptions<Row>(props: ListOptionsProps<Row>) {
  const { t } = useTranslation()
  return (
    <Popover trigger="click" placement="bottomRight" destroyOnHidden content={<Options {...props} />}>
      <Button size="small" type="text" icon={<SettingOutlined />} aria-label={t('Table.Options')} />
    </Popover>
  )
}

function Options<Row>({ list, state: { sorting = [], grouping }, onChange }: ListOptionsProps<Row>) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const [first, second] = sorting
  const shownKeys = useChosenColumns(list).map(({ key }) => key)
  const toggle = (key: string, isShown: boolean) =>
    chooseColumns(list.key, isShown ? [...shownKeys, key] : shownKeys.filter((other) => other !== key))
  return (
    <div className={style.options}>
      {list.groupings && (
        <Select
          aria-label={t('Table.GroupBy')}
          value={grouping ?? ''}
          options={[
            { value: '', label: t('Table.NotGrouped') },
            ...list.groupings.map(({ key, title }) => ({
              value: key,
              label: t('Table.GroupedBy', { column: t(title) }),
            })),
          ]}
          onChange={(value: string) => onChange({ grouping: value === '' ? undefined : value })}
        />
      )}
      {isPhone && list.columns.some(({ sortable }) => sortable) && (
        <SortSelect
          list={list}
          title={t('Table.SortBy')}
          none={t('Table.Unsorted')}
          sorting={first}
          onSort={(sort) => onChange({ sorting: sort && [sort] })}
        />
      )}
      {/* Headings add a column with Shift, which touch and speech do not have. */}
      {first && (
        <SortSelect
          list={list}
          title={t('Table.ThenBy')}
          none={t('Table.ThenUnsorted')}
          sorting={second}
          onSort={(sort) => onChange({ sorting: sort && sort.by !== first.by ? [first, sort] : [first] })}
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
  readonly title: string
  /** What not sorting by a column is called. */
  readonly none: string
  readonly sorting: Sorting | undefined
  readonly onSort: (sorting: Sorting | undefined) => void
}

function SortSelect<Row>({ list, title, none, sorting, onSort }: SortSelectProps<Row>) {
  const { t } = useTranslation()
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
      options={[{ value: '', label: none }, ...options]}
      onChange={(value: string) =>
        onSort(value === '' ? undefined : { by: value.replace(/^-/, ''), descending: value.startsWith('-') })
      }
    />
  )
}
