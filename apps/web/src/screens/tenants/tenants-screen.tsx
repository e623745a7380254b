import type { TenantCreated } from '@tradebook/contract'
import { Button, Drawer, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ServerTable } from '../../ui/data-table/server-table.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { NewTenant } from './new-tenant.tsx'
import { PasswordLink } from './password-link.tsx'
import { TenantDrawer } from './tenant-drawer.tsx'
import { tenantsView } from './tenants-view.ts'

/** The firms of the installation, which the host makes, changes, disables and deletes. */
const TenantsScreen = () => {
  const { t } = useTranslation()
  const [open, setOpen] = useState<{ readonly id: number | undefined; readonly name: string }>()
  const [created, setCreated] = useState<TenantCreated>()
  const [text, setText] = useState('')
  const close = () => setOpen(undefined)
  const done = (words: string) => {
    setText(words)
    close()
  }
  return (
    <Page title={t('Tenants.Title')} about={t('Tenants.About')} isWide>
      <Section>
        <ServerTable
          call="Tenant/GetAll"
          list={tenantsView}
          heading={t('Tenants.List')}
          onOpen={({ id, name }) => setOpen({ id, name })}
          tools={
            <Button size="small" type="primary" onClick={() => setOpen({ id: undefined, name: '' })}>
              {t('Tenants.New')}
            </Button>
          }
        />
      </Section>
      <p role="status">{text}</p>
      <Drawer
        open={open !== undefined}
        onClose={close}
        destroyOnHidden
        size={480}
        title={open?.id === undefined ? t('Tenants.New') : open.name}
      >
        {open?.id !== undefined && <TenantDrawer id={open.id} onDone={done} />}
        {open && open.id === undefined && (
          <NewTenant
            onDone={(firm) => {
              close()
              setCreated(firm)
            }}
          />
        )}
      </Drawer>
      <Modal
        open={created !== undefined}
        title={created && t('Tenants.Created', { name: created.name })}
        onCancel={() => setCreated(undefined)}
        // What is shown once is not lost to a click beside it.
        mask={{ closable: false }}
        footer={<Button onClick={() => setCreated(undefined)}>{t('Tenants.Created.Close')}</Button>}
        destroyOnHidden
      >
        {created && <PasswordLink firm={created} />}
      </Modal>
    </Page>
  )
}

export default TenantsScreen
