import { CloseOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input, Segmented, Tag } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Heading } from '../page.tsx'
import { printScreen } from '../printing.ts'
import { useIsPhone } from '../viewport.ts'
import { CopyRows } from './copy-rows.tsx'
import style from './data-table.module.css'
import { ListDownload } from './list-download.tsx'
import { ListOptions } from './list-options.tsx'
import { type ChangeList, type ListState, ON } from './list-state.ts'
import { chipText, type Filter, filterText, type ListSource, type ListView } from './list-view.ts'

interface ListToolsProps<Row> {
  readonly list: ListView<Row>
  readonly source: ListSource<Row>
  readonly state: ListState
  readonly onChange: ChangeList
  readonly heading: string | undefined
  readonly note: ReactNode
  readonly tools: ReactNode
  readonly fileInput: Readonly<Record<string, unknown>> | undefined
}

/** The bar above a list: its filters, what of them is chosen and hides, and what can be done with the list. */
export function ListTools<Row>(props: ListToolsProps<Row>) {
  const { list, source, state, onChange, heading, note, tools, fileInput } = props
  const { t } = useTranslation()
  const { filters } = state
  const choose = (key: string, value: string) => {
    const { [key]: _, ...others } = filters
    onChange({ filters: value === '' ? others : { ...others, [key]: value } })
  }
  const chosen = (list.filters ?? []).filter(({ key }) => filters[key] !== undefined)
  const hidden = source.hidden === undefined ? undefined : t('Table.Hidden', { number: source.hidden })
  return (
    <div className={style.tools}>
      {heading !== undefined && <Heading>{heading}</Heading>}
      {list.filters && (
        <div className={style.filters}>
          <div className={style.fields}>
            {list.filters.map((filter) => (
              <FilterField
                key={filter.key}
                filter={filter}
                value={filters[filter.key] ?? ''}
                onChoose={(value) => choose(filter.key, value)}
              />
            ))}
          </div>
          {chosen.length > 0 && (
            <div className={style.chips}>
              {chosen.map((filter) => {
                const value = filters[filter.key] ?? ''
                const text = filterText(filter, value, t)
                return (
                  <Tag key={filter.key} className={style.chip} title={text}>
                    {chipText(filter, value, t)}
                    <button
                      type="button"
                      aria-label={t('Table.RemoveFilter', { filter: text })}
                      onClick={() => choose(filter.key, '')}
                    >
                      <CloseOutlined />
                    </button>
                  </Tag>
                )
              })}
            </div>
          )}
        </div>
      )}
      {chosen.length > 0 && (
        <>
          {hidden !== undefined && (
            <span className={style.note} title={hidden}>
              {hidden}
            </span>
          )}
          <Button size="small" type="link" className={style.all} onClick={() => onChange({ filters: {} })}>
            {t('Table.ShowAll')}
          </Button>
        </>
      )}
      <span data-print-about>
        {chosen.map((filter) => filterText(filter, filters[filter.key] ?? '', t)).join(', ')}
      </span>
      {note && <span className={`${style.note} ${style.subject}`}>{note}</span>}
      <span className={style.end}>
        {tools}
        {list.file && <ListDownload list={list} file={list.file} state={state} input={fileInput} />}
        {source.all && <CopyRows list={list} all={source.all} />}
        <Button
          size="small"
          type="text"
          icon={<PrinterOutlined />}
          aria-label={t('Table.Print')}
          onClick={() => void printScreen().catch(() => undefined)}
        />
        <ListOptions list={list} state={state} onChange={onChange} />
      </span>
    </div>
  )
}

interface FilterFieldProps {
  readonly filter: Filter
  /** Empty: everything passes. */
  readonly value: string
  readonly onChoose: (value: string) => void
}

function FilterField({ filter, value, onChoose }: FilterFieldProps) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const title = t(filter.title, filter.kind === 'toggle' ? { ...filter.values } : {})
  switch (filter.kind) {
    case 'choice':
      return (
        <Segmented
          size="small"
          aria-label={title}
          value={value}
          options={filter.options.map((option) => ({ value: option.value, label: t(option.title) }))}
          onChange={onChoose}
        />
      )
    case 'toggle':
      return (
        <Checkbox
          className={style.toggle}
          checked={value === ON}
          onChange={({ target }) => onChoose(target.checked ? ON : '')}
        >
          {title}
        </Checkbox>
      )
    case 'picked':
      return <filter.Picker title={title} value={value} onChoose={onChoose} />
    case 'linked':
      return null
    case 'text':
      return (
        <Input.Search
          // What was removed as a chip is gone from the field, too.
          key={value}
          className={style.search}
          size={isPhone ? 'middle' : 'small'}
          allowClear
          aria-label={title}
          placeholder={title}
          defaultValue={value}
          onSearch={(typed) => onChoose(typed.trim())}
        />
      )
  }
}
