import type { TenantCreated } from '@tradebook/contract'
import { tenantCreateForm } from '@tradebook/contract/schemas/tenants'
import { useTranslation } from 'react-i18next'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import { CHANGED, FEATURE_FIELDS, NAME_FIELDS, PARTICULAR_FIELDS, USUAL_FEATURES } from './tenant-fields.ts'

/** Makes a firm with its administrator. */
export function NewTenant({ onDone }: { readonly onDone: (firm: TenantCreated) => void }) {
  const { t } = useTranslation()
  return (
    <SchemaForm
      label={t('Tenants.New')}
      change="Tenant/Create"
      schema={tenantCreateForm}
      fields={[
        ...NAME_FIELDS,
        {
          name: 'adminEmailAddress',
          label: 'Tenants.AdminEmailAddress',
          help: 'Tenants.AdminEmailAddress.help',
        },
        ...PARTICULAR_FIELDS,
        { name: 'isActive', label: 'Tenants.IsActive.Create' },
        ...FEATURE_FIELDS,
      ]}
      initial={{ isActive: true, ...USUAL_FEATURES }}
      toInput={({ SignalR, ...firm }) => ({ ...firm, features: { SignalR } })}
      action={t('Tenants.Create')}
      makesStale={CHANGED}
      onDone={onDone}
    />
  )
}
