import { Side, type WordKey } from '@tradebook/contract'
import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'
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

export function FilterChips({ filter, selected, onChange }: FilterChipsProps) {
  const { t } = useTranslation()
  return (
    <fieldset className={style.chips} aria-label={t('Trading.Filter')}>
      {standingNames.map((standing) => (
        <Tag.CheckableTag
          key={standing}
          checked={filter.standing === standing}
          onChange={() => onChange({ ...filter, standing })}
        >
          {t(`Trading.Filter.${standing}`)}
        </Tag.CheckableTag>
      ))}
      <span className={style.divide} />
      {sides.map((side) => (
        <Tag.CheckableTag
          key={side}
          checked={filter.side === side}
          onChange={() => onChange({ ...filter, side })}
        >
          {t(sideWords[side])}
        </Tag.CheckableTag>
      ))}
      {selected !== undefined && (
        <>
          <span className={style.divide} />
          <Tag.CheckableTag
            checked={filter.onlySelected}
            onChange={(onlySelected) => onChange({ ...filter, onlySelected })}
          >
            {t('Trading.Filter.Only', { symbol: selected })}
          </Tag.CheckableTag>
        </>
      )}
    </fieldset>
  )
}
