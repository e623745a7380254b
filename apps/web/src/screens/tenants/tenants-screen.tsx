import type { FirstLink } from '@tradebook/contract'
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
  const [shown, setShown] = useState<{ readonly title: string; readonly first: FirstLink }>()
  const [text, setText] = useState('')
  const close = () => setOpen(undefined)
  const done = (words: string) => {
    setText(words)
    close()
  }
  const show = (title: string, first: FirstLink) => {
    close()
    setShown({ title, first })
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
        {open?.id !== undefined && <TenantDrawer id={open.id} onDone={done} onLink={show} />}
        {open && open.id === undefined && (
          <NewTenant onDone={(firm) => show(t('Tenants.Created', { name: firm.name }), firm)} />
        )}
      </Drawer>
      <Modal
        open={shown !== undefined}
        title={shown?.title}
        onCancel={() => setShown(undefined)}
        // What is shown once is not lost to a click beside it.
        mask={{ closable: false }}
        footer={<Button onClick={() => setShown(undefined)}>{t('Tenants.Created.Close')}</Button>}
        destroyOnHidden
      >
        {shown && <PasswordLink first={shown.first} />}
      </Modal>
    </Page>
  )
}

export default TenantsScreen
