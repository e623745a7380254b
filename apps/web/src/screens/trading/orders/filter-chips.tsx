import { Side, type WordKey } from '@tradebook/contract'
import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { Choice } from '../choice.tsx'
import { type OrderFilter, sides, standingNames } from './order-filter.ts'
import style from './table.module.css'

const sideWords: Readonly<Record<(typeof sides)[number], WordKey>> = {
  all: 'Trading.Filter.BothSides',
  [Side.buy]: 'Trading.Buy',
  [Side.sell]: 'Trading.Sell',
}

interface FilterChipsProps {
  readonly filter: OrderFilter
  readonly selected: string | undefined
  readonly onChange: (filter: OrderFilter) => void
}

/** Which orders are shown; the choices narrow each other. */
export function FilterChips({ filter, selected, onChange }: FilterChipsProps) {
  const { t } = useTranslation()
  return (
    <div className={style.chips}>
      <Choice
        label={t('Trading.Filter.Standing')}
        value={filter.standing}
        onChange={(standing) => onChange({ ...filter, standing })}
        options={standingNames.map((value) => ({ value, label: t(`Trading.Filter.${value}`) }))}
      />
      <Choice
        label={t('Trading.Filter.Side')}
        value={filter.side}
        onChange={(side) => onChange({ ...filter, side })}
        options={sides.map((value) => ({ value, label: t(sideWords[value]) }))}
      />
      {selected !== undefined && (
        <Checkbox
          className={style.only}
          checked={filter.onlySelected}
          onChange={({ target }) => onChange({ ...filter, onlySelected: target.checked })}
        >
          {t('Trading.Filter.Only', { symbol: selected })}
        </Checkbox>
      )}
    </div>
  )
}
