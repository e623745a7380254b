import { Input, type InputRef } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import style from './ticket.module.css'
import { edit, useTicket } from './ticket-store.ts'

/** Quantities a dealer reaches for. */
const presets = ['100', '1k', '10k', '100k'] as const

interface QuantityFieldProps {
  readonly id: string
  readonly hasError: boolean
  /** All there is to sell, where that is a sensible order. */
  readonly all: number | undefined
}

/** How many: typed as dealers write it, or taken from a preset. Whoever opens the ticket lands here. */
export function QuantityField({ id, hasError, all }: QuantityFieldProps) {
  const { t } = useTranslation()
  const text = useTicket(({ draft }) => draft.quantityText)
  const summons = useTicket((ticket) => ticket.summons)
  const box = useRef<InputRef>(null)
  useEffect(() => {
    if (summons > 0) box.current?.focus({ cursor: 'all' })
  }, [summons])
  return (
    <>
      <Input
        ref={box}
        id={id}
        inputMode="decimal"
        autoComplete="off"
        className={style.figure}
        placeholder={t('Trading.Ticket.Quantity.placeholder')}
        status={hasError ? 'error' : ''}
        aria-describedby={`${id}-note`}
        value={text}
        onChange={({ target }) => edit({ quantityText: target.value })}
      />
      <div className={style.presets}>
        {presets.map((preset) => (
          <button key={preset} type="button" onClick={() => edit({ quantityText: preset })}>
            {preset}
          </button>
        ))}
        {all !== undefined && all > 0 && (
          <button type="button" onClick={() => edit({ quantityText: String(all) })}>
            {t('Trading.Ticket.All')}
          </button>
        )}
      </div>
    </>
  )
}
