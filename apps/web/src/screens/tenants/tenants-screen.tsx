import type { FirstLink } from '@tradebook/contract'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RecordScreen } from '../../administration/record-screen.tsx'
import { NewTenant } from './new-tenant.tsx'
import { PasswordLink } from './password-link.tsx'
import { TenantDrawer } from './tenant-drawer.tsx'
import { tenantsView } from './tenants-view.ts'

/** The firms of the installation, which the host makes, changes, disables and deletes. */
const TenantsScreen = () => {
  const { t } = useTranslation()
  const [shown, setShown] = useState<{ readonly title: string; readonly first: FirstLink }>()
  return (
    <>
      <RecordScreen
        title={t('Tenants.Title')}
        about={t('Tenants.About')}
        call="Tenant/GetAll"
        create="Tenant/Create"
        list={tenantsView}
        heading={t('Tenants.List')}
        newTitle={t('Tenants.New')}
        titleOf={({ name }) => name}
        record={(row, done) => {
          const show = (title: string, first: FirstLink) => {
            done('')
            setShown({ title, first })
          }
          return row ? (
            <TenantDrawer id={row.id} onDone={done} onLink={show} />
          ) : (
            <NewTenant onDone={(firm) => show(t('Tenants.Created', { name: firm.name }), firm)} />
          )
        }}
      />
      <Modal
        open={shown !== undefined}
        title={shown?.title}
        onCancel={() => setShown(undefined)}
        // What is shown once is not lost to a click next to it.
        mask={{ closable: false }}
        footer={<Button onClick={() => setShown(undefined)}>{t('Tenants.Created.Close')}</Button>}
        destroyOnHidden
      >
        {shown && <PasswordLink first={shown.first} />}
      </Modal>
    </>
  )
}

export default TenantsScreen
