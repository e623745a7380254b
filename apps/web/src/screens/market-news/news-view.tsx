import type { NewsItem } from '@tradebook/contract'
import { Link } from 'react-router'
import { HOME } from '../../paths.ts'
import type { ListView } from '../../ui/data-table/list-view.ts'
import styles from './market-news-screen.module.css'

/** FIX Urgency(61): flash. */
const FLASH = '1'

/** Announcements, newest first. */
export const newsView: ListView<NewsItem> = {
  key: 'news',
  title: 'News.Title',
  rowKey: ({ id }) => id,
  pageSize: 20,
  columns: [
    { key: 'origTime', title: 'News.Published', kind: 'dateAndTime', characters: 24 },
    {
      key: 'headline',
      title: 'News.Headline',
      kind: 'text',
      characters: 60,
      isKept: true,
      opens: true,
      show: ({ headline, urgency }, say) => (
        <>
          {urgency === FLASH && <span className={styles.urgent}>{say('News.Urgent')}</span>}
          {headline}
        </>
      ),
    },
    {
      key: 'securityIDs',
      title: 'News.Securities',
      kind: 'text',
      characters: 20,
      show: ({ securityIDs }) => <Securities securityIDs={securityIDs} />,
    },
    { key: 'source', title: 'News.Source', kind: 'text', characters: 16 },
  ],
  filters: [{ key: 'security', title: 'News.OfSecurity', kind: 'text' }],
  leaving: ['source', 'securityIDs'],
  card: [['headline'], ['origTime', 'source'], ['securityIDs']],
  empty: { title: 'News.Empty', details: 'News.Empty.details' },
}

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
