import type { UserRow } from '@tradebook/contract'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ServerTable } from '../../ui/data-table/server-table.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { UserForm } from './user-form.tsx'
import { UserRecord } from './user-record.tsx'
import { usersView } from './users-view.ts'

/** The users of the firm, what they may do, and whether they may sign in. */
const UsersScreen = () => {
  const { t } = useTranslation()
  const [open, setOpen] = useState<{ readonly user: UserRow | undefined }>()
  const [text, setText] = useState('')
  const close = () => setOpen(undefined)
  const done = (words: string) => {
    setText(words)
    close()
  }
  return (
    <Page title={t('Users.Title')} about={t('Users.About')} isWide>
      <Section>
        <ServerTable
          call="User/GetAll"
          list={usersView}
          heading={t('Users.List')}
          onOpen={(user) => setOpen({ user })}
          tools={
            <Button size="small" type="primary" onClick={() => setOpen({ user: undefined })}>
              {t('Users.New')}
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
        title={open?.user ? t('Users.One', { userName: open.user.userName }) : t('Users.New')}
      >
        {open?.user && <UserRecord user={open.user} onDone={done} />}
        {open && !open.user && <UserForm user={undefined} onDone={done} />}
      </Drawer>
    </Page>
  )
}

export default UsersScreen
