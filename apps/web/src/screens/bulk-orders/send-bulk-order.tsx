import { allocationWords, type CallInput, OrdType, sides, TimeInForce } from '@tradebook/contract'
import { bulkOrderForm } from '@tradebook/contract/schemas/order'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import { linesOf } from './typed-lines.ts'

type Fields = Pick<CallInput<'Order/SendBulkOrder'>, 'securityID' | 'side' | 'price' | 'allocation'> & {
  readonly lines: string
}

/** Enters one order of the day for several accounts. */
export const SendBulkOrder = ({ onDone }: { readonly onDone: (orderID: string) => void }) => {
  const { t } = useTranslation()
  /** Kept while it is not known what became of the order: sent again, it is entered once. */
  const clOrdID = useRef(crypto.randomUUID())
  return (
    <SchemaForm<'Order/SendBulkOrder', Fields>
      label={t('Bulk.Send')}
      change="Order/SendBulkOrder"
      schema={bulkOrderForm}
      fields={[
        { name: 'side', label: 'Trading.Column.side', choices: sides },
        { name: 'securityID', label: 'List.Column.securityID' },
        { name: 'price', label: 'Trading.Column.price', help: 'Instruction.Price.help' },
        { name: 'allocation', label: 'Bulk.Allocation', choices: allocationWords },
        { name: 'lines', label: 'Bulk.Lines', help: 'Bulk.Lines.help', shownAs: 'lines' },
      ]}
      initial={{ allocation: 'proRata' }}
      toInput={({ lines, ...order }) => ({
        ...order,
        clOrdID: clOrdID.current,
        ordType: order.price === undefined ? OrdType.market : OrdType.limit,
        timeInForce: TimeInForce.day,
        lines: linesOf(lines).map(({ account, quantity: orderQty }) => ({ account, orderQty })),
      })}
      action={t('Bulk.Send')}
      makesStale={['Order/GetBulkOrders', 'Order/getStockOrders']}
      onDone={({ orderID }) => onDone(orderID)}
      onFailed={({ standing }) => {
        // Nothing of a refused bulk order is kept; a changed one is another request.
        if (standing === 'refused') clOrdID.current = crypto.randomUUID()
      }}
    />
  )
}
