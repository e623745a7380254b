import type { CallOutput, DoubtRow } from '@tradebook/contract'
import { cancelAllInput, settleOrderInput } from '@tradebook/contract/schemas/exchange-line'
import { killSwitchInput } from '@tradebook/contract/schemas/limits'
import { Alert, Button, Modal } from 'antd'
import type { TFunction } from 'i18next'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/use-call.ts'
import { useSend } from '../../api/use-send.ts'
import { useMoment } from '../../market-time.ts'
import { ServerTable } from '../../ui/data-table/server-table.tsx'
import { NOTHING } from '../../ui/format.ts'
import { Page, Section } from '../../ui/page.tsx'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import { SendFailure } from '../../ui/send-failure.tsx'
import styles from './exchange-line-screen.module.css'
import { doubtsView, reportsView } from './exchange-line-views.tsx'

type State = CallOutput<'ExchangeLine/GetState'>
type SettledAs = 'neverArrived' | 'canceled'

/** What is about to be done. */
type Action =
  | { readonly what: 'halt' | 'release' | 'cancelAll' }
  | { readonly what: 'settle'; readonly row: DoubtRow; readonly as: SettledAs }

const REFRESH_MS = 5_000
const REASON = { name: 'reason', label: 'Control.Reason', help: 'Control.Reason.help' } as const
const STALE = ['ExchangeLine/GetState', 'ExchangeLine/GetOrdersInDoubt'] as const
const SETTLED_AS = ['neverArrived', 'canceled'] as const

/** The line to the exchange: its state, what is unusual, and what operators do about it. */
const ExchangeLineScreen = () => {
  const { t } = useTranslation()
  const [action, setAction] = useState<Action>()
  const { data } = useCall('ExchangeLine/GetState', {}, { refetchInterval: REFRESH_MS })
  const { state: asked, send } = useSend('ExchangeLine/AskAgain', { makesStale: STALE })
  const doubts = useMemo(
    () =>
      doubtsView((row, translate) => {
        const { orderID } = row
        return (
          <span className={styles.actions}>
            <Button
              size="small"
              aria-label={translate('Line.AskAgain.of', { orderID })}
              onClick={() => void send({ orderID })}
            >
              {translate('Line.AskAgain')}
            </Button>
            {SETTLED_AS.map((as) => (
              <Button
                key={as}
                size="small"
                disabled={row.isOwn && row.proposed === as}
                aria-label={translate(`Line.${as}.of`, { orderID })}
                onClick={() => setAction({ what: 'settle', row, as })}
              >
                {translate(`Line.Settle.${as}`)}
              </Button>
            ))}
          </span>
        )
      }),
    [send],
  )
  return (
    <Page title={t('Line.Title')} about={t('Line.About')} isWide>
      <Section
        heading={t('Line.State')}
        tools={
          // Without a line, market control and limits halt and cancel.
          data &&
          data.state !== null && (
            <span className={styles.actions}>
              <Button
                size="small"
                danger={!data.halted}
                onClick={() => setAction({ what: data.halted ? 'release' : 'halt' })}
              >
                {t(data.halted ? 'Line.Release' : 'Line.Halt')}
              </Button>
              <Button size="small" danger onClick={() => setAction({ what: 'cancelAll' })}>
                {t('Line.CancelAll')}
              </Button>
            </span>
          )
        }
      >
        {data && <LineFigures line={data} />}
      </Section>
      <Section>
        <SendFailure state={asked} />
        <ServerTable call="ExchangeLine/GetOrdersInDoubt" list={doubts} heading={t('Line.Doubts')} />
      </Section>
      <Section>
        <ServerTable call="ExchangeLine/GetReports" list={reportsView} heading={t('Line.Reports')} />
      </Section>
      <Modal
        open={action !== undefined}
        title={action && titleOf(action, t)}
        onCancel={() => setAction(undefined)}
        footer={null}
        destroyOnHidden
      >
        {action && <ActionForm action={action} onDone={() => setAction(undefined)} />}
      </Modal>
    </Page>
  )
}

const TITLES = { halt: 'Line.Halt', release: 'Line.Release', cancelAll: 'Line.CancelAll' } as const

const titleOf = (action: Action, t: TFunction): string =>
  action.what === 'settle'
    ? t(`Line.${action.as}.of`, { orderID: action.row.orderID })
    : t(TITLES[action.what])

/** The figures of the line, and why it is halted where it is. */
function LineFigures({ line }: { readonly line: State }) {
  const { t } = useTranslation()
  const [since, sent, received] = [
    useMoment(line.since),
    useMoment(line.lastSentAt),
    useMoment(line.lastReceivedAt),
  ]
  const compared = useMoment(line.reconciled?.at ?? null)
  const haltedSince = useMoment(line.halted?.since ?? null)
  const figures: readonly (readonly [string, ReactNode])[] = [
    [t('Line.State'), t(`Line.State.${line.state ?? 'none'}`)],
    [t('Line.Since'), line.since ? since : NOTHING],
    [t('Line.LastSent'), line.lastSentAt ? sent : NOTHING],
    [t('Line.LastReceived'), line.lastReceivedAt ? received : NOTHING],
    [t('Line.Waiting'), line.waiting],
    [t('Line.Unanswered'), line.unanswered],
    [t('Line.Doubts'), line.inDoubt],
    [
      t('Line.Reconciled'),
      line.reconciled ? t('Line.Reconciled.of', { ...line.reconciled, time: compared }) : NOTHING,
    ],
  ]
  return (
    <>
      {line.halted && (
        <Alert
          type="warning"
          title={t('Line.Halted', {
            since: haltedSince,
            by: line.halted.by ?? NOTHING,
            reason: line.halted.reason,
          })}
        />
      )}
      <dl className={styles.figures}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function ActionForm({ action, onDone }: { readonly action: Action; readonly onDone: () => void }) {
  const { t } = useTranslation()
  const label = titleOf(action, t)
  const common = { label, action: label, fields: [REASON], makesStale: STALE, onDone }
  switch (action.what) {
    case 'halt':
    case 'release':
      return (
        <>
          <p>{action.what === 'halt' && t('Line.Halt.details')}</p>
          <SchemaForm
            {...common}
            change="Limits/SetKillSwitch"
            schema={killSwitchInput}
            initial={{ scope: 'market', id: '', on: action.what === 'halt' }}
            isDanger={action.what === 'halt'}
          />
        </>
      )
    case 'cancelAll':
      return (
        <>
          <p>{t('Line.CancelAll.details')}</p>
          <SchemaForm
            {...common}
            change="ExchangeLine/CancelAll"
            schema={cancelAllInput}
            initial={{}}
            isDanger
          />
        </>
      )
    case 'settle':
      return (
        <>
          <p>{t('Line.Settle.details')}</p>
          <SchemaForm
            {...common}
            change="ExchangeLine/SettleOrder"
            schema={settleOrderInput}
            initial={{ orderID: action.row.orderID, as: action.as }}
            isDanger
          />
        </>
      )
  }
}

export default ExchangeLineScreen
