import {
  type CallInput,
  type CorporateActionRow,
  corporateActionTypeNames,
  corporateActionTypes,
} from '@tradebook/contract'
import { corporateActionInput, revocationInput } from '@tradebook/contract/schemas/corporate-actions'
import { Modal, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSecurityOptions } from '../../live/security-choice.tsx'
import { useSession } from '../../session.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useListState } from '../../ui/data-table/list-state.ts'
import { useServerList } from '../../ui/data-table/server-list.ts'
import { averagePrice } from '../../ui/format.ts'
import { Page, Section } from '../../ui/page.tsx'
import type { FieldRow } from '../../ui/schema-form/schema-field.tsx'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import styles from './corporate-actions-screen.module.css'
import { type Choice, corporateActionsView } from './corporate-actions-view.tsx'
import { Effect } from './effect.tsx'
import type { Terms } from './entitlements-view.ts'

/** The host announces and revokes corporate actions here; a firm reads what they give to its accounts. */
const CorporateActionsScreen = () => {
  const { t } = useTranslation()
  const controls = useSession(({ permissions }) => permissions.has('MARKET_CONTROL'))
  return (
    <Page title={t('CorporateAction.Title')} about={t('CorporateAction.About')} isWide>
      {controls && <Announce />}
      <Announced controls={controls} />
    </Page>
  )
}

/** What an announcement or its revocation changes. */
const CHANGED = ['BackOffice/GetCorporateActions', 'MarketData/GetNews'] as const

type Field = FieldRow<keyof CallInput<'BackOffice/PostCorporateAction'> & string>

const REGISTER_DATE: Field = {
  name: 'registerDate',
  label: 'CorporateAction.RegisterDate',
  help: 'CorporateAction.RegisterDate.help',
  shownAs: 'date',
}
const PAY_DATE: Field = {
  name: 'payDate',
  label: 'CorporateAction.PayDate',
  help: 'CorporateAction.PayDate.help',
  isRequired: true,
  shownAs: 'date',
}
/** What each type is announced with, besides the security. */
const FIELDS: Readonly<Record<Terms['type'], readonly Field[]>> = {
  dividend: [
    {
      name: 'ratePerShare',
      label: 'CorporateAction.RatePerShare',
      help: 'CorporateAction.RatePerShare.help',
      isRequired: true,
    },
    REGISTER_DATE,
    PAY_DATE,
  ],
  bonus: [
    {
      name: 'ratio',
      label: 'CorporateAction.Ratio',
      help: 'CorporateAction.Ratio.bonus.help',
      isRequired: true,
    },
    REGISTER_DATE,
    PAY_DATE,
  ],
  split: [
    {
      name: 'ratio',
      label: 'CorporateAction.Ratio',
      help: 'CorporateAction.Ratio.split.help',
      isRequired: true,
    },
    REGISTER_DATE,
  ],
}

const Announce = () => {
  const { t } = useTranslation()
  const [type, setType] = useState<Terms['type']>('dividend')
  const [done, setDone] = useState({ times: 0, text: '' })
  const [modal, dialog] = Modal.useModal()
  const offered = useSecurityOptions()
  const label = t('CorporateAction.Announce')
  const worded = ({ type, securityID }: Pick<Terms, 'type' | 'securityID'>) => ({
    type: t(corporateActionTypeNames[type]),
    securityID,
  })
  return (
    <Section
      heading={label}
      tools={
        <Segmented
          size="small"
          aria-label={t('CorporateAction.Announce.Kind')}
          value={type}
          options={corporateActionTypes.map((value) => ({
            value,
            label: t(corporateActionTypeNames[value]),
          }))}
          onChange={setType}
        />
      }
    >
      <div className={styles.form}>
        <SchemaForm
          key={`${type} ${done.times}`}
          label={label}
          change="BackOffice/PostCorporateAction"
          schema={corporateActionInput}
          fields={[{ name: 'securityID', label: 'List.Column.securityID', offered }, ...FIELDS[type]]}
          initial={{ type }}
          action={t('CorporateAction.Announce.Action')}
          makesStale={CHANGED}
          confirm={async (terms) =>
            modal.confirm({
              title: t(`CorporateAction.Announce.Confirm.${terms.type}`, {
                securityID: terms.securityID,
                rate: averagePrice(terms.ratePerShare),
                ratio: terms.ratio ?? '',
              }),
              content: <Effect terms={terms} />,
              width: 'min(56rem, 94vw)',
              okText: t('CorporateAction.Announce.Action'),
              cancelText: t('CorporateAction.Cancel'),
            })
          }
          onDone={(_, terms) =>
            setDone(({ times }) => ({
              times: times + 1,
              text: t('CorporateAction.Announce.Done', worded(terms)),
            }))
          }
        />
        <p role="status">{done.text}</p>
      </div>
      {dialog}
    </Section>
  )
}

const Announced = ({ controls }: { readonly controls: boolean }) => {
  const { t } = useTranslation()
  const [choice, choose] = useState<Choice>()
  const view = useMemo(() => corporateActionsView(choose, controls), [controls])
  const [state, change] = useListState(view)
  const { answer: _, ...source } = useServerList('BackOffice/GetCorporateActions', view, state)
  const close = () => choose(undefined)
  return (
    <Section>
      <DataTable
        list={view}
        source={source}
        state={state}
        onChange={change}
        heading={t('CorporateAction.List')}
      />
      <Modal
        open={choice !== undefined}
        title={
          choice &&
          t('CorporateAction.Effect.Title', {
            type: t(corporateActionTypeNames[choice.action.type]),
            securityID: choice.action.securityID,
          })
        }
        onCancel={close}
        footer={null}
        width="min(56rem, 94vw)"
        destroyOnHidden
      >
        {choice && <Effect terms={termsOf(choice.action)} />}
        {choice?.revokes && <RevokeForm id={choice.action.id} onDone={close} />}
      </Modal>
    </Section>
  )
}

const RevokeForm = ({ id, onDone }: { readonly id: number; readonly onDone: () => void }) => {
  const { t } = useTranslation()
  const title = t('CorporateAction.Revoke.of', { id })
  return (
    <>
      <p>{t('CorporateAction.Revoke.details')}</p>
      <SchemaForm
        label={title}
        change="BackOffice/RevokeCorporateAction"
        schema={revocationInput}
        fields={[]}
        initial={{ id }}
        action={title}
        isDanger
        makesStale={CHANGED}
        onDone={onDone}
      />
    </>
  )
}

const termsOf = ({
  type,
  securityID,
  registerDate,
  payDate,
  ratePerShare,
  ratio,
}: CorporateActionRow): Terms => ({
  type,
  securityID,
  registerDate,
  payDate,
  ...(ratePerShare !== null && { ratePerShare }),
  ...(ratio !== null && { ratio }),
})

export default CorporateActionsScreen
