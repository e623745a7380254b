import { type NewsItem, newsList } from '@tradebook/contract'
import { Link } from 'react-router'
import { securityFilter } from '../../live/security-filter.ts'
import { HOME } from '../../paths.ts'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'
import { periodFilters } from '../../ui/data-table/period-filters.ts'
import styles from './market-news-screen.module.css'

/** FIX Urgency(61): flash. */
const FLASH = '1'

/** Announcements, newest first. */
export const newsView: ListView<NewsItem> = listView({
  key: 'news',
  title: 'News.Title',
  of: newsList,
  file: 'MarketData/DownloadNews',
  rowKey: ({ id }) => id,
  pageSize: 20,
  columns: [
    { key: 'origTime', kind: 'minute', characters: 20 },
    {
      key: 'headline',
      characters: 44,
      isKept: true,
      opens: true,
      show: ({ headline, urgency }, t) => (
        <>
          {urgency === FLASH && <span className={styles.urgent}>{t('News.Urgent')}</span>}
          {headline}
        </>
      ),
    },
    {
      key: 'securityIDs',
      characters: 26,
      show: ({ securityIDs }) => securityIDs.length > 0 && <Securities securityIDs={securityIDs} />,
    },
    { key: 'source', characters: 16 },
  ],
  filters: [
    { key: 'keyword', title: 'News.Search', kind: 'text' },
    { ...securityFilter, key: 'security' },
    { key: 'id', title: 'News.One', kind: 'linked' },
    ...periodFilters,
  ],
  leaving: ['source', 'securityIDs'],
  card: [['headline'], ['origTime', 'source'], ['securityIDs']],
  empty: { title: 'News.Empty', details: 'News.Empty.details' },
})

/** Each leads to its security on the trading screen. */
const Securities = ({ securityIDs }: Pick<NewsItem, 'securityIDs'>) => (
  <span className={styles.securities}>
    {securityIDs.map((security) => (
      <Link key={security} to={{ pathname: HOME, search: new URLSearchParams({ security }).toString() }}>
        {security}
      </Link>
    ))}
  </span>
)
