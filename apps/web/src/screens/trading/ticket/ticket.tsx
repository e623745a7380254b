import { OrdType, Side, toNaira } from '@tradebook/contract'
import { Button, Checkbox, Input, type InputRef } from 'antd'
import { type FormEvent, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsBookRight, useIsFresh, useStatistic } from '../../../live/use-live.ts'
import { useCan } from '../../../session.ts'
import { money, quantity, price as written } from '../../../ui/format.ts'
import { Choice } from '../choice.tsx'
import { arrange, useArrangement } from '../preferences.ts'
import { usePriceRules } from '../security-facts.ts'
import { isHalted } from '../watch/watch-columns.ts'
import { AccountChooser } from './account-chooser.tsx'
import { useAccountMeans, useTradingAccount } from './accounts.ts'
import { Charges } from './charges.tsx'
import { type Objection, readDraft, ticketOrdTypes, ticketTimes } from './draft.ts'
import { intentWords } from './intent-words.ts'
import { Outcome } from './outcome.tsx'
import { PriceField } from './price-field.tsx'
import { isUnderway } from './sending.ts'
import style from './ticket.module.css'
import { edit, review, send, startAfresh, useTicket } from './ticket-store.ts'

/** Quantities a dealer reaches for. */
const presets = ['100', '1k', '10k', '100k'] as const

const sideWords = [
  { value: Side.buy, word: 'Trading.Buy', whyNot: 'Trading.Ticket.MayNotBuy' },
  { value: Side.sell, word: 'Trading.Sell', whyNot: 'Trading.Ticket.MayNotSell' },
] as const

/** The order ticket: what is wanted, what it will cost, and one worded button that sends it. */
export function Ticket({ securityID }: { securityID: string | undefined }) {
  const { t } = useTranslation()
  const { draft, isReviewing, sending, summons } = useTicket()
  const { side, ordType, timeInForce, quantityText, priceText } = draft
  const wantsReview = useArrangement((arrangement) => arrangement.review)
  const symbol = useStatistic(securityID ?? '', (row) => row?.symbol) ?? securityID ?? ''
  const isSecurityHalted = useStatistic(securityID ?? '', (row) => row !== undefined && isHalted(row))
  const rules = usePriceRules(securityID)
  const account = useTradingAccount()
  const { balance, holdings, buyingPower } = useAccountMeans(account)
  const mayTrade = { [Side.buy]: useCan('BUY'), [Side.sell]: useCan('SELL') }
  const isBookRight = useIsBookRight()
  const isLinkFresh = useIsFresh()
  const holding = holdings?.find((held) => held.securityID === securityID)
  const sellableShares = holdings && (holding?.availableQuantity ?? 0)

  const { order, objections, warnings, estimate } = readDraft(draft, {
    securityID,
    account: account?.accountNumber,
    rules,
    mayTrade,
    isFresh: isLinkFresh && (isBookRight || securityID === undefined),
    isHalted: isSecurityHalted,
    sellableShares,
    buyingPower,
  })

  const quantityBox = useRef<InputRef>(null)
  useEffect(() => {
    if (summons > 0) quantityBox.current?.focus({ cursor: 'all' })
  }, [summons])
  const lastSecurity = useRef(securityID)
  useEffect(() => {
    if (lastSecurity.current !== undefined && lastSecurity.current !== securityID) startAfresh()
    lastSecurity.current = securityID
  }, [securityID])

  const id = useId()
  const isBuy = side === Side.buy
  const says = (objection: Objection) => t(objection.word, { symbol, ...objection.values })
  const of = (field: Objection['field'], text: string) =>
    text === '' ? undefined : [...objections, ...warnings].find((objection) => objection.field === field)
  const quantityNote = of('quantity', quantityText)
  const priceNote = of('price', priceText)
  const ticketNote = objections[0] ?? warnings.find(({ field }) => field === 'ticket')
  const isBusy = isUnderway(sending)
  const words = order && intentWords(order, symbol, t)

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!order || isBusy) return
    if (wantsReview && !isReviewing && sending.phase !== 'unknown') review(true)
    else void send(order)
  }

  return (
    <form className={style.ticket} data-side={side} onSubmit={onSubmit} aria-label={t('Trading.Ticket')}>
      <fieldset className={style.sides} aria-label={t('Trading.Ticket.Side')}>
        {sideWords.map(({ value, word, whyNot }) => (
          <label key={value} data-side={value} title={mayTrade[value] ? undefined : t(whyNot)}>
            <input
              type="radio"
              name={`${id}-side`}
              checked={side === value}
              disabled={!mayTrade[value]}
              onChange={() => edit({ side: value })}
            />
            {t(word)}
          </label>
        ))}
      </fieldset>
      <p className={style.security}>
        <strong>{symbol || t('Trading.Ticket.NoSecurity')}</strong>
        {securityID !== undefined && <LastPrice securityID={securityID} />}
      </p>

      <Field label={t('Trading.Ticket.Account')} htmlFor={`${id}-account`}>
        <AccountChooser id={`${id}-account`} account={account} />
      </Field>

      <div className={style.pair}>
        <Choice
          isField
          label={t('Trading.Ticket.OrdType')}
          value={ordType}
          onChange={(value) => edit({ ordType: value })}
          options={ticketOrdTypes.map((value) => ({ value, label: t(`Trading.OrdType.${value}`) }))}
        />
        <Choice
          isField
          label={t('Trading.Ticket.TimeInForce')}
          value={timeInForce}
          onChange={(value) => edit({ timeInForce: value })}
          options={ticketTimes.map((value) => ({
            value,
            label: t(`Trading.TimeInForce.${value}`),
            title: t(`Trading.TimeInForce.${value}.details`),
          }))}
        />
      </div>

      <Field
        label={t('Trading.Ticket.Quantity')}
        htmlFor={`${id}-quantity`}
        note={quantityNote && says(quantityNote)}
        hint={
          isBuy || sellableShares === undefined
            ? undefined
            : t('Trading.Ticket.Sellable', { shares: quantity(sellableShares) })
        }
      >
        <Input
          ref={quantityBox}
          id={`${id}-quantity`}
          inputMode="decimal"
          autoComplete="off"
          className={style.figure}
          placeholder={t('Trading.Ticket.Quantity.placeholder')}
          status={quantityNote ? 'error' : ''}
          aria-describedby={`${id}-quantity-note`}
          value={quantityText}
          onChange={({ target }) => edit({ quantityText: target.value })}
        />
        <div className={style.presets}>
          {presets.map((text) => (
            <button key={text} type="button" onClick={() => edit({ quantityText: text })}>
              {text}
            </button>
          ))}
          {!isBuy && sellableShares !== undefined && sellableShares > 0 && (
            <button type="button" onClick={() => edit({ quantityText: String(sellableShares) })}>
              {t('Trading.Ticket.All')}
            </button>
          )}
        </div>
      </Field>

      {ordType === OrdType.limit ? (
        <Field
          label={t('Trading.Ticket.Price')}
          htmlFor={`${id}-price`}
          note={priceNote && says(priceNote)}
          hint={
            rules &&
            t('Trading.Ticket.PriceRules', {
              low: written(toNaira(rules.low)),
              high: written(toNaira(rules.high)),
              tick: written(toNaira(rules.tick)),
            })
          }
        >
          <PriceField
            id={`${id}-price`}
            rules={rules}
            securityID={securityID}
            hasError={priceNote !== undefined}
          />
        </Field>
      ) : (
        <p className={style.hint}>{t('Trading.Ticket.MarketHint')}</p>
      )}

      <Charges side={side} isMarket={ordType === OrdType.market} estimate={estimate} />

      {isReviewing && order && words && (
        <p className={style.review}>
          {t('Trading.Ticket.ReviewText', { order: words, customer: account?.customerName ?? '' })}
        </p>
      )}

      <div className={style.send}>
        <Button
          block
          type="primary"
          htmlType="submit"
          danger={!isBuy}
          loading={isBusy}
          disabled={!order && !isBusy}
          aria-describedby={`${id}-why`}
        >
          {buttonWords()}
        </Button>
        {isReviewing && (
          <Button block type="text" onClick={() => review(false)}>
            {t('Trading.Ticket.Back')}
          </Button>
        )}
        <p id={`${id}-why`} className={style.why} data-warning={objections.length === 0 || undefined}>
          {ticketNote && says(ticketNote)}
        </p>
      </div>

      <Outcome sending={sending} />

      <footer className={style.foot}>
        <dl className={style.means}>
          {balance && (
            <div>
              <dt>{t('Trading.Ticket.BuyingPower')}</dt>
              <dd>₦{money(balance.buyingPower)}</dd>
            </div>
          )}
          {balance && balance.heldAmount > 0 && (
            <div>
              <dt>{t('Trading.Ticket.Held')}</dt>
              <dd>₦{money(balance.heldAmount)}</dd>
            </div>
          )}
          {holdings && securityID !== undefined && (
            <div>
              <dt>{t('Trading.Ticket.Owned', { symbol })}</dt>
              <dd>{quantity(holding?.quantity ?? 0)}</dd>
            </div>
          )}
        </dl>
        <Checkbox checked={wantsReview} onChange={({ target }) => arrange({ review: target.checked })}>
          {t('Trading.Ticket.ReviewFirst')}
        </Checkbox>
      </footer>
    </form>
  )

  function buttonWords(): string {
    if (sending.phase === 'sending') return t('Trading.Ticket.Sending')
    if (sending.phase === 'slow') return t('Trading.Ticket.Slow')
    if (!words)
      return isBuy ? t('Trading.Ticket.BuySymbol', { symbol }) : t('Trading.Ticket.SellSymbol', { symbol })
    if (sending.phase === 'unknown') return t('Trading.Ticket.SendAgain', { order: words })
    return wantsReview && !isReviewing
      ? words
      : isReviewing
        ? t('Trading.Ticket.Confirm', { order: words })
        : words
  }
}

function LastPrice({ securityID }: { securityID: string }) {
  const last = useStatistic(securityID, (row) => row?.lastPx ?? row?.prevClosePx)
  return <span>{written(last)}</span>
}

interface FieldProps {
  readonly label: string
  readonly htmlFor: string
  /** What is wrong, in words. */
  readonly note?: string | undefined
  readonly hint?: string | undefined
  readonly children: React.ReactNode
}

const Field = ({ label, htmlFor, note, hint, children }: FieldProps) => (
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
