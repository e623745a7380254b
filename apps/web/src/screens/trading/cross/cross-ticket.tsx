import { type CallInput, type CustomerRow, LONGEST_TEXT, nairaOfShares, Side } from '@tradebook/contract'
import { Button, Input, Modal } from 'antd'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CustomerSelect } from '../../../accounts/customer-select.tsx'
import type { RequestFailure } from '../../../api/request-failure.ts'
import { isPending, useSend } from '../../../api/use-send.ts'
import { useKillSwitches } from '../../../live/use-kill-switches.ts'
import { useIsFresh, useStatistic, useVenue } from '../../../live/use-live.ts'
import { isHalted } from '../../../market/halted.ts'
import { readPrice } from '../../../orders/typed-figures.ts'
import { money, quantity, price as written } from '../../../ui/format.ts'
import { wordsOf } from '../../../ui/worded.ts'
import { useSecurityPhase } from '../phase/use-security-phase.ts'
import { usePriceRules } from '../security-facts.ts'
import { Field, QuotedPrices } from '../ticket/fields.tsx'
import { stepPrice, ticksOf } from '../ticket/figures.ts'
import { Charges, Total } from '../ticket/money.tsx'
import { pricePlain } from '../ticket/ticket-store.ts'
import { usePreview } from '../ticket/use-preview.ts'
import style from './cross.module.css'
import { type CrossDraft, type CrossObjection, type CrossTerms, checkCrossDraft } from './cross-draft.ts'
import { closeCross, useCrossTicket } from './open-cross.ts'

/** The cross of two clients of the firm: both sides with their charges, and one confirmation for both. */
export function CrossTicket({ securityID }: { readonly securityID: string | undefined }) {
  const { t } = useTranslation()
  const { isOpen } = useCrossTicket()
  const symbol = useStatistic(securityID ?? '', (row) => row?.symbol) ?? securityID ?? ''
  return (
    <Modal
      open={isOpen}
      title={t('Trading.Cross.Title', { symbol })}
      onCancel={closeCross}
      footer={null}
      width={720}
      destroyOnHidden
    >
      <CrossForm key={securityID} securityID={securityID} symbol={symbol} />
    </Modal>
  )
}

const EMPTY = { quantityText: '', priceText: '', text: '' }

interface CrossFormProps {
  readonly securityID: string | undefined
  readonly symbol: string
}

function CrossForm({ securityID, symbol }: CrossFormProps) {
  const { t } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState(EMPTY)
  const [buyer, setBuyer] = useState<CustomerRow>()
  const [seller, setSeller] = useState<CustomerRow>()
  const [isReviewing, setIsReviewing] = useState(false)
  const edit = (change: Partial<typeof EMPTY>) => {
    setTyped((before) => ({ ...before, ...change }))
    setIsReviewing(false)
  }
  const choose = (set: typeof setBuyer) => (customer: CustomerRow) => {
    set(customer)
    setIsReviewing(false)
  }
  const { conditions, quotes } = useCrossConditions(securityID)
  const draft: CrossDraft = {
    buyAccount: buyer?.accountNumber,
    sellAccount: seller?.accountNumber,
    ...typed,
  }
  const { objections, terms } = checkCrossDraft(draft, conditions)
  const previewed = usePreview('Order/PreviewCrossDealOrder', terms)
  const { state, sendCross } = useSendCross()
  const note = typed.text.trim()
  const isReady = terms !== undefined && objections.length === 0

  const textOf = (objection: CrossObjection | undefined) =>
    objection && wordsOf({ ...objection, values: { symbol, ...objection.values } }, t)
  // A field that is still empty is not yet wrong. What is shown next to its field is not said below again.
  const filled: Partial<Record<CrossObjection['field'], unknown>> = {
    quantity: typed.quantityText,
    price: typed.priceText,
    sellAccount: seller,
  }
  const noteOf = (field: CrossObjection['field']) =>
    filled[field] ? textOf(objections.find((objection) => objection.field === field)) : undefined
  const below = objections.find(({ field }) => !filled[field])
  const sideOf = (side: 'buy' | 'sell') =>
    previewed.status === 'known' ? { ...previewed, preview: previewed.preview[side] } : previewed
  const wish =
    terms &&
    t('Trading.Cross.Wish', {
      quantity: quantity(terms.orderQty),
      symbol,
      price: written(terms.price),
      buyer: buyer?.customerName ?? '',
      seller: seller?.customerName ?? '',
    })

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isReady || isPending(state)) return
    if (!isReviewing) {
      setIsReviewing(true)
      return
    }
    const isDone = await sendCross({ ...terms, ...(note !== '' && { text: note }) })
    setIsReviewing(false)
    if (isDone) setTyped(EMPTY)
  }
  const step = (ticks: number) => {
    const from = readPrice(typed.priceText).value
    if (from !== undefined && conditions.rules)
      edit({ priceText: pricePlain(stepPrice(from, ticks, conditions.rules)) })
  }
  const [quantityNote, priceNote, sellerNote] = [noteOf('quantity'), noteOf('price'), noteOf('sellAccount')]

  return (
    <form
      className={style.cross}
      data-stale={!conditions.isFresh || undefined}
      onSubmit={(event) => void onSubmit(event)}
      aria-label={t('Trading.Cross')}
    >
      <p data-figures>
        {t('Trading.Cross.Quotes', {
          bid: quotes.bid === undefined ? '–' : written(quotes.bid),
          offer: quotes.offer === undefined ? '–' : written(quotes.offer),
        })}
      </p>
      <div className={style.pair}>
        <Field label={t('Trading.Ticket.Quantity')} htmlFor={`${id}-quantity`} note={quantityNote}>
          <Input
            id={`${id}-quantity`}
            autoFocus
            inputMode="decimal"
            autoComplete="off"
            status={quantityNote ? 'error' : ''}
            aria-invalid={quantityNote !== undefined}
            aria-describedby={`${id}-quantity-note`}
            value={typed.quantityText}
            onChange={({ target }) => edit({ quantityText: target.value })}
          />
        </Field>
        <Field label={t('Trading.Ticket.Price')} htmlFor={`${id}-price`} note={priceNote}>
          <Input
            id={`${id}-price`}
            inputMode="decimal"
            autoComplete="off"
            status={priceNote ? 'error' : ''}
            aria-invalid={priceNote !== undefined}
            aria-describedby={`${id}-price-note`}
            value={typed.priceText}
            onChange={({ target }) => edit({ priceText: target.value })}
            onKeyDown={(event) => {
              const ticks = ticksOf(event)
              if (ticks === undefined) return
              event.preventDefault()
              step(ticks)
            }}
          />
          <QuotedPrices
            side={Side.buy}
            rules={conditions.rules}
            securityID={securityID}
            onChoose={(price) => edit({ priceText: pricePlain(price) })}
          />
        </Field>
      </div>
      <div className={style.pair}>
        <fieldset className={style.side} data-side={Side.buy}>
          <legend>{t('Trading.Cross.Buyer')}</legend>
          <CustomerSelect
            id={`${id}-buyer`}
            label={t('Trading.Cross.Buyer')}
            account={buyer}
            onChoose={choose(setBuyer)}
          />
          <Charges lastsLonger={false} isMarket={false} previewed={sideOf('buy')} />
          <Total side={Side.buy} isMarket={false} previewed={sideOf('buy')} />
        </fieldset>
        <fieldset className={style.side} data-side={Side.sell}>
          <legend>{t('Trading.Cross.Seller')}</legend>
          <CustomerSelect
            id={`${id}-seller`}
            label={t('Trading.Cross.Seller')}
            account={seller}
            onChoose={choose(setSeller)}
          />
          <Charges lastsLonger={false} isMarket={false} previewed={sideOf('sell')} />
          <Total side={Side.sell} isMarket={false} previewed={sideOf('sell')} />
          {sellerNote && <p className={style.note}>{sellerNote}</p>}
        </fieldset>
      </div>
      <Field label={t('Trading.Ticket.Text')} htmlFor={`${id}-text`} hint={t('Trading.Cross.Text.details')}>
        <Input
          id={`${id}-text`}
          autoComplete="off"
          maxLength={LONGEST_TEXT}
          aria-describedby={`${id}-text-note`}
          value={typed.text}
          onChange={({ target }) => edit({ text: target.value })}
        />
      </Field>
      <div aria-live="polite">
        {isReviewing && wish && (
          <div className={style.review}>
            <p>{t('Trading.Cross.Review', { wish })}</p>
            {note !== '' && <p>{t('Trading.Ticket.ReviewCarried', { text: note })}</p>}
          </div>
        )}
        {!(isReviewing && isOver(state)) && <CrossOutcome state={state} />}
      </div>
      <Button block type="primary" htmlType="submit" loading={isPending(state)} disabled={!isReady}>
        {isReviewing && wish ? t('Trading.Cross.Confirm', { wish }) : t('Trading.Cross.Check', { symbol })}
      </Button>
      {isReviewing && (
        <Button block type="text" onClick={() => setIsReviewing(false)}>
          {t('Trading.Ticket.Back')}
        </Button>
      )}
      <p className={style.why}>{textOf(below)}</p>
    </form>
  )
}

/** What a cross of the security is checked against, and the best prices to be shown. */
function useCrossConditions(securityID: string | undefined) {
  const bidPx = useStatistic(securityID ?? '', (row) => row?.bidPx)
  const offerPx = useStatistic(securityID ?? '', (row) => row?.offerPx)
  const isSecurityHalted = useStatistic(securityID ?? '', (row) => row !== undefined && isHalted(row))
  const isAway = useVenue()?.connected === false
  const isFresh = useIsFresh()
  const conditions = {
    securityID,
    rules: usePriceRules(securityID),
    phase: useSecurityPhase(securityID),
    isHalted: isSecurityHalted === true,
    isFresh: isFresh && !isAway,
    killSwitches: useKillSwitches(),
    bidPx,
    offerPx,
  }
  return { conditions, quotes: { bid: bidPx ?? undefined, offer: offerPx ?? undefined } }
}

type Sent =
  | { readonly status: 'idle' | 'pending' | 'slow' }
  | { readonly status: 'done'; readonly quantity: number; readonly price: number }
  | { readonly status: 'failed'; readonly failure: RequestFailure }

/** Nothing is left to be said of it once the next cross is reviewed. */
const isOver = (sent: Sent): boolean =>
  sent.status === 'done' || (sent.status === 'failed' && sent.failure.standing === 'refused')

/** Sends a cross. One whose outcome is unknown goes again under the same id, so that it is not done twice. */
function useSendCross() {
  const unknown = useRef<CallInput<'Order/sendCrossDealOrder'>>(undefined)
  const { state, send } = useSend('Order/sendCrossDealOrder', {
    makesStale: ['Order/GetDashAccountBalance', 'BackOffice/GetDashAccountPortfolioHolding'],
  })
  const sendCross = async (terms: CrossTerms): Promise<boolean> => {
    const isAgain = unknown.current && isSame(unknown.current, terms)
    const cross = isAgain && unknown.current ? unknown.current : { crossID: crypto.randomUUID(), ...terms }
    const outcome = await send(cross)
    const mayBeDone = outcome?.status === 'failed' && outcome.failure.standing !== 'refused'
    unknown.current = mayBeDone ? cross : undefined
    return outcome?.status === 'done'
  }
  const sent: Sent =
    state.status === 'done'
      ? { status: 'done', quantity: state.output.trade.mdEntrySize, price: state.output.trade.mdEntryPx }
      : state
  return { state: sent as typeof sent & typeof state, sendCross }
}

const isSame = ({ crossID: _, ...sent }: CallInput<'Order/sendCrossDealOrder'>, terms: CrossTerms): boolean =>
  JSON.stringify(sent) === JSON.stringify(terms)

function CrossOutcome({ state }: { readonly state: Sent }) {
  const { t } = useTranslation()
  switch (state.status) {
    case 'done': {
      const { quantity: count, price } = state
      const value = money(nairaOfShares(count, price))
      return (
        <p className={style.outcome} data-tone="success">
          {t('Trading.Cross.Done', { quantity: quantity(count), price: written(price), value })}
        </p>
      )
    }
    case 'slow':
      return <p className={style.outcome}>{t('Trading.Cross.Slow')}</p>
    case 'failed': {
      const { standing, title, details } = state.failure
      return (
        <div className={style.outcome} data-tone="error" role="alert">
          <strong>{title}</strong>
          <p>{standing === 'unknown' ? t('Trading.Cross.Unknown') : details}</p>
        </div>
      )
    }
    default:
      return null
  }
}
