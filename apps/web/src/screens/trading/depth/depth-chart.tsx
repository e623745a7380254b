import { sumOfNaira } from '@tradebook/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useBook } from '../../../live/use-live.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { price, quantity } from '../../../ui/format.ts'
import style from './depth-chart.module.css'
import { depthCurve, depthPath } from './depth-curve.ts'

/** How much is on each side, the further from the best prices the more. */
export function DepthChart() {
  const { t } = useTranslation()
  const { bids, offers } = useBook()
  const curve = useMemo(() => depthCurve(bids, offers), [bids, offers])
  const [bestBid, bestOffer] = [curve?.bids[0], curve?.offers[0]]
  if (!curve || !bestBid || !bestOffer) {
    return <EmptyState title={t('Trading.Depth.Empty')} details={t('Trading.Depth.Empty.details')} />
  }
  const best = { bid: price(bestBid.price), offer: price(bestOffer.price) }
  const spread = sumOfNaira(bestOffer.price, -bestBid.price)
  return (
    <figure className={style.depth} data-figures aria-label={t('Trading.Depth')}>
      <div className={style.field}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path className={style.bids} d={depthPath('bids', curve)} />
          <path className={style.offers} d={depthPath('offers', curve)} />
        </svg>
        <span className={style.most}>{quantity(curve.most)}</span>
      </div>
      <figcaption className={style.prices}>
        <span>{price(curve.lowest)}</span>
        <span>
          {spread > 0
            ? t('Trading.Depth.Spread', { ...best, spread: price(spread) })
            : t('Trading.Depth.Overlap', best)}
        </span>
        <span>{price(curve.highest)}</span>
      </figcaption>
    </figure>
  )
}
