import { keepPreviousData } from '@tanstack/react-query'
import type { NewsItem } from '@tradebook/contract'
import { Button, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { useCall } from '../../api/use-call.ts'
import { HOME } from '../../paths.ts'
import { dateAndTime } from '../../ui/format.ts'
import { EmptyState, Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import styles from './market-news-screen.module.css'
import { useNewsAsItComes } from './use-news-as-it-comes.ts'

const PAGE_SIZE = 20
/** FIX Urgency(61): flash. */
const FLASH = '1'

const MarketNewsScreen = () => {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const page = Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1)
  const news = useCall(
    'MarketData/GetNews',
    { skipCount: (page - 1) * PAGE_SIZE, maxResultCount: PAGE_SIZE },
    { placeholderData: keepPreviousData },
  )
  useNewsAsItComes()
  return (
    <Page title={t('News.Title')} about={t('News.About')}>
      <section className={styles.panel} aria-busy={news.isPending}>
        {news.isPending && <NewsSkeleton />}
        {news.isError && (
          <EmptyState
            title={t('News.Failed')}
            details={t('News.Failed.details')}
            action={<Button onClick={() => news.refetch()}>{t('Chunk.Retry')}</Button>}
          />
        )}
        {news.data?.items.length === 0 && (
          <EmptyState title={t('News.Empty')} details={t('News.Empty.details')} />
        )}
        {news.data?.items.map((item) => (
          <NewsArticle key={item.id} {...item} />
        ))}
      </section>
      <Pager
        label={t('News.Pages')}
        page={page}
        pages={Math.ceil((news.data?.totalCount ?? 0) / PAGE_SIZE)}
        go={(next) => setQuery(next === 1 ? {} : { page: String(next) })}
      />
    </Page>
  )
}

const NewsArticle = ({ headline, body, source, urgency, securityIDs, origTime }: NewsItem) => {
  const { t } = useTranslation()
  return (
    <article className={styles.article}>
      <div className={styles.origin}>
        <time dateTime={origTime}>{dateAndTime(origTime)}</time>
        <span>{source}</span>
      </div>
      <div>
        <h2>
          {urgency === FLASH && <span className={styles.urgent}>{t('News.Urgent')}</span>}
          {headline}
        </h2>
        {body && <p>{body}</p>}
        {securityIDs.length > 0 && (
          <p className={styles.securities}>
            {securityIDs.map((security) => (
              <Link
                key={security}
                to={{ pathname: HOME, search: new URLSearchParams({ security }).toString() }}
              >
                {security}
              </Link>
            ))}
          </p>
        )}
      </div>
    </article>
  )
}

const skeletonRows = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

const NewsSkeleton = () =>
  skeletonRows.map((row) => (
    <div key={row} className={styles.article}>
      <Skeleton title={false} paragraph={{ rows: 2, width: ['80%', '50%'] }} active />
      <Skeleton title paragraph={{ rows: 1 }} active />
    </div>
  ))

export default MarketNewsScreen
