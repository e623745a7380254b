import { SearchOutlined } from '@ant-design/icons'
import { Input, type InputRef, Select } from 'antd'
import { memo, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { actionOf } from '../keymap.ts'
import { ColumnChooser } from './column-chooser.tsx'
import style from './market-watch.module.css'
import { MANAGE, type WatchLists } from './use-watch-lists.ts'

interface WatchToolsProps {
  readonly lists: Pick<WatchLists, 'chosen' | 'options' | 'choose'>
  /** Opens the person's own lists. */
  readonly onManage: () => void
  readonly search: string
  readonly onSearch: (search: string) => void
  readonly searchBox: RefObject<InputRef | null>
  /** Opens what the search has marked. */
  readonly onOpen: () => void
  /** Goes on in the rows, one of which is marked. */
  readonly onEnterRows: () => void
  /** Gives the keys to the rows, whichever is marked. */
  readonly onLeave: () => void
  /** The chosen columns that have no room at present; `undefined` where columns are not the person's choice. */
  readonly columnsWithoutRoom: readonly string[] | undefined
}

/** What the watch shows is chosen here: the list, a search in all of them, and the columns. */
export const WatchTools = memo(function WatchTools(props: WatchToolsProps) {
  const { lists, onManage, search, onSearch, searchBox, onOpen, onEnterRows, onLeave, columnsWithoutRoom } =
    props
  const { t } = useTranslation()
  return (
    <div className={style.tools}>
      <Select
        size="small"
        variant="borderless"
        className={style.lists}
        aria-label={t('Trading.Watch.List')}
        value={lists.chosen}
        options={lists.options}
        onChange={(key: string) => {
          if (key === MANAGE) return onManage()
          lists.choose(key)
          // The box would take the next keys for itself.
          onLeave()
        }}
        popupMatchSelectWidth={false}
      />
      <Input
        ref={searchBox}
        size="small"
        allowClear
        className={style.search}
        prefix={<SearchOutlined />}
        suffix={search === '' && <kbd className={style.key}>/</kbd>}
        placeholder={t('Trading.Watch.Search')}
        aria-label={t('Trading.Watch.Search')}
        value={search}
        onChange={({ target }) => onSearch(target.value)}
        onKeyDown={(event) => {
          const action = actionOf('watch', event)
          // What is pressed next is for what was chosen, not another character of the search.
          if (action === 'open') onOpen()
          if (action === 'close') search === '' ? onLeave() : onSearch('')
          if (action === 'next') {
            event.preventDefault()
            onEnterRows()
          }
        }}
      />
      {columnsWithoutRoom && <ColumnChooser without={columnsWithoutRoom} />}
    </div>
  )
})
