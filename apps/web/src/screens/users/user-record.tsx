import type { UserRow } from '@tradebook/contract'
import { disableSecondFactorInput, resetPasswordInput } from '@tradebook/contract/schemas/users'
import { useTranslation } from 'react-i18next'
import { ChangeButton } from '../../administration/change-button.tsx'
import styles from '../../administration/record-drawer.module.css'
import { useCall } from '../../api/use-call.ts'
import { useMayMake, useSession } from '../../session.ts'
import { dateAndTime } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { OWN_PASSWORD } from '../../ui/schema-form/own-password.ts'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import { CHANGED, UserForm } from './user-form.tsx'

interface UserRecordProps {
  readonly user: UserRow
  readonly onDone: (words: string) => void
}

/** A user as it is now: the row of the list may be older than what another administrator saved. */
export const KnownUser = ({ id, onDone }: Pick<UserRecordProps, 'onDone'> & Pick<UserRow, 'id'>) => {
  const user = useCall('User/Get', { id }, { staleTime: 0, gcTime: 0 })
  return <Loaded answer={user}>{(data) => <UserRecord user={data} onDone={onDone} />}</Loaded>
}

/** A user: who it is, what it may do, whether and how it signs in. */
function UserRecord({ user, onDone }: UserRecordProps) {
  const { t } = useTranslation()
  const isOwn = useSession((who) => who.user?.id === user.id)
  const mayChange = useMayMake('User/Update')
  const { id, userName } = user
  return (
    <div className={styles.record}>
      <UserForm user={user} onDone={onDone} />
      {user.rightsGivenBy && (
        <section>
          <h3>{t('Users.Confirm')}</h3>
          <p>{t('Users.Confirm.details', { by: user.rightsGivenBy, userName })}</p>
          <ChangeButton
            change="User/ConfirmRights"
            input={{ id }}
            label={t('Users.Confirm')}
            makesStale={CHANGED}
            onDone={() => onDone(t('Users.Confirmed', { userName }))}
          />
        </section>
      )}
      {(mayChange || user.lockedUntil) && (
        <section>
          <h3>{t('Users.SignIn')}</h3>
          {isOwn ? <p>{t('Users.SignIn.own')}</p> : <Standing user={user} onDone={onDone} />}
        </section>
      )}
      {!isOwn && mayChange && (
        <section>
          <h3>{t('Users.Reset')}</h3>
          <SchemaForm
            label={t('Users.Reset')}
            change="User/ResetPassword"
            schema={resetPasswordInput}
            fields={[
              {
                name: 'newPassword',
                label: 'Users.Reset.New',
                help: 'Users.Reset.help',
                shownAs: 'password',
                autoComplete: 'new-password',
              },
              OWN_PASSWORD,
            ]}
            initial={{ userId: id }}
            action={t('Users.Reset.Action')}
            makesStale={CHANGED}
            onDone={() => onDone(t('Users.Reset.Done', { userName }))}
          />
        </section>
      )}
      {!isOwn && mayChange && user.isTwoFactorOn && (
        <section>
          <h3>{t('Users.TwoFactor')}</h3>
          <p>{t('Users.TwoFactor.lost')}</p>
          <SchemaForm
            label={t('Users.TwoFactor')}
            change="User/DisableTwoFactor"
            schema={disableSecondFactorInput}
            fields={[OWN_PASSWORD]}
            initial={{ userId: id }}
            action={t('Users.TwoFactor.Action')}
            isDanger
            makesStale={CHANGED}
            onDone={() => onDone(t('Users.TwoFactor.Done', { userName }))}
          />
        </section>
      )}
      {!isOwn && mayChange && user.passkeys > 0 && (
        <section>
          <h3>{t('Users.Passkeys')}</h3>
          <p>
            {t('Users.Passkeys.count', { count: user.passkeys })}. {t('Users.Passkeys.lost')}
          </p>
          <SchemaForm
            label={t('Users.Passkeys')}
            change="User/RevokePasskeys"
            schema={disableSecondFactorInput}
            fields={[OWN_PASSWORD]}
            initial={{ userId: id }}
            action={t('Users.Passkeys.Action')}
            isDanger
            makesStale={CHANGED}
            onDone={() => onDone(t('Users.Passkeys.Done', { userName }))}
          />
        </section>
      )}
    </div>
  )
}

/** Whether the user may sign in, and how the user is deleted. */
const Standing = ({ user: { id, userName, isActive, lockedUntil }, onDone }: UserRecordProps) => {
  const { t } = useTranslation()
  return (
    <div className={styles.actions}>
      {lockedUntil && (
        <>
          <p>{t('Users.Locked.details', { time: dateAndTime(lockedUntil) })}</p>
          <ChangeButton
            change="User/Unlock"
            input={{ id }}
            label={t('Users.Unlock')}
            makesStale={CHANGED}
            onDone={() => onDone(t('Users.Unlocked', { userName }))}
          />
        </>
      )}
      {isActive ? (
        <ChangeButton
          change="User/DeActivate"
          input={{ id }}
          label={t('Users.Deactivate')}
          confirm={{
            title: t('Users.Deactivate.Confirm', { userName }),
            details: t('Users.Deactivate.Confirm.details'),
          }}
          makesStale={CHANGED}
          onDone={() => onDone(t('Users.Deactivated', { userName }))}
        />
      ) : (
        <ChangeButton
          change="User/Activate"
          input={{ id }}
          label={t('Users.Activate')}
          makesStale={CHANGED}
          onDone={() => onDone(t('Users.Activated', { userName }))}
        />
      )}
      <ChangeButton
        change="User/Delete"
        input={{ id }}
        label={t('Users.Delete')}
        confirm={{
          title: t('Users.Delete.Confirm', { userName }),
          details: t('Users.Delete.Confirm.details'),
        }}
        makesStale={CHANGED}
        onDone={() => onDone(t('Users.Deleted', { userName }))}
      />
    </div>
  )
}
