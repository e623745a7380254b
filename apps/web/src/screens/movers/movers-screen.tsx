import { tradeMeasures } from '@tradebook/contract'
import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { MoverTable } from '../../market/mover-table.tsx'
import { moverView } from '../../market/mover-view.ts'
import { Columns, Page } from '../../ui/page.tsx'
import { useAddressChoice } from '../../ui/use-address-choice.ts'

const gainers = moverView('gainers', 'Movers.Gainers')
const losers = moverView('losers', 'Movers.Losers')
const mostTraded = moverView('mostTraded', 'Movers.MostTraded', 'tradeValue')

/** How many of the first are shown. */
const counts = ['10', '5', '20', '50'] as const

/** The securities that rose, fell and traded most, as the market moves. */
const MoversScreen = () => {
  const { t } = useTranslation()
  const [chosen, chooseCount] = useAddressChoice('count', counts)
  const [by, chooseMeasure] = useAddressChoice('by', tradeMeasures)
  const count = Number(chosen)
  const countChoice = (
    <Segmented
      size="small"
      aria-label={t('Movers.Count')}
      value={chosen}
      options={counts.toSorted((a, b) => Number(a) - Number(b))}
      onChange={chooseCount}
    />
  )
  const measureChoice = (
    <Segmented
      size="small"
      aria-label={t('Movers.By')}
      value={by}
      options={tradeMeasures.map((value) => ({ value, label: t(`Movers.By.${value}`) }))}
      onChange={chooseMeasure}
    />
  )
  return (
    <Page title={t('Movers.Title')} about={t('Movers.About')} tools={countChoice} isWide>
      <Columns>
        <MoverTable view={gainers} rule={{ asc: false, count }} />
        <MoverTable view={losers} rule={{ asc: true, count }} />
      </Columns>
      <MoverTable tools={measureChoice} view={mostTraded} rule={{ by, count }} />
    </Page>
  )
}

export default MoversScreen
