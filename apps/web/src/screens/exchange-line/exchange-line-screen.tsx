import type { CallOutput, DoubtRow, UnclaimedRow } from '@tradebook/contract'
import {
  adoptForm,
  cancelAllInput,
  settleOrderInput,
  settleUnclaimedInput,
} from '@tradebook/contract/schemas/exchange-line'
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
import { doubtsView, reportsView, unclaimedView } from './exchange-line-views.tsx'

type State = CallOutput<'ExchangeLine/GetState'>
type SettledAs = 'neverArrived' | 'canceled'

/** What can be done about an order that only the exchange has, each with what it proposes. */
const UNCLAIMED = { adopt: 'adopted', cancelUnclaimed: 'canceled' } as const
type UnclaimedAction = keyof typeof UNCLAIMED

/** What is about to be done. */
type Action =
  | { readonly what: 'halt' | 'release' | 'cancelAll' }
  | { readonly what: 'settle'; readonly row: DoubtRow; readonly as: SettledAs }
  | { readonly what: UnclaimedAction; readonly unclaimed: UnclaimedRow }

const REFRESH_MS = 5_000
const REASON = { name: 'reason', label: 'Control.Reason', help: 'Control.Reason.help' } as const
const ADOPTER = [
  { name: 'firm', label: 'Line.Firm' },
  { name: 'account', label: 'Trading.Column.account' },
] as const
const STALE = [
  'ExchangeLine/GetState',
  'ExchangeLine/GetOrdersInDoubt',
  'ExchangeLine/GetUnclaimedOrders',
] as const
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
  const unclaimed = useMemo(
    () =>
      unclaimedView((row, translate) => {
        const { venueOrderID, isDecided, isOwn, proposed, bar } = row
        if (isDecided) return translate('Line.Unclaimed.Decided')
        return (
          <span className={styles.actions}>
            {UNCLAIMED_ACTIONS.filter((what) => what !== 'adopt' || bar === null).map((what) => (
              <Button
                key={what}
                size="small"
                disabled={isOwn && proposed === UNCLAIMED[what]}
                aria-label={translate(UNCLAIMED_TITLES[what], { venueOrderID })}
                onClick={() => setAction({ what, unclaimed: row })}
              >
                {translate(UNCLAIMED_NAMES[what])}
              </Button>
            ))}
          </span>
        )
      }),
    [],
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
        <ServerTable call="ExchangeLine/GetUnclaimedOrders" list={unclaimed} heading={t('Line.Unclaimed')} />
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

const UNCLAIMED_ACTIONS = ['adopt', 'cancelUnclaimed'] as const
const UNCLAIMED_NAMES = { adopt: 'Line.Adopt', cancelUnclaimed: 'Line.CancelUnclaimed' } as const
const UNCLAIMED_TITLES = { adopt: 'Line.Adopt.of', cancelUnclaimed: 'Line.CancelUnclaimed.of' } as const

function titleOf(action: Action, t: TFunction): string {
  if (action.what === 'settle') return t(`Line.${action.as}.of`, { orderID: action.row.orderID })
  if ('unclaimed' in action)
    return t(UNCLAIMED_TITLES[action.what], { venueOrderID: action.unclaimed.venueOrderID })
  return t(TITLES[action.what])
}

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
    case 'adopt':
    case 'cancelUnclaimed': {
      const isAdopted = action.what === 'adopt'
      const { venueOrderID, firm, account, proposed } = action.unclaimed
      const before = proposed === 'adopted' ? { firm: firm ?? '', account: account ?? '' } : {}
      return (
        <>
          <p>{t(isAdopted ? 'Line.Adopt.details' : 'Line.CancelUnclaimed.details')}</p>
          <SchemaForm
            {...common}
            fields={isAdopted ? [...ADOPTER, REASON] : [REASON]}
            change="ExchangeLine/SettleUnclaimed"
            schema={isAdopted ? adoptForm : settleUnclaimedInput}
            initial={{ venueOrderID, as: UNCLAIMED[action.what], ...(isAdopted && before) }}
            isDanger
          />
        </>
      )
    }
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
