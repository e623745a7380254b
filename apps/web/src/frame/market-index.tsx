import { useTranslation } from 'react-i18next'
import { useIsFresh, useMarketSummary } from '../live/use-live.ts'
import { direction, money, percent } from '../ui/format.ts'
import styles from './market-index.module.css'

const arrows = { up: '▲', down: '▼', flat: '' } as const

/** The all-share index and its change since the previous close. */
export function MarketIndex() {
  const { t } = useTranslation()
  const index = useMarketSummary()?.index
  const isFresh = useIsFresh()
  if (!index) return null
  const tone = direction(index.changePercent)
  return (
    <span className={styles.index} title={t('Index.Title')} data-stale={!isFresh || undefined}>
      <span className={styles.name}>{t('Index.Name')} </span>
      <span translate="no" data-figures>
        <strong>{money(index.value)}</strong>{' '}
        <span className={styles.change} data-tone={tone}>
          {arrows[tone]} {percent(index.changePercent)}
        </span>
      </span>
    </span>
  )
}
