import { useTranslation } from 'react-i18next'
import { useNews } from '../../live/use-live.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { dateAndTime } from '../../ui/format.ts'
import style from './news.module.css'

/** Announcements, newest first: of one security, or of the whole market. */
export function News({ securityID }: { securityID?: string }) {
  const { t } = useTranslation()
  const all = useNews()
  const news =
    securityID === undefined ? all : all.filter(({ securityIDs }) => securityIDs.includes(securityID))
  if (news.length === 0) {
    return <EmptyState title={t('Trading.News.None')} details={t('Trading.News.None.details')} />
  }
  return (
    <ul className={style.news}>
      {news.map(({ id, headline, body, source, origTime }) => (
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
