import { type HaltedSecurity, haltReasonInWords, type TradingHalt } from '@tradebook/contract'
import { controlInput, newsInput, securityControlInput } from '@tradebook/contract/schemas/market-control'
import { Alert, Button, Modal, Segmented } from 'antd'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { liveMarket } from '../../live/live-market.ts'
import { useSecurityOptions } from '../../live/security-choice.tsx'
import { useMarketPhase, useStatistic } from '../../live/use-live.ts'
import { isHalted } from '../../market/halted.ts'
import { useAllHalts } from '../../market/halts.ts'
import { useSelection } from '../../market/selection.ts'
import { useMoment } from '../../market-time.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useListState } from '../../ui/data-table/list-state.ts'
import { localList } from '../../ui/data-table/local-list.ts'
import { NOTHING } from '../../ui/format.ts'
import { Columns, Page, Section } from '../../ui/page.tsx'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import { haltedView } from './halted-view.tsx'
import styles from './market-control-screen.module.css'
import { TradeCorrections } from './trade-corrections.tsx'

/** Trading of a security or of the whole market is halted and resumed here, and news are published. */
const MarketControlScreen = () => {
  const { t } = useTranslation()
  return (
    <Page title={t('Control.Title')} about={t('Control.About')} isWide>
      <Halted />
      <Columns>
        <HaltForm />
        <NewsForm />
      </Columns>
      <TradeCorrections />
    </Page>
  )
}

/** What is to be resumed; `securityID` null: the whole market. */
interface Target {
  readonly securityID: string | null
  readonly symbol: string
}

/** What is halted now: why, since when and by whom, and the way to resume it. */
const Halted = () => {
  const { t } = useTranslation()
  const [target, setTarget] = useState<Target>()
  const view = useMemo(() => haltedView(setTarget), [])
  const [state, change] = useListState(view)
  const halts = useAllHalts()
  const ofMarket = halts?.find(({ securityID }) => securityID === null)
  return (
    <Section>
      {ofMarket && (
        <MarketHalt
          halt={ofMarket}
          onResume={() => setTarget({ securityID: null, symbol: t('Control.Market') })}
        />
      )}
      <DataTable
        list={view}
        source={localList(
          view,
          halts?.flatMap((halt) => securityOf(halt, t)),
          state,
        )}
        state={state}
        onChange={change}
        heading={t('Control.Halted')}
      />
      <Modal
        open={target !== undefined}
        title={target && t('Control.Resume.of', { what: target.symbol })}
        onCancel={() => setTarget(undefined)}
        footer={null}
        destroyOnHidden
      >
        {target && (
          <>
            <p>{t('Control.Resume.details', { what: target.symbol })}</p>
            <SchemaForm
              label={t('Control.Resume.of', { what: target.symbol })}
              change="MarketData/ResumeSecurity"
              schema={controlInput}
              fields={[REASON]}
              initial={{ securityID: target.securityID }}
              action={t('Control.Resume.of', { what: target.symbol })}
              makesStale={['MarketData/GetHalts']}
              onDone={() => setTarget(undefined)}
            />
          </>
        )}
      </Modal>
    </Section>
  )
}

/** A halt of the market: by market control, with the way to end it; by the circuit breaker, with the time at which it ends by itself. */
function MarketHalt({ halt, onResume }: { halt: TradingHalt; onResume: () => void }) {
  const { t } = useTranslation()
  const [since, until] = [useMoment(halt.since), useMoment(halt.until)]
  if (halt.cause === 'circuitBreaker') {
    return <Alert banner type="warning" title={t('Control.Halted.Breaker', { since, until })} />
  }
  return (
    <Alert
      banner
      type="warning"
      title={t('Control.Halted.Market', { since })}
      description={t('Control.Halted.Why', {
        reason: haltReasonInWords(halt.reason, t),
        by: halt.by ?? NOTHING,
      })}
      action={
        <Button size="small" onClick={onResume}>
          {t('Control.Resume')}
        </Button>
      }
    />
  )
}

/** The halt of a security with its figures; nothing for a halt of the market. */
function securityOf({ securityID, ...halt }: TradingHalt, t: TFunction): HaltedSecurity[] {
  const row = securityID === null ? undefined : liveMarket.store.statistics.latest(securityID)
  if (!row) return []
  const { symbol, securityDesc, lastPx } = row
  const reason = haltReasonInWords(halt.reason, t)
  return [{ ...halt, reason, securityID: row.securityID, symbol, securityDesc, lastPx }]
}

const REASON = { name: 'reason', label: 'Control.Reason', help: 'Control.Reason.help' } as const
const SCOPES = ['security', 'market'] as const

const HaltForm = () => {
  const { t } = useTranslation()
  const [scope, setScope] = useState<(typeof SCOPES)[number]>('security')
  const [named] = useSelection()
  const [done, setDone] = useState<{ times: number; what?: string | null }>({ times: 0 })
  const isInForce = useIsHalted(done.what)
  const [modal, dialog] = Modal.useModal()
  const offered = useSecurityOptions()
  const what = (securityID: string | null) => securityID ?? t('Control.Market')
  const asks = {
    confirm: async ({ securityID, reason }: { securityID: string | null; reason: string }) =>
      modal.confirm({
        title: t('Control.Halt.Confirm', { what: what(securityID) }),
        content: t(securityID === null ? 'Control.Halt.Market.details' : 'Control.Halt.Security.details', {
          what: what(securityID),
          reason,
        }),
        okText: t('Control.Halt.of', { what: what(securityID) }),
        okButtonProps: { danger: true },
        cancelText: t('Control.Halt.Cancel'),
      }),
    onDone: (_: object, { securityID }: { securityID: string | null }) =>
      setDone(({ times }) => ({ times: times + 1, what: securityID })),
  }
  const label = t('Control.Halt')
  return (
    <Section
      heading={label}
      tools={
        <Segmented
          size="small"
          aria-label={t('Control.Scope')}
          value={scope}
          options={SCOPES.map((value) => ({ value, label: t(`Control.Scope.${value}`) }))}
          onChange={setScope}
        />
      }
    >
      <div className={styles.form}>
        {scope === 'security' ? (
          <SchemaForm
            key={`security ${named} ${done.times}`}
            label={label}
            change="MarketData/HaltSecurity"
            schema={securityControlInput}
            fields={[{ name: 'securityID', label: 'List.Column.securityID', offered }, REASON]}
            initial={named !== undefined && done.times === 0 ? { securityID: named } : {}}
            action={t('Control.Halt.Action')}
            isDanger
            makesStale={['MarketData/GetHalts']}
            {...asks}
          />
        ) : (
          <SchemaForm
            key={`market ${done.times}`}
            label={label}
            change="MarketData/HaltSecurity"
            schema={controlInput}
            fields={[REASON]}
            initial={{ securityID: null }}
            action={t('Control.Halt.of', { what: t('Control.Market') })}
            isDanger
            makesStale={['MarketData/GetHalts']}
            {...asks}
          />
        )}
        <p role="status">
          {isInForce && done.what !== undefined && t('Control.Halt.Done', { what: what(done.what) })}
        </p>
      </div>
      {dialog}
    </Section>
  )
}

/** Whether the halt of a security, or with null of the whole market, is in force. */
function useIsHalted(what: string | null | undefined): boolean {
  const isMarketHalted = useMarketPhase() === 'halted'
  const isSecurityHalted = useStatistic(what ?? '', (row) => row !== undefined && isHalted(row))
  return what === null ? isMarketHalted : isSecurityHalted
}

const NewsForm = () => {
  const { t } = useTranslation()
  const [done, setDone] = useState({ times: 0, text: '' })
  const offered = useSecurityOptions()
  const label = t('Control.News')
  return (
    <Section heading={label}>
      <div className={styles.form}>
        <SchemaForm
          key={done.times}
          label={label}
          change="MarketData/PostNews"
          schema={newsInput}
          fields={[
            { name: 'headline', label: 'List.Column.headline' },
            { name: 'body', label: 'List.Column.body', shownAs: 'lines' },
            {
              name: 'securityIDs',
              label: 'List.Column.securityIDs',
              help: 'Control.News.Securities',
              offered,
            },
            { name: 'urgency', label: 'List.Column.urgency', choices: URGENCIES },
          ]}
          initial={{ urgency: '0' }}
          action={t('Control.News.Action')}
          makesStale={['MarketData/GetNews']}
          onDone={(_, { headline }) =>
            setDone(({ times }) => ({ times: times + 1, text: t('Control.News.Done', { headline }) }))
          }
        />
        <p role="status">{done.text}</p>
      </div>
    </Section>
  )
}

const URGENCIES = { 0: 'List.Urgency.0', 1: 'List.Urgency.1', 2: 'List.Urgency.2' } as const

export default MarketControlScreen
