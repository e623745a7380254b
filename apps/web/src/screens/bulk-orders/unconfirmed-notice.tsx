import { Alert, Button } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/use-call.ts'
import { isPending, useSend } from '../../api/use-send.ts'
import { useMarketDate } from '../../live/use-live.ts'
import { SendFailure } from '../../ui/send-failure.tsx'
import { bulkOrderText } from './bulk-order-text.ts'
import { CHANGED_BY_BULK_ORDER } from './bulk-orders-view.ts'
import { forgetUnconfirmed, type UnconfirmedOrder } from './unconfirmed-order.ts'

/** How often the bulk orders are looked through for it. */
const LOOKS_MS = 3_000
/** The newest ones, among which it is if it was entered. */
const LOOKED_THROUGH = 100

interface UnconfirmedNoticeProps {
  readonly order: UnconfirmedOrder
  /** It was entered, then or now. */
  readonly onFound: (orderID: string) => void
}

/** Says that it is unknown what became of a bulk order, looks for it, and sends it again under its id. */
export function UnconfirmedNotice({ order: { input, marketDate }, onFound }: UnconfirmedNoticeProps) {
  const { t } = useTranslation()
  const { state, send } = useSend('Order/SendBulkOrder', { makesStale: CHANGED_BY_BULK_ORDER })
  const mayRepeat = useMarketDate() === marketDate
  const { data } = useCall(
    'Order/GetBulkOrders',
    { maxResultCount: LOOKED_THROUGH },
    { refetchInterval: LOOKS_MS, staleTime: 0 },
  )
  const found = data?.items.find(({ clOrdID }) => clOrdID === input.clOrdID)?.orderID
  useEffect(() => {
    if (found === undefined) return
    forgetUnconfirmed(input)
    onFound(found)
  }, [found, input, onFound])
  const sendAgain = async () => {
    const outcome = await send(input)
    if (outcome?.status !== 'done') return
    forgetUnconfirmed(input)
    onFound(outcome.output.orderID)
  }
  return (
    <>
      <Alert
        type="warning"
        role="alert"
        title={t('Bulk.Unconfirmed', { order: bulkOrderText(input, t) })}
        description={t(mayRepeat ? 'Bulk.Unconfirmed.details' : 'Trading.Ticket.LookFirst.details')}
        action={
          mayRepeat && (
            <Button size="small" loading={isPending(state)} onClick={() => void sendAgain()}>
              {t('Trading.Ticket.Again')}
            </Button>
          )
        }
      />
      <SendFailure state={state} />
    </>
  )
}
