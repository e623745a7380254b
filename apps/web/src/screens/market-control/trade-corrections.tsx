import {
  cancelTradeInput,
  correctionApprovalInput,
  correctionRejectionInput,
  correctTradeInput,
} from '@tradebook/contract/schemas/market-control'
import { Modal } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ServerTable } from '../../ui/data-table/server-table.tsx'
import { Columns, Section } from '../../ui/page.tsx'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import styles from './market-control-screen.module.css'
import { type CorrectionDecision, tradeCorrectionsView } from './trade-corrections-view.tsx'

const TRADE = { name: 'tradeNumber', label: 'Control.Trades.Number' } as const
const REASON = { name: 'reason', label: 'Control.Reason', help: 'Control.Reason.help' } as const
const CHANGED = ['MarketData/GetTradeCorrections'] as const

/** Trades are cancelled and corrected here: one person asks, another one approves. */
export const TradeCorrections = () => {
  const { t } = useTranslation()
  const [decision, decide] = useState<CorrectionDecision>()
  const [made, setMade] = useState(0)
  const view = useMemo(() => tradeCorrectionsView(decide), [])
  const asked = () => setMade((times) => times + 1)
  return (
    <>
      <Columns>
        <Section heading={t('Control.Trades.Cancel')}>
          <div className={styles.form}>
            <SchemaForm
              key={made}
              label={t('Control.Trades.Cancel')}
              change="MarketData/CancelTrade"
              schema={cancelTradeInput}
              fields={[TRADE, REASON]}
              initial={{}}
              action={t('Control.Trades.Cancel.Action')}
              isDanger
              makesStale={CHANGED}
              onDone={asked}
            />
          </div>
        </Section>
        <Section heading={t('Control.Trades.Correct')}>
          <div className={styles.form}>
            <SchemaForm
              key={made}
              label={t('Control.Trades.Correct')}
              change="MarketData/CorrectTrade"
              schema={correctTradeInput}
              fields={[
                TRADE,
                { name: 'price', label: 'Control.Trades.NewPrice', help: 'Control.Trades.Correct.help' },
                {
                  name: 'quantity',
                  label: 'Control.Trades.NewQuantity',
                  help: 'Control.Trades.Correct.help',
                },
                REASON,
              ]}
              initial={{}}
              action={t('Control.Trades.Correct.Action')}
              isDanger
              makesStale={CHANGED}
              onDone={asked}
            />
          </div>
        </Section>
      </Columns>
      <Section>
        <ServerTable call="MarketData/GetTradeCorrections" list={view} heading={t('Control.Trades')} />
      </Section>
      <Modal
        open={decision !== undefined}
        title={decision && t(titleOf(decision), { number: decision.request.tradeNumber })}
        onCancel={() => decide(undefined)}
        footer={null}
        destroyOnHidden
      >
        {decision && <DecisionForm {...decision} onDone={() => decide(undefined)} />}
      </Modal>
    </>
  )
}

const titleOf = ({ approves }: CorrectionDecision) =>
  approves ? 'Control.Trades.Approve.of' : 'Control.Trades.Reject.of'

const DecisionForm = ({ onDone, ...decision }: CorrectionDecision & { readonly onDone: () => void }) => {
  const { t } = useTranslation()
  const { request, approves } = decision
  const common = {
    label: t(titleOf(decision), { number: request.tradeNumber }),
    initial: { id: request.id },
    makesStale: CHANGED,
    onDone,
  }
  return (
    <>
      <p>
        {t(`Control.Trades.Kind.${request.kind}`)}: {request.securityID}, {request.reason} (
        {request.makerName})
      </p>
      {approves ? (
        <SchemaForm
          {...common}
          change="MarketData/ApproveTradeCorrection"
          schema={correctionApprovalInput}
          fields={[]}
          action={t('Control.Trades.Approve')}
        />
      ) : (
        <SchemaForm
          {...common}
          change="MarketData/RejectTradeCorrection"
          schema={correctionRejectionInput}
          fields={[REASON]}
          action={t('Control.Trades.Reject')}
        />
      )}
    </>
  )
}
