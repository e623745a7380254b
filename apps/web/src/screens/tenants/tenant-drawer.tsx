import type { FirstLink, StoppedOrders, TenantRecord } from '@tradebook/contract'
import {
  tenantActivateInput,
  tenantDeActivateInput,
  tenantFirstLinkInput,
  tenantIdInput,
  tenantSecondAdminInput,
  tenantUpdateForm,
} from '@tradebook/contract/schemas/tenants'
import { Alert, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from '../../administration/record-drawer.module.css'
import { useCall } from '../../api/use-call.ts'
import { quantity } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import type { FieldRow } from '../../ui/schema-form/schema-field.tsx'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import { CHANGED, FEATURE_FIELDS, NAME_FIELDS, ORDERS_FIELD, PARTICULAR_FIELDS } from './tenant-fields.ts'

interface OfFirm {
  readonly firm: TenantRecord
  readonly onDone: (words: string) => void
}

interface TenantDrawerProps extends Pick<OfFirm, 'onDone'> {
  readonly id: number
  /** Shows a link that is in no later answer. */
  readonly onLink: (title: string, first: FirstLink) => void
}

/** A firm: what it is called and has, how its administrator begins, whether it trades, and how it is deleted. */
export function TenantDrawer({ id, ...props }: TenantDrawerProps) {
  const firm = useCall('Tenant/Get', { id }, { staleTime: 0 })
  return <Loaded answer={firm}>{(data) => <Firm firm={data} {...props} />}</Loaded>
}

function Firm({ firm, onDone, onLink }: OfFirm & Pick<TenantDrawerProps, 'onLink'>) {
  const { t } = useTranslation()
  return (
    <div className={styles.record}>
      {firm.isKillSwitchOn && <Alert type="warning" title={t('Tenants.KillSwitchOn')} />}
      {firm.areOrdersHalted && (
        <Alert type="warning" title={t('Tenants.Orders.Halted', { count: quantity(firm.openOrderCount) })} />
      )}
      <TenantForm firm={firm} onDone={onDone} />
      {firm.adminEmailAddress !== null && (
        <section>
          <h3>{t('Tenants.FirstLink')}</h3>
          <p>{t('Tenants.FirstLink.details')}</p>
          <SchemaForm
            label={t('Tenants.FirstLink')}
            change="Tenant/RenewFirstLink"
            schema={tenantFirstLinkInput}
            fields={[{ name: 'adminEmailAddress', label: 'Tenants.AdminEmailAddress' }]}
            initial={{ id: firm.id, adminEmailAddress: firm.adminEmailAddress }}
            action={t('Tenants.FirstLink.Mail')}
            makesStale={CHANGED}
            onDone={(first) => onLink(t('Tenants.FirstLink.Mailed', { name: firm.name }), first)}
          />
        </section>
      )}
      <SecondAdmin firm={firm} onLink={onLink} />
      <section>
        <h3>{t('Tenants.IsActive')}</h3>
        {firm.isActive ? <Disable firm={firm} onDone={onDone} /> : <Enable firm={firm} onDone={onDone} />}
      </section>
      {!firm.isActive && firm.openOrderCount > 0 && (
        <section>
          <h3>{t('Tenants.Orders')}</h3>
          <OrdersOfDisabled firm={firm} onDone={onDone} />
        </section>
      )}
      <section>
        <h3>{t('Tenants.Delete')}</h3>
        <Delete firm={firm} onDone={onDone} />
      </section>
    </div>
  )
}

/** Who approves what the first administrator and their users ask for, on the firm's first day. */
function SecondAdmin({ firm, onLink }: Pick<OfFirm, 'firm'> & Pick<TenantDrawerProps, 'onLink'>) {
  const { t } = useTranslation()
  const { id, name, secondAdmin } = firm
  const { emailAddress, ...named } = secondAdmin ?? { emailAddress: '' }
  return (
    <section>
      <h3>{t('Tenants.SecondAdmin')}</h3>
      {emailAddress === null ? (
        <p>{t('Tenants.SecondAdmin.SignedIn', { userName: secondAdmin?.userName ?? '' })}</p>
      ) : (
        <>
          <p>{t('Tenants.SecondAdmin.details')}</p>
          <SchemaForm
            label={t('Tenants.SecondAdmin')}
            change="Tenant/NameSecondAdministrator"
            schema={tenantSecondAdminInput}
            fields={SECOND_ADMIN_FIELDS}
            initial={{ id, ...named, emailAddress }}
            action={t(secondAdmin ? 'Tenants.FirstLink.Mail' : 'Tenants.SecondAdmin.Name')}
            makesStale={CHANGED}
            onDone={(first) => onLink(t('Tenants.FirstLink.Mailed', { name }), first)}
          />
        </>
      )}
    </section>
  )
}

const SECOND_ADMIN_FIELDS = [
  { name: 'userName', label: 'Users.UserName', autoComplete: 'off' },
  { name: 'name', label: 'Users.Name', autoComplete: 'off' },
  { name: 'surname', label: 'Users.Surname', autoComplete: 'off' },
  { name: 'emailAddress', label: 'Users.EmailAddress', autoComplete: 'off' },
] as const

function TenantForm({ firm, onDone }: OfFirm) {
  const { t } = useTranslation()
  const { id, tenancyName, name, isActive, features, memberCode, address, phone } = firm
  return (
    <SchemaForm
      label={t('Tenants.Edit.of', { name })}
      change="Tenant/Update"
      schema={tenantUpdateForm}
      fields={[...NAME_FIELDS, ...PARTICULAR_FIELDS, ...FEATURE_FIELDS]}
      initial={{ id, tenancyName, name, isActive, memberCode, address, phone, ...features }}
      toInput={({ SignalR, ...changed }) => ({ ...changed, features: { SignalR } })}
      action={t('Tenants.Save')}
      makesStale={CHANGED}
      onDone={(saved) => onDone(t('Tenants.Saved', { name: saved.name }))}
    />
  )
}

function Disable({ firm, onDone }: OfFirm) {
  const { t } = useTranslation()
  const { name, openOrderCount } = firm
  return (
    <>
      <p>{t('Tenants.Disable.details')}</p>
      <p>{t('Tenants.Orders.Open', { count: quantity(openOrderCount) })}</p>
      <StopForm
        firm={firm}
        title={t('Tenants.Disable.of', { name })}
        question={t('Tenants.Disable.Confirm', { name })}
        fields={[
          ORDERS_FIELD,
          { name: 'reason', label: 'Tenants.Disable.Reason', help: 'Tenants.Disable.Reason.help' },
        ]}
        onDone={() => onDone(t('Tenants.Disabled', { name }))}
      />
    </>
  )
}

/** The orders of a firm that is disabled can still be cancelled or halted, as before it is deleted. */
function OrdersOfDisabled({ firm, onDone }: OfFirm) {
  const { t } = useTranslation()
  const values = { count: quantity(firm.openOrderCount) }
  return (
    <>
      <p>{t(firm.areOrdersHalted ? 'Tenants.Orders.Halted' : 'Tenants.Orders.Working', values)}</p>
      <StopForm
        firm={firm}
        title={t('Tenants.Orders.Change')}
        question={t('Tenants.Orders.Change')}
        fields={[ORDERS_FIELD]}
        onDone={() => onDone(t('Tenants.Orders.Changed'))}
      />
    </>
  )
}

interface StopFormProps {
  readonly firm: TenantRecord
  readonly title: string
  readonly question: string
  readonly fields: readonly FieldRow<'reason' | 'openOrders'>[]
  readonly onDone: () => void
}

/** Stops a firm; what becomes of how many open orders is said before it is confirmed. */
function StopForm({
  firm: { id, openOrderCount, cancelledByHalt },
  title,
  question,
  fields,
  onDone,
}: StopFormProps) {
  const { t } = useTranslation()
  const [modal, dialog] = Modal.useModal()
  const whatBecomes = (chosen: StoppedOrders = 'cancel') =>
    openOrderCount === 0
      ? t('Tenants.Orders.None')
      : t(`Tenants.Orders.Confirm.${chosen}`, {
          count: quantity(openOrderCount),
          halted: quantity(openOrderCount - cancelledByHalt),
          cancelled: quantity(cancelledByHalt),
        })
  return (
    <>
      <SchemaForm
        label={title}
        change="Tenant/DeActivate"
        schema={tenantDeActivateInput}
        fields={fields}
        initial={{ id, openOrders: 'cancel' }}
        confirm={async ({ openOrders: chosen }) =>
          modal.confirm({
            title: question,
            content: whatBecomes(chosen),
            okText: title,
            okButtonProps: { danger: true },
            cancelText: t('Administration.Back'),
          })
        }
        action={title}
        isDanger
        makesStale={CHANGED}
        onDone={onDone}
      />
      {dialog}
    </>
  )
}

function Enable({ firm: { id, name }, onDone }: OfFirm) {
  const { t } = useTranslation()
  const title = t('Tenants.Enable.of', { name })
  return (
    <>
      <p>{t('Tenants.Enable.details')}</p>
      <SchemaForm
        label={title}
        change="Tenant/Activate"
        schema={tenantActivateInput}
        fields={[{ name: 'releaseKillSwitch', label: 'Tenants.Enable.Release' }]}
        initial={{ id, releaseKillSwitch: false }}
        action={title}
        makesStale={CHANGED}
        onDone={() => onDone(t('Tenants.Enabled', { name }))}
      />
    </>
  )
}

function Delete({ firm: { id, name, tenancyName }, onDone }: OfFirm) {
  const { t } = useTranslation()
  const [modal, dialog] = Modal.useModal()
  const title = t('Tenants.Delete.of', { name })
  return (
    <>
      <SchemaForm
        label={title}
        change="Tenant/Delete"
        schema={tenantIdInput}
        fields={[]}
        initial={{ id }}
        confirm={async () =>
          modal.confirm({
            title,
            content: t('Tenants.Delete.details', { name, tenancyName }),
            okText: t('Tenants.Delete'),
            okButtonProps: { danger: true },
            cancelText: t('Tenants.Delete.Back'),
          })
        }
        action={title}
        isDanger
        makesStale={CHANGED}
        onDone={() => onDone(t('Tenants.Deleted', { name }))}
      />
      {dialog}
    </>
  )
}
