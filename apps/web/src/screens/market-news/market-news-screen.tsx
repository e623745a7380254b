import type { NewsItem } from '@tradebook/contract'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNews } from '../../live/use-live.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useListState } from '../../ui/data-table/list-state.ts'
import { linkedKey } from '../../ui/data-table/list-view.ts'
import { useFreshList, useServerList } from '../../ui/data-table/server-list.ts'
import { Page, Section } from '../../ui/page.tsx'
import styles from './market-news-screen.module.css'
import { newsView } from './news-view.tsx'

/** Announcements of the exchange and of companies; opening one unfolds its text. */
const MarketNewsScreen = () => {
  const { t } = useTranslation()
  const [state, change] = useListState(newsView)
  const source = useServerList('MarketData/GetNews', newsView, state)
  const [unfolded, setUnfolded] = useState<readonly string[]>([])
  const fold = useCallback(
    ({ id }: NewsItem) =>
      setUnfolded((ids) => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id])),
    [],
  )
  const linked = linkedKey(newsView, state.filters)
  useEffect(() => {
    if (linked !== undefined) setUnfolded((ids) => [...ids, linked])
  }, [linked])
  useFreshList('MarketData/GetNews', useNews()[0]?.id)
  return (
    <Page title={t('News.Title')} about={t('News.About')}>
      <Section>
        <DataTable
          list={newsView}
          source={source}
          state={state}
          onChange={change}
          onOpen={fold}
          detail={{ of: unfolded, show: ({ body }) => <p className={styles.body}>{body}</p> }}
        />
      </Section>
    </Page>
  )
}

export default MarketNewsScreen
