import { nairaToPrice, type StockOrder, toNaira } from '@tradebook/contract'
import { Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { quantity, price as written } from '../../../ui/format.ts'
import { usePriceRules } from '../security-facts.ts'
import { stepPrice } from '../ticket/price-step.ts'
import { parsePrice, parseQuantity } from '../ticket/quantity.ts'
import { orderSaid } from './order-words.ts'
import { replaceOrder } from './requests.ts'
import style from './table.module.css'

/** Another quantity or price for a live order. */
export function ReplaceOrder({ order, onClose }: { order: StockOrder; onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const rules = usePriceRules(order.securityID)
  const [quantityText, setQuantityText] = useState(String(order.orderQty))
  const [priceText, setPriceText] = useState(order.price?.toFixed(2) ?? '')
  const [isBusy, setBusy] = useState(false)
  // One wish, one id: pressing again after a lost answer asks for the same thing.
  const [clOrdID, setClOrdID] = useState(() => crypto.randomUUID())

  const newQuantity = parseQuantity(quantityText)
  const newPrice = order.price === null ? undefined : parsePrice(priceText)
  const isSame =
    newQuantity === order.orderQty && (newPrice === undefined || toNaira(newPrice) === order.price)
  const objection = whyNot()
  const change = (set: (text: string) => void) => (event: { target: { value: string } }) => {
    set(event.target.value)
    setClOrdID(crypto.randomUUID())
  }
  const step = (ticks: number) => {
    const start = newPrice ?? (order.price === null ? undefined : nairaToPrice(order.price))
    if (start === undefined || !rules) return
    setPriceText(toNaira(stepPrice(start, ticks, rules)).toFixed(2))
    setClOrdID(crypto.randomUUID())
  }

  const replace = async () => {
    if (newQuantity === undefined || objection !== undefined) return
    setBusy(true)
    try {
      await replaceOrder(
        {
          orderID: order.orderID,
          orderQty: newQuantity,
          ...(newPrice !== undefined && { price: toNaira(newPrice) }),
          version: order.version,
        },
        clOrdID,
      )
      onClose()
    } catch {
      // The notification has said why; the form stays for another try.
      setBusy(false)
    }
  }

  const losesPriority =
    newQuantity !== undefined &&
    (newQuantity > order.orderQty || (newPrice !== undefined && toNaira(newPrice) !== order.price))

  return (
    <Modal
      open
      title={t('Trading.Replace.Title')}
      okText={
        objection === undefined && newQuantity !== undefined
          ? t('Trading.Replace.Confirm', {
              quantity: quantity(newQuantity),
              price: newPrice === undefined ? t('Trading.Orders.Market') : written(toNaira(newPrice)),
            })
          : t('Trading.Orders.Replace')
      }
      okButtonProps={{ disabled: objection !== undefined, loading: isBusy }}
      cancelText={t('Trading.Replace.Keep')}
      onOk={() => void replace()}
      onCancel={onClose}
    >
      <form
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault()
          void replace()
        }}
      >
        <p>{t('Trading.Replace.Text', { order: orderSaid(order, t), customer: order.customerName })}</p>
        <label htmlFor={`${id}-quantity`}>{t('Trading.Ticket.Quantity')}</label>
        <Input
          id={`${id}-quantity`}
          autoFocus
          inputMode="decimal"
          className={style.figure}
          value={quantityText}
          onChange={change(setQuantityText)}
        />
        {order.price !== null && (
          <>
            <label htmlFor={`${id}-price`}>{t('Trading.Ticket.Price')}</label>
            <Input
              id={`${id}-price`}
              inputMode="decimal"
              className={style.figure}
              value={priceText}
              onChange={change(setPriceText)}
              onKeyDown={(event) => {
                const ticks = { ArrowUp: 1, ArrowDown: -1 }[event.key]
                if (ticks === undefined) return
                event.preventDefault()
                step(ticks)
              }}
            />
          </>
        )}
        <p className={style.advice}>
          {objection ??
            (losesPriority ? t('Trading.Replace.LosesPriority') : t('Trading.Replace.KeepsPriority'))}
        </p>
        <button type="submit" hidden />
      </form>
    </Modal>
  )

  function whyNot(): string | undefined {
    if (newQuantity === undefined) return t('Trading.Ticket.QuantityInvalid')
    if (newQuantity <= order.cumQty)
      return t('Trading.Replace.BelowFilled', { filled: quantity(order.cumQty) })
    if (order.price !== null && newPrice === undefined) return t('Trading.Ticket.PriceInvalid')
    if (newPrice !== undefined && rules) {
      if (newPrice % rules.tick !== 0) {
        return t('Trading.Ticket.PriceOffTick', {
          tick: written(toNaira(rules.tick)),
          symbol: order.securityID,
        })
      }
      if (newPrice < rules.low || newPrice > rules.high) {
        const limits = {
          low: written(toNaira(rules.low)),
          high: written(toNaira(rules.high)),
          symbol: order.securityID,
        }
        return t('Trading.Ticket.PriceOutside', limits)
      }
    }
    return isSame ? t('Trading.Replace.Same') : undefined
  }
}
