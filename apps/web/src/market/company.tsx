import type { Security, Statistics, TextKey } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { useStatistics } from '../live/use-live.ts'
import { averagePrice, compact, NOTHING, price, quantity } from '../ui/format.ts'
import style from './company.module.css'
import { useSecurity } from './use-security.ts'

const identity: readonly { title: TextKey; text: (security: Security) => string }[] = [
  { title: 'Trading.Column.securityDesc', text: ({ securityDesc }) => securityDesc },
  { title: 'Trading.Column.sector', text: ({ sector }) => sector },
  { title: 'Trading.Company.Isin', text: ({ isin }) => isin ?? NOTHING },
  { title: 'Trading.Company.Board', text: ({ board }) => board ?? NOTHING },
  { title: 'Trading.Company.Shares', text: ({ sharesOutstanding }) => quantity(sharesOutstanding) },
  { title: 'Trading.Company.PriceGroup', text: ({ priceGroup }) => priceGroup },
]

const figures: readonly { title: TextKey; text: (row: Statistics) => string }[] = [
  { title: 'Trading.Column.prevClosePx', text: ({ prevClosePx }) => price(prevClosePx) },
  { title: 'Trading.Column.openPx', text: ({ openPx }) => price(openPx) },
  { title: 'Trading.Column.highPx', text: ({ highPx }) => price(highPx) },
  { title: 'Trading.Column.lowPx', text: ({ lowPx }) => price(lowPx) },
  { title: 'Trading.Column.vwapPx', text: ({ vwapPx }) => averagePrice(vwapPx) },
  { title: 'Trading.Column.tradeVolume', text: ({ tradeVolume }) => quantity(tradeVolume) },
  { title: 'Trading.Column.tradeValue', text: ({ tradeValue }) => compact(tradeValue) },
  { title: 'Trading.Column.numberOfTrades', text: ({ numberOfTrades }) => quantity(numberOfTrades) },
  { title: 'Trading.Column.low52Px', text: ({ low52Px }) => price(low52Px) },
  { title: 'Trading.Column.high52Px', text: ({ high52Px }) => price(high52Px) },
  { title: 'Trading.Column.lowLimitPx', text: ({ lowLimitPx }) => price(lowLimitPx) },
  { title: 'Trading.Column.highLimitPx', text: ({ highLimitPx }) => price(highLimitPx) },
  { title: 'Trading.Company.PublishedPx', text: ({ publishedPx }) => price(publishedPx) },
  { title: 'Trading.Column.marketCap', text: ({ marketCap }) => compact(marketCap) },
]

/** Who the company is and how its share stands. */
export function Company({ securityID }: { securityID: string }) {
  const { t } = useTranslation()
  const security = useSecurity(securityID)
  const row = useStatistics(securityID)
  return (
    <dl className={style.company}>
      {security &&
        identity.map(({ title, text }) => (
          <div key={title}>
            <dt>{t(title)}</dt>
            <dd title={text(security)}>{text(security)}</dd>
          </div>
        ))}
      {row &&
        figures.map(({ title, text }) => (
          <div key={title}>
            <dt>{t(title)}</dt>
            <dd>{text(row)}</dd>
          </div>
        ))}
    </dl>
  )
}
