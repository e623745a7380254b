import { allocationWords, OrdType, sides, TimeInForce } from '@tradebook/contract'
import { bulkOrderForm } from '@tradebook/contract/schemas/order'
import { Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RequestFailure } from '../../api/request-failure.ts'
import { isPending, useSend } from '../../api/use-send.ts'
import { useSecurityOptions } from '../../live/security-choice.tsx'
import { useMarketDate } from '../../live/use-live.ts'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import { SendFailure } from '../../ui/send-failure.tsx'
import { BulkOrderReview, isRefused } from './bulk-order-review.tsx'
import { bulkOrderText } from './bulk-order-text.ts'
import { CHANGED_BY_BULK_ORDER } from './bulk-orders-view.ts'
import { PriceField } from './price-field.tsx'
import { linesOf } from './typed-lines.ts'
import { UnconfirmedNotice } from './unconfirmed-notice.tsx'
import {
  type BulkOrderInput,
  forgetUnconfirmed,
  keepUnconfirmed,
  unconfirmedOrders,
  withID,
} from './unconfirmed-order.ts'

type Fields = Pick<BulkOrderInput, 'securityID' | 'side' | 'price' | 'allocation'> & {
  readonly lines: string
}

/** Enters one order of the day for several accounts, after a review of all of them. */
export const SendBulkOrder = ({ onDone }: { readonly onDone: (orderID: string) => void }) => {
  const { t } = useTranslation()
  const [modal, dialog] = Modal.useModal()
  const marketDate = useMarketDate()
  const preview = useSend('Order/PreviewBulkOrder')
  const [unconfirmed, setUnconfirmed] = useState(unconfirmedOrders)

  const review = async (input: BulkOrderInput): Promise<boolean> => {
    const { clOrdID: _, ...asked } = input
    const outcome = await preview.send(asked)
    if (outcome?.status !== 'done') return false
    const order = bulkOrderText(input, t)
    const isConfirmed = await modal.confirm({
      title: order,
      icon: null,
      width: 640,
      content: <BulkOrderReview input={input} preview={outcome.output} />,
      okText: t('Trading.Ticket.Confirm', { order }),
      okButtonProps: { disabled: isRefused(outcome.output) },
      cancelText: t('Trading.Ticket.Back'),
    })
    if (isConfirmed) keepUnconfirmed({ input, marketDate })
    return isConfirmed
  }
  const failed = ({ standing }: RequestFailure, { clOrdID }: BulkOrderInput) => {
    const isRepeat = unconfirmed.some(({ input }) => input.clOrdID === clOrdID)
    // A first try that was refused entered nothing; before a second one, the first may have been entered.
    if (standing !== 'unknown' && !isRepeat) forgetUnconfirmed({ clOrdID })
    setUnconfirmed(unconfirmedOrders())
  }

  return (
    <>
      {unconfirmed.map((order) => (
        <UnconfirmedNotice key={order.input.clOrdID} order={order} onFound={onDone} />
      ))}
      <SchemaForm<'Order/SendBulkOrder', Fields>
        label={t('Bulk.Send')}
        change="Order/SendBulkOrder"
        schema={bulkOrderForm}
        fields={[
          { name: 'side', label: 'Trading.Column.side', choices: sides },
          { name: 'securityID', label: 'List.Column.securityID', offered: useSecurityOptions() },
          {
            name: 'price',
            label: 'Trading.Column.price',
            help: 'Instruction.Price.help',
            control: <PriceField />,
          },
          { name: 'allocation', label: 'Bulk.Allocation', choices: allocationWords },
          { name: 'lines', label: 'Bulk.Lines', help: 'Bulk.Lines.help', shownAs: 'lines' },
        ]}
        initial={{ allocation: 'proRata' }}
        toInput={(fields) => withID(contentOf(fields), marketDate)}
        confirm={review}
        action={t('Bulk.Review')}
        makesStale={CHANGED_BY_BULK_ORDER}
        onDone={({ orderID }, input) => {
          forgetUnconfirmed(input)
          onDone(orderID)
        }}
        onFailed={failed}
      />
      {isPending(preview.state) && <p role="status">{t('Bulk.Checking')}</p>}
      <SendFailure state={preview.state} />
      {dialog}
    </>
  )
}

const contentOf = ({ lines, ...order }: Fields): Omit<BulkOrderInput, 'clOrdID'> => ({
  ...order,
  ordType: order.price === undefined ? OrdType.market : OrdType.limit,
  timeInForce: TimeInForce.day,
  lines: linesOf(lines).map(({ account, quantity: orderQty }) => ({ account, orderQty })),
})
