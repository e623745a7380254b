import { MinusOutlined, PlusOutlined } from '@ant-design/icons'
import { nairaToPrice, type PriceKobo, Side, toNaira } from '@tradebook/contract'
import { Button, Input, type InputRef, Space } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStatistic } from '../../../live/use-live.ts'
import { readPrice } from '../../../orders/typed-figures.ts'
import { price as written } from '../../../ui/format.ts'
import { midPrice, type PriceRules, stepPrice, ticksOf } from './figures.ts'
import style from './ticket.module.css'
import { edit, pricePlain, useTicket } from './ticket-store.ts'

interface FieldProps {
  readonly label: string
  readonly htmlFor: string
  /** What is wrong, in words. */
  readonly note?: string | undefined
  readonly hint?: string | undefined
  readonly children: ReactNode
}

/** A labelled part of the ticket; what is wrong with it is shown next to it, not somewhere else. */
export const Field = ({ label, htmlFor, note, hint, children }: FieldProps) => (
  <div className={style.field}>
    <label htmlFor={htmlFor}>
      {label}
      {hint && <span className={style.hint}>{hint}</span>}
    </label>
    {children}
    {note && (
      <p id={`${htmlFor}-note`} className={style.note}>
        {note}
      </p>
    )}
  </div>
)

/** Quantities a dealer reaches for. */
const presets = ['100', '1k', '10k', '100k'] as const

interface QuantityFieldProps {
  readonly id: string
  readonly hasError: boolean
  /** All there is to sell, where that is a sensible order. */
  readonly all: number | undefined
}

/** How many: typed as dealers write it, or taken from a preset. Anyone who opens the ticket lands here. */
export function QuantityField({ id, hasError, all }: QuantityFieldProps) {
  const { t } = useTranslation()
  const text = useTicket(({ draft }) => draft.quantityText)
  const focusRequests = useTicket((ticket) => ticket.focusRequests)
  const box = useRef<InputRef>(null)
  useEffect(() => {
    if (focusRequests > 0) box.current?.focus({ cursor: 'all' })
  }, [focusRequests])
  return (
    <>
      <Input
        ref={box}
        id={id}
        data-region-start
        inputMode="decimal"
        autoComplete="off"
        className={style.figure}
        placeholder={t('Trading.Ticket.Quantity.placeholder')}
        status={hasError ? 'error' : ''}
        aria-invalid={hasError}
        aria-describedby={`${id}-note`}
        value={text}
        onChange={({ target }) => edit({ quantityText: target.value })}
      />
      {/* What they do can be typed as quickly: Tab goes from the quantity to the price. */}
      <div className={style.presets}>
        {presets.map((preset) => (
          <button key={preset} type="button" tabIndex={-1} onClick={() => edit({ quantityText: preset })}>
            {preset}
          </button>
        ))}
        {all !== undefined && all > 0 && (
          <button type="button" tabIndex={-1} onClick={() => edit({ quantityText: String(all) })}>
            {t('Trading.Ticket.All')}
          </button>
        )}
      </div>
    </>
  )
}

interface PriceFieldProps {
  readonly id: string
  /** Which price of the draft it is. */
  readonly member: 'priceText' | 'stopText'
  readonly rules: PriceRules | undefined
  readonly securityID: string | undefined
  readonly hasError: boolean
}

/**
 * A limit or stop price: typed, or stepped tick by tick with buttons and arrow keys. While it is empty it
 * shows no figure: a price in grey is too easily taken for one that was entered.
 */
export function PriceField({ id, member, rules, securityID, hasError }: PriceFieldProps) {
  const { t } = useTranslation()
  const text = useTicket(({ draft }) => draft[member])
  const isBuy = useTicket(({ draft }) => draft.side === Side.buy)
  // Where stepping begins when no price stands yet: what the other side asks for, or for a stop the last price.
  const touch = useStatistic(
    securityID ?? '',
    (row) =>
      (member === 'stopText' ? undefined : isBuy ? row?.offerPx : row?.bidPx) ??
      row?.lastPx ??
      row?.prevClosePx,
  )
  const step = (ticks: number) => {
    const typed = readPrice(text).value
    const start = typed ?? (touch ? nairaToPrice(touch) : undefined)
    if (start === undefined || !rules) return
    edit({ [member]: pricePlain(typed === undefined ? start : stepPrice(start, ticks, rules)) })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const ticks = ticksOf(event)
    if (ticks === undefined) return
    event.preventDefault()
    step(ticks)
  }
  return (
    <Space.Compact block>
      <Button
        icon={<MinusOutlined />}
        tabIndex={-1}
        aria-label={t('Trading.Ticket.PriceDown')}
        onClick={() => step(-1)}
      />
      <Input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        className={style.figure}
        placeholder={t('Trading.Ticket.Price.placeholder')}
        status={hasError ? 'error' : ''}
        aria-invalid={hasError}
        aria-describedby={`${id}-note`}
        value={text}
        onChange={({ target }) => edit({ [member]: target.value })}
        onKeyDown={onKeyDown}
      />
      <Button
        icon={<PlusOutlined />}
        tabIndex={-1}
        aria-label={t('Trading.Ticket.PriceUp')}
        onClick={() => step(1)}
      />
    </Space.Compact>
  )
}

interface QuotedPricesProps {
  readonly side: Side
  readonly rules: PriceRules | undefined
  readonly securityID: string | undefined
  readonly onChoose: (price: PriceKobo) => void
}

/** The best bid, the best offer and the price in the middle, to be taken as the limit. */
export function QuotedPrices({ side, rules, securityID, onChoose }: QuotedPricesProps) {
  const { t } = useTranslation()
  const bid = useStatistic(securityID ?? '', (row) => (row?.bidPx ? nairaToPrice(row.bidPx) : undefined))
  const offer = useStatistic(securityID ?? '', (row) =>
    row?.offerPx ? nairaToPrice(row.offerPx) : undefined,
  )
  const mid = rules && bid && offer ? midPrice(bid, offer, side, rules.tick) : undefined
  const prices = [
    ['Trading.Ticket.AtBid', bid],
    ['Trading.Ticket.AtMid', mid],
    ['Trading.Ticket.AtOffer', offer],
  ] as const
  return (
    <div className={style.presets}>
      {prices.map(([text, price]) => (
        <button
          key={text}
          type="button"
          tabIndex={-1}
          disabled={price === undefined}
          title={price && written(toNaira(price))}
          onClick={() => price !== undefined && onChoose(price)}
        >
          {t(text)}
        </button>
      ))}
    </div>
  )
}
