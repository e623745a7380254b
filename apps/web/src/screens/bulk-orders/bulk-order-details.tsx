import {
  allocationWords,
  type BulkOrderParts,
  isFinal,
  type StockOrder,
  sides,
  statusText,
} from '@tradebook/contract'
import { allocationForm } from '@tradebook/contract/schemas/order'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { isPending, useSend } from '../../api/use-send.ts'
import { price, quantity } from '../../ui/format.ts'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import { SendFailure } from '../../ui/send-failure.tsx'
import styles from './bulk-order-details.module.css'
import { linesOf } from './typed-lines.ts'

const CHANGED = ['Order/GetBulkOrders', 'Order/GetBulkOrder', 'Order/getStockOrders'] as const

/** One bulk order: what it has traded, what each account has of it, and what can be done next. */
export function BulkOrderDetails({ bulkOrder }: { readonly bulkOrder: BulkOrderParts }) {
  const { t } = useTranslation()
  const { orderID, ordStatus, cumQty, allocatedQty, allocation, parts } = bulkOrder
  const allocate = useSend('Order/AllocateBulkOrder', { makesStale: CHANGED })
  const cancel = useSend('Order/sendCancelOrderRequest', { makesStale: CHANGED })
  const waiting = cumQty - allocatedQty
  return (
    <div className={styles.parts}>
      <Facts bulkOrder={bulkOrder} />
      <div className={styles.actions}>
        {waiting > 0 && (
          <Button
            type={allocation === 'list' ? 'default' : 'primary'}
            loading={isPending(allocate.state)}
            onClick={() => void allocate.send({ orderID })}
          >
            {t('Bulk.Allocate')}: {t('Bulk.Allocation.proRata')}
          </Button>
        )}
        {!isFinal(ordStatus) && (
          <Button
            danger
            loading={isPending(cancel.state)}
            onClick={() => void cancel.send({ orderID, clOrdID: crypto.randomUUID() })}
          >
            {t('Bulk.CancelRest')}
          </Button>
        )}
      </div>
      <SendFailure state={allocate.state} />
      <SendFailure state={cancel.state} />
      {waiting > 0 && allocation === 'list' && isFinal(ordStatus) && (
        <section aria-label={t('Bulk.ByList')}>
          <h3>{t('Bulk.ByList')}</h3>
          <p>{t('Bulk.ByList.help', { quantity: quantity(waiting) })}</p>
          <SchemaForm<'Order/AllocateBulkOrder', { readonly lines: string }>
            label={t('Bulk.ByList')}
            change="Order/AllocateBulkOrder"
            schema={allocationForm}
            fields={[{ name: 'lines', label: 'Bulk.Lines', help: 'Bulk.Lines.help', shownAs: 'lines' }]}
            initial={{}}
            toInput={({ lines }) => ({ orderID, lines: linesOf(lines) })}
            action={t('Bulk.Allocate')}
            makesStale={CHANGED}
            onDone={() => undefined}
          />
        </section>
      )}
      <section aria-label={t('Bulk.Parts')}>
        <h3>{t('Bulk.Parts')}</h3>
        <table className={styles.table}>
          <thead>
            <tr>
              <th>{t('Trading.Column.account')}</th>
              <th>{t('List.Column.customerName')}</th>
              <th className={styles.figure}>{t('Trading.Column.quantity')}</th>
              <th className={styles.figure}>{t('Bulk.Allocated')}</th>
              <th className={styles.figure}>{t('Trading.Column.avgPx')}</th>
              <th>{t('Trading.Column.status')}</th>
            </tr>
          </thead>
          <tbody>
            {parts.map((part) => (
              <Part key={part.orderID} part={part} />
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

const Part = ({ part }: { readonly part: StockOrder }) => {
  const { t } = useTranslation()
  const { account, customerName, orderQty, cumQty, avgPx } = part
  return (
    <tr>
      <td>{account}</td>
      <td>{customerName}</td>
      <td className={styles.figure}>{quantity(orderQty)}</td>
      <td className={styles.figure}>{quantity(cumQty)}</td>
      <td className={styles.figure}>{price(cumQty === 0 ? null : avgPx)}</td>
      <td>{t(statusText(part))}</td>
    </tr>
  )
}

function Facts({ bulkOrder }: { readonly bulkOrder: BulkOrderParts }) {
  const { t } = useTranslation()
  const { side, orderQty, securityID, cumQty, avgPx, allocatedQty, allocation, userName } = bulkOrder
  const facts = [
    [t('Trading.Column.side'), `${t(sides[side])} ${quantity(orderQty)} ${securityID}`],
    [t('Trading.Column.price'), price(bulkOrder.price)],
    [t('Trading.Column.status'), t(statusText(bulkOrder))],
    [t('Trading.Column.cumQty'), quantity(cumQty)],
    [t('Trading.Column.avgPx'), price(cumQty === 0 ? null : avgPx)],
    [t('Bulk.Allocated'), quantity(allocatedQty)],
    [t('Bulk.Allocation'), t(allocationWords[allocation ?? 'proRata'])],
    [t('List.Column.userName'), userName],
  ] as const
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
