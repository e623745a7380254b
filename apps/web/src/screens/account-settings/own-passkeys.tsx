import type { CallOutput } from '@tradebook/contract'
import { newPasskeyForm, renamePasskeyInput, revokePasskeyInput } from '@tradebook/contract/schemas/passkeys'
import { Alert, Button, Tag } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createPasskey, hasPasskeys } from '../../api/authenticator.ts'
import { call } from '../../api/client.ts'
import { useCall } from '../../api/use-call.ts'
import { useSend } from '../../api/use-send.ts'
import { dateAndTime } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import { SendFailure } from '../../ui/send-failure.tsx'
import styles from './account-settings-screen.module.css'
import { currentPassword } from './current-password.ts'

type Passkeys = CallOutput<'Account/GetPasskeys'>
type Passkey = Passkeys['items'][number]

/** Also the sign-in's standing, by which a step that is due is over. */
const makesStale = ['Account/GetPasskeys', 'Account/GetProfile'] as const

/** The passkeys of their own sign-in: each is named and removed, and another one is added. */
export const OwnPasskeys = ({ onDone }: { onDone?: () => void }) => {
  const { t } = useTranslation()
  const passkeys = useCall('Account/GetPasskeys', {}, { staleTime: 0 })
  const profile = useCall('Account/GetProfile', {}, { staleTime: 0 })
  const [text, setText] = useState('')
  const [isAdding, setAdding] = useState(false)
  const done = (outcome: string) => {
    setText(outcome)
    setAdding(false)
    onDone?.()
  }
  return (
    <Loaded answer={passkeys}>
      {({ items, isPasswordNeeded }) => (
        <>
          <div className={styles.form}>
            <p>{t('AccountSettings.Passkeys.about')}</p>
            <p>{t(items.length > 0 ? 'AccountSettings.Passkeys.second' : 'AccountSettings.Passkeys.none')}</p>
            {items.length === 1 && !items[0]?.isSynced && profile.data?.isTwoFactorOn === false && (
              <Alert type="warning" showIcon title={t('AccountSettings.Passkeys.only')} />
            )}
          </div>
          {items.length > 0 && (
            <ul className={styles.list}>
              {items.map((passkey) => (
                <PasskeyItem
                  key={passkey.id}
                  passkey={passkey}
                  isPasswordNeeded={isPasswordNeeded}
                  onFailed={() => void passkeys.refetch()}
                  onDone={done}
                />
              ))}
            </ul>
          )}
          <div className={styles.form}>
            {!hasPasskeys() ? (
              <p>{t('AccountSettings.Passkeys.unsupported')}</p>
            ) : isAdding ? (
              <AddPasskey
                isPasswordNeeded={isPasswordNeeded}
                onFailed={() => void passkeys.refetch()}
                onDone={done}
              />
            ) : (
              <Button onClick={() => setAdding(true)}>{t('AccountSettings.Passkeys.add')}</Button>
            )}
            <p role="status">{text}</p>
          </div>
        </>
      )}
    </Loaded>
  )
}

interface ChangeProps {
  readonly isPasswordNeeded: boolean
  /** The sign-in may be no longer recent. */
  readonly onFailed: () => void
  readonly onDone: (words: string) => void
}

const proof = (isPasswordNeeded: boolean) =>
  isPasswordNeeded ? [{ ...currentPassword, name: 'password' as const, isRequired: true as const }] : []

/** By name and, if need be, password; then the browser asks for the device. */
const AddPasskey = ({ isPasswordNeeded, onFailed, onDone }: ChangeProps) => {
  const { t } = useTranslation()
  const name = useRef('')
  const creating = useSend(
    async (options: CallOutput<'Account/BeginPasskey'>) => {
      const credential = await createPasskey(options)
      return call('Account/AddPasskey', { name: name.current, credential }, { failure: 'inline' })
    },
    { makesStale },
  )
  const create = async (options: CallOutput<'Account/BeginPasskey'>) => {
    const outcome = await creating.send(options)
    if (outcome?.status === 'done') onDone(t('AccountSettings.Passkeys.added', { name: outcome.output.name }))
  }
  return (
    <>
      <SchemaForm
        label={t('AccountSettings.Passkeys.add')}
        change="Account/BeginPasskey"
        schema={newPasskeyForm}
        fields={[
          {
            name: 'name',
            label: 'AccountSettings.Passkeys.name',
            help: 'AccountSettings.Passkeys.name.help',
          },
          ...proof(isPasswordNeeded),
        ]}
        initial={{}}
        toInput={({ name: chosen, password }) => {
          name.current = chosen
          return { password }
        }}
        action={t('AccountSettings.Passkeys.add')}
        onSubmit={creating.reset}
        onFailed={onFailed}
        onDone={(options) => void create(options)}
      />
      <SendFailure state={creating.state} />
    </>
  )
}

const PasskeyItem = ({ passkey, ...props }: ChangeProps & { readonly passkey: Passkey }) => {
  const { isPasswordNeeded, onFailed, onDone } = props
  const { id, name, isSynced, creationTime, lastUsedTime } = passkey
  const { t } = useTranslation()
  const [open, setOpen] = useState<'rename' | 'remove'>()
  const toggle = (form: 'rename' | 'remove') => setOpen(open === form ? undefined : form)
  const done = (words: string) => {
    setOpen(undefined)
    onDone(words)
  }
  return (
    <li>
      <div>
        <strong>{name}</strong> {isSynced && <Tag>{t('AccountSettings.Passkeys.synced')}</Tag>}
        <p>
          {lastUsedTime === null
            ? t('AccountSettings.Passkeys.unused', { creationTime: dateAndTime(creationTime) })
            : t('AccountSettings.Passkeys.used', {
                creationTime: dateAndTime(creationTime),
                lastUsedTime: dateAndTime(lastUsedTime),
              })}
        </p>
      </div>
      <div className={styles.changes}>
        <Button aria-expanded={open === 'rename'} onClick={() => toggle('rename')}>
          {t('AccountSettings.Passkeys.rename')}
        </Button>
        <Button danger aria-expanded={open === 'remove'} onClick={() => toggle('remove')}>
          {t('AccountSettings.Passkeys.remove')}
        </Button>
      </div>
      {open === 'rename' && (
        <div className={styles.change}>
          <SchemaForm
            label={t('AccountSettings.Passkeys.rename')}
            change="Account/RenamePasskey"
            schema={renamePasskeyInput}
            fields={[{ name: 'name', label: 'AccountSettings.Passkeys.name' }]}
            initial={{ id, name }}
            action={t('AccountSettings.Save')}
            makesStale={makesStale}
            onDone={(_, input) => done(t('AccountSettings.Passkeys.renamed', { name: input.name }))}
          />
        </div>
      )}
      {open === 'remove' && (
        <div className={styles.change}>
          <p>
            <strong>{t('AccountSettings.Passkeys.remove.confirm', { name })}</strong>{' '}
            {t('AccountSettings.Passkeys.remove.details')}
          </p>
          <SchemaForm
            label={t('AccountSettings.Passkeys.remove.confirm', { name })}
            change="Account/RevokePasskey"
            schema={revokePasskeyInput}
            fields={proof(isPasswordNeeded)}
            initial={{ id }}
            action={t('AccountSettings.Passkeys.remove')}
            isDanger
            makesStale={makesStale}
            onFailed={onFailed}
            onDone={() => done(t('AccountSettings.Passkeys.removed', { name }))}
          />
        </div>
      )}
    </li>
  )
}
