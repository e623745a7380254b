import { MinusOutlined, PlusOutlined } from '@ant-design/icons'
import { nairaToPrice, Side } from '@tradebook/contract'
import { Button, Input, Space } from 'antd'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useStatistic } from '../../../live/use-live.ts'
import { type PriceRules, stepPrice } from './price-step.ts'
import { parsePrice } from './quantity.ts'
import style from './ticket.module.css'
import { edit, pricePlain, useTicket } from './ticket-store.ts'

/** Ticks a Page key goes. */
const LEAP = 10

interface PriceFieldProps {
  readonly id: string
  readonly rules: PriceRules | undefined
  readonly securityID: string | undefined
  readonly hasError: boolean
}

/** A limit price: typed, or stepped tick by tick with buttons and arrow keys. */
export function PriceField({ id, rules, securityID, hasError }: PriceFieldProps) {
  const { t } = useTranslation()
  const text = useTicket(({ draft }) => draft.priceText)
  const isBuy = useTicket(({ draft }) => draft.side === Side.buy)
  // Where stepping begins when no price stands yet: what the other side asks for.
  const fallback = useStatistic(
    securityID ?? '',
    (row) => (isBuy ? row?.offerPx : row?.bidPx) ?? row?.lastPx ?? row?.prevClosePx,
  )
  const step = (ticks: number) => {
    const typed = parsePrice(text)
    const start = typed ?? (fallback ? nairaToPrice(fallback) : undefined)
    if (start === undefined || !rules) return
    edit({ priceText: pricePlain(typed === undefined ? start : stepPrice(start, ticks, rules)) })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const ticks = { ArrowUp: 1, ArrowDown: -1, PageUp: LEAP, PageDown: -LEAP }[event.key]
    if (ticks === undefined) return
    event.preventDefault()
    step(ticks)
  }
  return (
    <Space.Compact block>
      <Button icon={<MinusOutlined />} aria-label={t('Trading.Ticket.PriceDown')} onClick={() => step(-1)} />
      <Input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        className={style.figure}
        placeholder={fallback ? fallback.toFixed(2) : ''}
        status={hasError ? 'error' : ''}
        aria-describedby={`${id}-note`}
        value={text}
        onChange={({ target }) => edit({ priceText: target.value })}
        onKeyDown={onKeyDown}
      />
      <Button icon={<PlusOutlined />} aria-label={t('Trading.Ticket.PriceUp')} onClick={() => step(1)} />
    </Space.Compact>
  )
}
