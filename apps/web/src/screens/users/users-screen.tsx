import { useTranslation } from 'react-i18next'
import { RecordScreen } from '../../administration/record-screen.tsx'
import { UserForm } from './user-form.tsx'
import { KnownUser } from './user-record.tsx'
import { usersView } from './users-view.ts'

/** The users of the firm, what they may do, and whether they may sign in. */
const UsersScreen = () => {
  const { t } = useTranslation()
  return (
    <RecordScreen
      title={t('Users.Title')}
      about={t('Users.About')}
      call="User/GetAll"
      create="User/Create"
      list={usersView}
      heading={t('Users.List')}
      newTitle={t('Users.New')}
      titleOf={({ userName }) => t('Users.One', { userName })}
      record={(user, done) =>
        user ? <KnownUser id={user.id} onDone={done} /> : <UserForm user={undefined} onDone={done} />
      }
    />
  )
}

export default UsersScreen
