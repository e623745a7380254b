import {
  durations,
  firmSettings,
  isCall,
  isForClose,
  isStop,
  isUnpriced,
  namesLastDay,
  Side,
  toNaira,
} from '@tradebook/contract'
import { Button, Checkbox } from 'antd'
import { type FormEvent, type KeyboardEvent, useId, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useIsSelectedStale, useLatestExpireDate, useStatistic } from '../../../live/use-live.ts'
import { BASKETS, BULK_ORDERS } from '../../../paths.ts'
import { useCan, useSetting } from '../../../session.ts'
import { isDay } from '../../../ui/days.ts'
import { date, dateWithDay, quantity, price as written } from '../../../ui/format.ts'
import { wordsOf } from '../../../ui/worded.ts'
import { Choice } from '../choice.tsx'
import { openCross, useMayCross } from '../cross/open-cross.ts'
import { actionOf } from '../keymap.ts'
import { LastDayPicker } from '../last-day-picker.tsx'
import { arrange, useArrangement } from '../preferences.ts'
import { AccountChooser } from './account.tsx'
import { AccountStrip } from './account-strip.tsx'
import type { Draft } from './draft.ts'
import { Field, PriceField, QuantityField, QuotedPrices } from './fields.tsx'
import { Charges, Total } from './money.tsx'
import { MoreOptions } from './more-options.tsx'
import { durationsShown, instructionIn, kindsShown } from './offers.ts'
import type { Objection } from './sanity.ts'
import { Outcome, Review, SendButton } from './send.tsx'
import { askedOf, undecidedLike } from './sending.ts'
import style from './ticket.module.css'
import { edit, pricePlain, review, sendOrder, turnTo, useTicket } from './ticket-store.ts'
import { useDraftCheck, useExpected } from './use-draft-check.ts'
import { usePreview } from './use-preview.ts'

// Longer than 300 lines, for every part of the form reads and changes the one draft.

/** The order ticket: what is wanted, what it will cost, and one worded button that sends it. */
export function Ticket({ securityID: selected }: { securityID: string | undefined }) {
  const { t } = useTranslation()
  const id = useId()
  const isReviewing = useTicket((ticket) => ticket.isReviewing)
  const isStale = useIsSelectedStale()
  const mayCross = useMayCross()
  const tradesForAll = useCan('TRADE_ALL_ACCOUNTS')
  const takesStops = useSetting(firmSettings.stopOrders.name)?.toLowerCase() === 'true'
  const undecided = useTicket((ticket) => ticket.undecided)
  const wantsReview = useArrangement((arrangement) => arrangement.review)
  // A draft and the security it is for come from one place: it is never shown or sent for another.
  const draftFor = useTicket((ticket) => ticket.securityID)
  const securityID = selected && draftFor
  const check = useDraftCheck(securityID)
  const {
    draft,
    symbol,
    order,
    objections,
    warnings,
    sanity,
    rules,
    account,
    mayTrade,
    sellableShares,
    venue,
  } = check
  const { side, ordType, timeInForce } = draft
  const latestExpireDate = useLatestExpireDate()
  const { phase } = check
  const previewed = usePreview('Order/PreviewOrder', check.terms && askedOf(check.terms))
  const expected = useExpected(check.terms)
  // What the server would refuse, while nothing here prevents it.
  const foreseen = previewed.status === 'known' ? previewed.preview.warnings[0]?.details : undefined
  const isForAuction = isForClose(timeInForce) || (phase !== undefined && isCall(phase))
  // Before anything is drawn: what was here for another security must not be read, nor sent.
  useLayoutEffect(() => {
    if (selected !== undefined) turnTo(selected)
  }, [selected])

  const textOf = (objection: Objection | undefined) =>
    objection && wordsOf({ ...objection, values: { symbol, ...objection.values } }, t)
  // A field that is still empty is not yet wrong.
  const noteOf = (field: Objection['field'], text: string) =>
    text === ''
      ? undefined
      : textOf([...objections, ...warnings].find((objection) => objection.field === field))
  const quantityNote = noteOf('quantity', draft.quantityText)
  const priceNote = noteOf('price', draft.priceText)
  const stopNote = noteOf('stopPx', draft.stopText)
  const expiryNote = noteOf('expireDate', draft.expireDate)
  const partNotes = {
    displayQty: noteOf('displayQty', draft.options.displayText),
    minQty: noteOf('minQty', draft.options.minText),
    execInst: textOf(objections.find(({ field }) => field === 'execInst')),
  }
  const termsNote = textOf(objections.find(({ field }) => field === 'terms'))

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!order) return
    const needsReview = wantsReview || sanity.length > 0
    const wasReviewed = isReviewing || undecidedLike(order, { undecided }) !== undefined
    if (needsReview && !wasReviewed) review(true)
    else void sendOrder(order)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const action = actionOf('ticket', event)
    // A key held down must not review and confirm in one go.
    if (action === 'send' && event.repeat) event.preventDefault()
    if (action === 'close' && isReviewing) {
      // It leaves the review alone, not the sheet the ticket may be in.
      event.stopPropagation()
      review(false)
    }
  }

  return (
    <form
      className={style.ticket}
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
      aria-label={t('Trading.Ticket')}
      data-region="ticket"
      data-stale={isStale || undefined}
    >
      <div className={style.head}>
        <SideChoice side={side} mayTrade={mayTrade} />
        <p className={style.security}>
          <strong>{symbol || t('Trading.Ticket.NoSecurity')}</strong>
          {securityID !== undefined && <LastPrice securityID={securityID} />}
        </p>
        <Field label={t('Trading.Ticket.Account')} htmlFor={`${id}-account`}>
          <AccountChooser id={`${id}-account`} account={account} />
        </Field>
      </div>

      <div className={style.pair}>
        <Choice
          isField
          label={t('Trading.Ticket.OrdType')}
          value={ordType}
          onChange={(value) => edit({ ordType: value })}
          options={kindsShown(phase, takesStops, ordType, venue).map((value) => ({
            value,
            label: t(`Trading.OrdType.${value}`),
          }))}
        />
        <Choice
          isField
          label={t('Trading.Ticket.TimeInForce')}
          value={timeInForce}
          onChange={(value) => edit({ timeInForce: value })}
          options={durationsShown(phase, ordType, timeInForce, venue).map((value) => ({
            value,
            label: t(`Trading.TimeInForce.${value}`),
            title: t(`Trading.TimeInForce.${value}.details`, { date: date(latestExpireDate) }),
          }))}
        />
      </div>
      {termsNote && <p className={style.note}>{termsNote}</p>}
      {instructionIn(phase, ordType) !== null && (
        <p className={style.hint}>{t('Trading.Ticket.ImbalanceOnly')}</p>
      )}

      {namesLastDay(timeInForce) && (
        <Field
          label={t('Trading.Ticket.ExpireDate')}
          htmlFor={`${id}-expire`}
          note={expiryNote}
          hint={isDay(draft.expireDate) ? dateWithDay(draft.expireDate) : undefined}
        >
          <LastDayPicker
            id={`${id}-expire`}
            keepsMistyped
            {...(expiryNote !== undefined && { status: 'error' as const })}
            aria-describedby={`${id}-expire-note`}
            value={draft.expireDate}
            onChange={(expireDate) => edit({ expireDate })}
          />
        </Field>
      )}

      <Field
        label={t('Trading.Ticket.Quantity')}
        htmlFor={`${id}-quantity`}
        note={quantityNote}
        hint={
          check.workedOut !== undefined
            ? t('Trading.Ticket.WorkedOut', { shares: quantity(check.workedOut) })
            : side === Side.sell && sellableShares !== undefined
              ? t('Trading.Ticket.Sellable', { shares: quantity(sellableShares) })
              : undefined
        }
      >
        <QuantityField
          id={`${id}-quantity`}
          hasError={quantityNote !== undefined}
          all={side === Side.sell ? sellableShares : undefined}
        />
      </Field>

      {isStop(ordType) && (
        <Field
          label={t('Trading.Ticket.StopPx')}
          htmlFor={`${id}-stop`}
          note={stopNote}
          hint={t(side === Side.buy ? 'Trading.Ticket.StopPx.buy' : 'Trading.Ticket.StopPx.sell')}
        >
          <PriceField
            id={`${id}-stop`}
            member="stopText"
            rules={rules}
            securityID={securityID}
            hasError={stopNote !== undefined}
          />
        </Field>
      )}

      {!isUnpriced(ordType) ? (
        <Field
          label={t('Trading.Ticket.Price')}
          htmlFor={`${id}-price`}
          note={priceNote}
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
            member="priceText"
            rules={rules}
            securityID={securityID}
            hasError={priceNote !== undefined}
          />
          <QuotedPrices
            side={side}
            rules={rules}
            securityID={securityID}
            onChoose={(price) => edit({ priceText: pricePlain(price) })}
          />
        </Field>
      ) : (
        <p className={style.hint}>
          {t(
            isStop(ordType)
              ? 'Trading.Ticket.StopHint'
              : isForAuction
                ? 'Trading.Ticket.MarketHintCall'
                : 'Trading.Ticket.MarketHint',
          )}
        </p>
      )}

      <MoreOptions notes={partNotes} />

      <Charges
        previewed={previewed}
        lastsLonger={durations[timeInForce].lastDay !== 'ofEntry'}
        isMarket={isUnpriced(ordType)}
      />

      <div className={style.send}>
        <div className={style.outcomes}>
          <div aria-live="polite">
            {isReviewing && order && (
              <Review order={order} account={account} sanity={sanity} latestExpireDate={latestExpireDate} />
            )}
          </div>
          <Outcome />
        </div>
        <Total
          side={side}
          isMarket={isUnpriced(ordType)}
          previewed={previewed}
          orderQty={check.terms?.orderQty}
          expected={expected}
        />
        <SendButton
          side={side}
          symbol={symbol}
          order={order}
          objection={objections[0]}
          why={isShownBeside(objections[0], draft) ? undefined : (textOf(objections[0]) ?? foreseen)}
        />
      </div>

      <footer className={style.foot}>
        <div className={style.others}>
          <Link to={BASKETS}>{t('Menu.Baskets')}</Link>
          {tradesForAll && <Link to={BULK_ORDERS}>{t('Menu.BulkOrders')}</Link>}
          {mayCross && (
            <Button type="link" size="small" onClick={openCross}>
              {t('Trading.Cross.Open')}
            </Button>
          )}
        </div>
        <AccountStrip
          account={account}
          balance={check.balance}
          holdings={check.holdings}
          securityID={securityID}
        />
        <Checkbox checked={wantsReview} onChange={({ target }) => arrange({ review: target.checked })}>
          {t('Trading.Ticket.ReviewFirst')}
        </Checkbox>
      </footer>
    </form>
  )
}

/** Fields next to which an objection stands as soon as it holds; next to the others once something was typed. */
const alwaysShown: readonly Objection['field'][] = ['terms', 'execInst', 'displayQty', 'minQty']

/** Whether an objection is shown next to its field already, so that the button need not repeat it. */
function isShownBeside(objection: Objection | undefined, draft: Draft): boolean {
  if (!objection) return false
  const { quantityText: quantity, priceText: price, stopText: stopPx, expireDate } = draft
  const typed = { quantity, price, stopPx, expireDate }
  const text = (typed as Readonly<Record<string, string>>)[objection.field] ?? ''
  return alwaysShown.includes(objection.field) || text !== ''
}

const sideTexts = [
  { value: Side.buy, text: 'Trading.Buy', whyNot: 'Trading.Ticket.MayNotBuy' },
  { value: Side.sell, text: 'Trading.Sell', whyNot: 'Trading.Ticket.MayNotSell' },
] as const

function SideChoice({ side, mayTrade }: { side: Side; mayTrade: Readonly<Record<Side, boolean>> }) {
  const { t } = useTranslation()
  const name = useId()
  return (
    <fieldset className={style.sides} aria-label={t('Trading.Ticket.Side')}>
      {sideTexts.map(({ value, text, whyNot }) => (
        <label key={value} data-side={value} title={mayTrade[value] ? undefined : t(whyNot)}>
          <input
            type="radio"
            name={name}
            checked={side === value}
            disabled={!mayTrade[value]}
            onChange={() => edit({ side: value })}
          />
          {t(text)}
        </label>
      ))}
    </fieldset>
  )
}

function LastPrice({ securityID }: { securityID: string }) {
  const last = useStatistic(securityID, (row) => row?.lastPx ?? row?.prevClosePx)
  return <span data-figures>{written(last)}</span>
}
