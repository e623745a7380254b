import {
  type CallInput,
  type InstructionHistory,
  instructionEvents,
  instructionMedia,
  instructionStates,
  OrdType,
  sides,
  statusText,
  TimeInForce,
} from '@tradebook/contract'
import { closeInstructionInput, handOverInput } from '@tradebook/contract/schemas/instructions'
import { newOrderInput } from '@tradebook/contract/schemas/order'
import { Alert, Button } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isPending, useSend } from '../../api/use-send.ts'
import { useCan } from '../../session.ts'
import { Facts } from '../../ui/facts.tsx'
import { date, dateAndTime, price, quantity } from '../../ui/format.ts'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import { SendFailure } from '../../ui/send-failure.tsx'
import styles from './instruction-details.module.css'

const CHANGED = ['Instruction/GetAll', 'Instruction/Get'] as const

/** One instruction: what it allows, how far its orders have filled it, and what the reader may do next. */
export function InstructionDetails({ instruction }: { readonly instruction: InstructionHistory }) {
  const { t } = useTranslation()
  const isDealer = useCan('TRADE_ALL_ACCOUNTS')
  const { id, state, isOwn } = instruction
  const take = useSend('Instruction/Take', { makesStale: CHANGED })
  const isOpen = state !== 'closed'
  return (
    <div className={styles.parts}>
      <InstructionFacts instruction={instruction} />
      {isDealer && state === 'waiting' && (
        <div>
          <Button type="primary" loading={isPending(take.state)} onClick={() => void take.send({ id })}>
            {t('Instruction.Take')}
          </Button>
          <SendFailure state={take.state} />
        </div>
      )}
      {isDealer && isOpen && isOwn && <EnterOrder instruction={instruction} />}
      {isDealer && isOpen && isOwn && (
        <section aria-label={t('Instruction.HandOver')}>
          <h3>{t('Instruction.HandOver')}</h3>
          <SchemaForm<'Instruction/HandOver', CallInput<'Instruction/HandOver'>>
            label={t('Instruction.HandOver')}
            change="Instruction/HandOver"
            schema={handOverInput}
            fields={[
              { name: 'userName', label: 'Instruction.To', help: 'Instruction.To.help' },
              { name: 'note', label: 'List.Column.clientText' },
            ]}
            initial={{ id, note: '' }}
            action={t('Instruction.HandOver')}
            makesStale={CHANGED}
            onDone={() => undefined}
          />
        </section>
      )}
      {isOpen && (isOwn || !isDealer || state === 'waiting') && (
        <section aria-label={t('Instruction.Close')}>
          <h3>{t('Instruction.Close')}</h3>
          <SchemaForm<'Instruction/Close', CallInput<'Instruction/Close'>>
            label={t('Instruction.Close')}
            change="Instruction/Close"
            schema={closeInstructionInput}
            fields={[{ name: 'reason', label: 'Trading.Column.reason' }]}
            initial={{ id }}
            action={t('Instruction.Close')}
            isDanger
            makesStale={CHANGED}
            onDone={() => undefined}
          />
        </section>
      )}
      <section aria-label={t('Instruction.History')}>
        <h3>{t('Instruction.History')}</h3>
        <ol className={styles.history}>
          {instruction.events.map(({ event, at, userName, note }) => (
            <li key={`${event} ${at}`}>
              {dateAndTime(at)} · {t(instructionEvents[event])} · {userName}
              {note && ` · ${note}`}
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}

function InstructionFacts({ instruction }: { readonly instruction: InstructionHistory }) {
  const { t } = useTranslation()
  const { customerName, account, side, securityID, orderQty, filledQty, workingQty } = instruction
  const facts = [
    [t('List.Column.customerName'), `${customerName} (${account})`],
    [t('Trading.Column.side'), `${t(sides[side])} ${quantity(orderQty)} ${securityID}`],
    [t('Instruction.Limit'), price(instruction.price)],
    [t('Instruction.Until'), date(instruction.until)],
    [t('Trading.Column.cumQty'), quantity(filledQty)],
    [t('Instruction.Working'), quantity(workingQty)],
    [t('Instruction.Left'), quantity(Math.max(0, orderQty - filledQty - workingQty))],
    [t('List.Column.state'), t(instructionStates[instruction.state])],
    [t('Instruction.TakenBy'), instruction.takenBy ?? price(null)],
    [t('Instruction.Medium'), t(instructionMedia[instruction.medium])],
    [t('Instruction.Reference'), instruction.reference || price(null)],
    [t('List.Column.clientText'), instruction.text || price(null)],
  ] as const
  return <Facts facts={facts} />
}

const orderFields = newOrderInput.pick({ orderQty: true, price: true })
type OrderFields = { readonly orderQty: number; readonly price?: number }

/** Enters an order of the day that draws on the instruction. */
function EnterOrder({ instruction }: { readonly instruction: InstructionHistory }) {
  const { t } = useTranslation()
  const { id, account, securityID, side, orderQty, filledQty, workingQty } = instruction
  const [count, setCount] = useState(0)
  /** Kept while it is not known what became of the order: sent again, it is entered once. */
  const clOrdID = useRef(crypto.randomUUID())
  const [entered, setEntered] = useState('')
  return (
    <section aria-label={t('Instruction.Enter')}>
      <h3>{t('Instruction.Enter')}</h3>
      {entered && <Alert type="success" role="status" title={entered} />}
      <SchemaForm<'Order/SendNewOrder', OrderFields>
        key={count}
        label={t('Instruction.Enter')}
        change="Order/SendNewOrder"
        schema={orderFields}
        fields={[
          { name: 'orderQty', label: 'Trading.Column.quantity' },
          { name: 'price', label: 'Trading.Column.price', help: 'Instruction.Price.help' },
        ]}
        initial={{
          orderQty: Math.max(0, orderQty - filledQty - workingQty),
          ...(instruction.price !== null && { price: instruction.price }),
        }}
        toInput={(values) => ({
          ...{ ...values, clOrdID: clOrdID.current, account, securityID, side, instructionID: id },
          ordType: values.price === undefined ? OrdType.market : OrdType.limit,
          timeInForce: TimeInForce.day,
        })}
        action={t('Instruction.Enter')}
        makesStale={[...CHANGED, 'Order/getStockOrders']}
        onDone={(order) => {
          const status = t(statusText(order))
          setEntered(
            t('Instruction.Entered', {
              status,
              filled: quantity(order.cumQty),
              quantity: quantity(order.orderQty),
            }),
          )
          clOrdID.current = crypto.randomUUID()
          setCount((before) => before + 1)
        }}
        onFailed={({ standing }) => {
          // A refused order keeps its id.
          if (standing === 'refused') clOrdID.current = crypto.randomUUID()
        }}
      />
    </section>
  )
}
