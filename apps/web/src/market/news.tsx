import { keepPreviousData } from '@tanstack/react-query'
import { type NewsItem, newsInWords } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { useCall } from '../api/use-call.ts'
import { useNews } from '../live/use-live.ts'
import { useFreshList } from '../ui/data-table/server-list.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { dateAndTime } from '../ui/format.ts'
import style from './news.module.css'

/** The newest announcements, of one security or of the whole market, as far as they were received. */
export function News({ securityID }: { securityID?: string }) {
  const all = useNews()
  return (
    <NewsItems
      news={
        securityID === undefined ? all : all.filter(({ securityIDs }) => securityIDs.includes(securityID))
      }
    />
  )
}

const NEWS_SHOWN = 20

/** The newest announcements of one security, however long ago they were published. */
export function SecurityNews({ securityID }: { securityID: string }) {
  const { data } = useCall(
    'MarketData/GetNews',
    { security: securityID, maxResultCount: NEWS_SHOWN },
    { staleTime: 0, placeholderData: keepPreviousData },
  )
  useFreshList('MarketData/GetNews', useNews()[0]?.id)
  return data ? <NewsItems news={data.items} /> : null
}

function NewsItems({ news }: { news: readonly NewsItem[] }) {
  const { t } = useTranslation()
  if (news.length === 0) {
    return <EmptyState title={t('Trading.News.None')} details={t('Trading.News.None.details')} />
  }
  return (
    <ul className={style.news}>
      {news
        .map((item) => newsInWords(item, t))
        .map(({ id, headline, body, source, origTime }) => (
          <li key={id}>
            <details>
              <summary>
                <span className={style.headline}>{headline}</span>
                <span className={style.when}>
                  {source} · {dateAndTime(origTime)}
                </span>
              </summary>
              <p className={style.body}>{body}</p>
            </details>
          </li>
        ))}
    </ul>
  )
}
