import type { LimitRow } from '@tradebook/contract'
import { killSwitchInput, limitsInput, limitValues } from '@tradebook/contract/schemas/limits'
import { Button, Modal, Space } from 'antd'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/use-call.ts'
import { useKillSwitchChanges } from '../../live/use-live.ts'
import { useMayMake, useSession } from '../../session.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useListState } from '../../ui/data-table/list-state.ts'
import { localList } from '../../ui/data-table/local-list.ts'
import { useFreshList } from '../../ui/data-table/server-list.ts'
import { GuardedDrawer } from '../../ui/guarded-drawer.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import styles from './limits-screen.module.css'
import { limitsView, switchesView, whoOf } from './limits-view.tsx'

/** What orders may come to, and the kill switches: of a firm, or for the host of the market and its firms. */
const LimitsScreen = () => {
  const { t } = useTranslation()
  const isHost = useSession(({ tenant }) => tenant === null)
  return (
    <Page title={t('Limits.Title')} about={t(isHost ? 'Limits.About.Host' : 'Limits.About')} isWide>
      <Limits isHost={isHost} />
    </Page>
  )
}

/** What is open over the list: the limits or the kill switch of a row, or of somebody who is yet to be named. */
type Open = { readonly what: 'limits' | 'switch'; readonly row: LimitRow | undefined } | undefined

const CHANGED = ['Limits/GetAll', 'Limits/GetKillSwitchesOn'] as const

const Limits = ({ isHost }: { readonly isHost: boolean }) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open>()
  const [text, setText] = useState('')
  const [maySet, maySwitch] = [useMayMake('Limits/Update'), useMayMake('Limits/SetKillSwitch')]
  const view = useMemo(() => {
    const actions = {
      onEdit: maySet ? (row: LimitRow) => setOpen({ what: 'limits', row }) : undefined,
      onSwitch: maySwitch ? (row: LimitRow) => setOpen({ what: 'switch', row }) : undefined,
    }
    return isHost ? switchesView(actions) : limitsView(actions)
  }, [isHost, maySet, maySwitch])
  const [state, change] = useListState(view)
  const { data, isError, refetch } = useCall('Limits/GetAll', {}, { staleTime: 0 })
  // A switch that goes on by itself is seen by anyone who looks.
  useFreshList('Limits/GetAll', Math.max(useKillSwitchChanges(), 1))
  const close = () => setOpen(undefined)
  const done = (words: string) => {
    setText(words)
    close()
  }
  const source = localList(view, data?.items, state)
  const tools = isHost ? undefined : (
    <Space wrap>
      {maySet && (
        <Button size="small" onClick={() => setOpen({ what: 'limits', row: undefined })}>
          {t('Limits.SetOther')}
        </Button>
      )}
      {maySwitch && (
        <Button size="small" danger onClick={() => setOpen({ what: 'switch', row: undefined })}>
          {t('Limits.Switch.StopOther')}
        </Button>
      )}
    </Space>
  )
  return (
    <Section heading={t('Limits.List')} tools={tools}>
      <DataTable
        list={view}
        source={{ ...source, isFailed: isError, retry: () => void refetch() }}
        state={state}
        onChange={change}
      />
      <p className={styles.outcome} role="status">
        {text}
      </p>
      <GuardedDrawer
        open={open?.what === 'limits'}
        onClose={close}
        destroyOnHidden
        title={open?.row ? t('Limits.SetOf', { who: whoOf(open.row, t) }) : t('Limits.SetOther')}
      >
        {open?.what === 'limits' && <LimitsForm row={open.row} onDone={done} />}
      </GuardedDrawer>
      <Modal
        open={open?.what === 'switch'}
        onCancel={close}
        footer={null}
        destroyOnHidden
        title={open?.what === 'switch' && switchTitle(open.row, t)}
      >
        {open?.what === 'switch' && <SwitchForm row={open.row} onDone={done} />}
      </Modal>
    </Section>
  )
}

/** What the button of a switch does, named by whom it concerns. */
const switchTitle = (row: LimitRow | undefined, t: TFunction): string => {
  if (!row) return t('Limits.Switch.StopOther')
  const who = whoOf(row, t)
  return row.killSwitch ? t('Limits.Switch.Release.of', { who }) : t('Limits.Switch.Stop.of', { who })
}

interface FormProps {
  /** `undefined`: of somebody whom the form names. */
  readonly row: LimitRow | undefined
  readonly onDone: (words: string) => void
}

const named = ({
  level,
  id,
}: {
  readonly level: 'firm' | 'user' | 'account'
  readonly id?: string | undefined
}) => ({ scope: level === 'firm' ? 'tenant' : level, id: id ?? '', name: id ?? '' }) as const

const LimitsForm = ({ row, onDone }: FormProps) => {
  const { t } = useTranslation()
  const level = row?.scope === 'user' || row?.scope === 'account' ? row.scope : 'firm'
  return (
    <>
      <p>{t(row ? 'Limits.Empty.help' : 'Limits.Other.help')}</p>
      <SchemaForm
        label={row ? t('Limits.SetOf', { who: whoOf(row, t) }) : t('Limits.SetOther')}
        change="Limits/Update"
        schema={limitsInput}
        fields={[
          ...(row
            ? []
            : ([
                { name: 'level', label: 'Limits.Level', offered: somebody(t) },
                { name: 'id', label: 'Limits.Who', help: 'Limits.Who.help', isRequired: true },
              ] as const)),
          { name: 'orderValue', label: 'Limits.OrderValue', help: 'Limits.OrderValue.help' },
          { name: 'orderQty', label: 'Limits.OrderQty', help: 'Limits.OrderQty.help' },
          { name: 'dailyTurnover', label: 'Limits.DailyTurnover', help: 'Limits.DailyTurnover.help' },
          { name: 'collarPercent', label: 'Limits.CollarPercent', help: 'Limits.CollarPercent.help' },
          { name: 'volumePercent', label: 'Limits.VolumePercent', help: 'Limits.VolumePercent.help' },
          { name: 'ordersPerSecond', label: 'Limits.OrdersPerSecond', help: 'Limits.OrdersPerSecond.help' },
          {
            name: 'duplicateSeconds',
            label: 'Limits.DuplicateSeconds',
            help: 'Limits.DuplicateSeconds.help',
          },
        ]}
        sendsChangesOf={limitNames}
        initial={row ? { ...limitsOf(row), level, id: level === 'firm' ? '' : row.id } : { level: 'user' }}
        action={t('Limits.Save')}
        makesStale={CHANGED}
        onDone={(_, input) => onDone(t('Limits.Saved', { who: whoOf(row ?? named(input), t) }))}
      />
    </>
  )
}

/** The limits of a row, without what only describes it. */
const limitsOf = (row: LimitRow) =>
  Object.fromEntries(limitNames.map((name) => [name, row[name]])) as Pick<
    LimitRow,
    (typeof limitNames)[number]
  >

const limitNames = Object.keys(limitValues) as (keyof typeof limitValues)[]

/** Of whom limits are set, or who is stopped, who is not in the list yet. */
const somebody = (t: TFunction) =>
  (['user', 'account'] as const).map((value) => ({ value, label: t(`Limits.Level.${value}`) }))

/** The confirmation of a kill switch: it names whom it stops or lets go on, and asks why. */
const SwitchForm = ({ row, onDone }: FormProps) => {
  const { t } = useTranslation()
  const on = !row?.killSwitch
  const title = switchTitle(row, t)
  return (
    <>
      <p>{t(on ? 'Limits.Switch.Stop.details' : 'Limits.Switch.Release.details')}</p>
      {on && <p>{t('Freeze.NotBySwitch')}</p>}
      <SchemaForm
        label={title}
        change="Limits/SetKillSwitch"
        schema={killSwitchInput}
        fields={[
          ...(row
            ? []
            : ([
                { name: 'scope', label: 'Limits.Scope', offered: somebody(t) },
                { name: 'id', label: 'Limits.Who', help: 'Limits.Switch.Who.help', isRequired: true },
              ] as const)),
          {
            name: 'reason',
            label: 'Limits.Switch.Reason',
            ...(on && { help: 'Limits.Switch.Reason.help' as const }),
          },
        ]}
        initial={row ? { scope: row.scope, id: row.id, on } : { scope: 'user', on }}
        action={row ? title : t('Limits.Switch.Stop')}
        isDanger={on}
        makesStale={CHANGED}
        onDone={(_, { scope, id = '' }) =>
          onDone(
            t(on ? 'Limits.Stopped' : 'Limits.Released', { who: whoOf(row ?? { scope, id, name: id }, t) }),
          )
        }
      />
    </>
  )
}

export default LimitsScreen
