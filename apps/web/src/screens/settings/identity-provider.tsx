import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { CallOutput, TextKey } from '@tradebook/contract'
import { identityProviderInput } from '@tradebook/contract/schemas/identity-provider'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/use-call.ts'
import { isPending, useSend } from '../../api/use-send.ts'
import { useMayMake } from '../../session.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/page.tsx'
import { OWN_PASSWORD } from '../../ui/schema-form/own-password.ts'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import { searchByLabel } from '../../ui/search-by-label.ts'
import { SendFailure } from '../../ui/send-failure.tsx'
import { type TextOption, TextsSelect } from '../../ui/texts-select.tsx'
import styles from './settings-screen.module.css'

type Shown = CallOutput<'Settings/GetIdentityProvider'>
type Provider = NonNullable<Shown['provider']>
type Checked = CallOutput<'Settings/TestIdentityProvider'>['items'][number]

const CHANGED = ['Settings/GetIdentityProvider'] as const

/** What is usual, for a firm that sets its first provider. */
const usual = { scopes: '', groupsClaim: 'groups', isEnabled: false, isRequired: false, groups: [] }

/** By what the firm's staff sign in, which roles their groups have, and whether it works. */
export const IdentityProviderSettings = () => {
  const { t } = useTranslation()
  const answer = useCall('Settings/GetIdentityProvider', {}, { staleTime: 0 })
  const mayChange = useMayMake('Settings/UpdateIdentityProvider')
  return (
    <Section heading={t('Settings.Provider')}>
      <Loaded answer={answer}>
        {(shown) => (
          <div className={styles.form}>
            <p>{t('Settings.Provider.about')}</p>
            <Addresses {...shown} />
            <ProviderForm {...shown} />
            {mayChange && shown.provider && <ProviderTest provider={shown.provider} />}
          </div>
        )}
      </Loaded>
    </Section>
  )
}

/** What the provider has to know. */
const Addresses = ({ redirectUri, backChannelLogoutUri }: Shown) => {
  const { t } = useTranslation()
  return (
    <>
      <h3>{t('Settings.Provider.Register')}</h3>
      <dl className={styles.addresses}>
        <dt>{t('Settings.Provider.Redirect')}</dt>
        <dd>
          <code>{redirectUri}</code>
        </dd>
        <dt>{t('Settings.Provider.Logout')}</dt>
        <dd>
          <code>{backChannelLogoutUri}</code>
        </dd>
      </dl>
    </>
  )
}

const ProviderForm = ({ provider, roles }: Shown) => {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const offered = roles.map(({ name, displayName }) => ({ value: name, label: displayName }))
  return (
    <>
      <SchemaForm
        key={JSON.stringify(provider)}
        label={t('Settings.Provider')}
        change="Settings/UpdateIdentityProvider"
        schema={identityProviderInput}
        fields={[
          { name: 'name', label: 'Settings.Provider.Name', help: 'Settings.Provider.Name.help' },
          { name: 'issuer', label: 'Settings.Provider.Issuer', help: 'Settings.Provider.Issuer.help' },
          { name: 'clientId', label: 'Settings.Provider.ClientId' },
          {
            name: 'clientSecret',
            label: 'Settings.Provider.ClientSecret',
            help: 'Settings.Provider.ClientSecret.help',
            shownAs: 'password',
            autoComplete: 'off',
          },
          { name: 'scopes', label: 'Settings.Provider.Scopes', help: 'Settings.Provider.Scopes.help' },
          {
            name: 'groupsClaim',
            label: 'Settings.Provider.GroupsClaim',
            help: 'Settings.Provider.GroupsClaim.help',
          },
          {
            name: 'groups',
            label: 'Settings.Provider.Groups',
            heading: 'Settings.Provider.Groups',
            list: <Groups offered={offered} />,
          },
          { name: 'isEnabled', label: 'Settings.Provider.Enabled' },
          {
            name: 'isRequired',
            label: 'Settings.Provider.Required',
            help: 'Settings.Provider.Required.help',
          },
          {
            name: 'emergencyUserName',
            label: 'Settings.Provider.Emergency',
            help: 'Settings.Provider.Emergency.help',
          },
          OWN_PASSWORD,
        ]}
        initial={provider ?? usual}
        action={t('Settings.Provider.Save')}
        makesStale={CHANGED}
        onDone={() => setText(t('Settings.Saved'))}
      />
      <p role="status">{text}</p>
    </>
  )
}

/** Rows of a group and its roles. */
const Groups = ({ offered }: { readonly offered: readonly TextOption[] }) => {
  const { t } = useTranslation()
  const mayChange = useMayMake('Settings/UpdateIdentityProvider')
  const groups = Form.useWatch<readonly { readonly group?: string }[] | undefined>('groups')
  return (
    <>
      <p>{t('Settings.Provider.Groups.help')}</p>
      <Form.List name="groups">
        {(rows, { add, remove }) => (
          <>
            {rows.map(({ key, name }) => (
              <div key={key} className={styles.group}>
                <Form.Item name={[name, 'group']} label={t('Settings.Provider.Group')} required>
                  <Input maxLength={256} autoComplete="off" />
                </Form.Item>
                <Form.Item name={[name, 'roleNames']} label={t('Users.Roles')} required>
                  <TextsSelect showSearch={searchByLabel} options={[...offered]} />
                </Form.Item>
                {mayChange && (
                  <Button
                    icon={<DeleteOutlined aria-hidden />}
                    aria-label={t('Settings.Provider.Group.remove', {
                      group: groups?.[name]?.group ?? String(name + 1),
                    })}
                    onClick={() => remove(name)}
                  />
                )}
              </div>
            ))}
            {mayChange && (
              <Button icon={<PlusOutlined aria-hidden />} onClick={() => add({})} className={styles.addGroup}>
                {t('Settings.Provider.Group.add')}
              </Button>
            )}
          </>
        )}
      </Form.List>
    </>
  )
}

/** Whether the provider that is saved answers, and accepts the client. */
const ProviderTest = ({ provider }: { readonly provider: Provider }) => {
  const { t } = useTranslation()
  const { send, state } = useSend('Settings/TestIdentityProvider')
  const { issuer, clientId, scopes, groupsClaim } = provider
  return (
    <>
      <Button loading={isPending(state)} onClick={() => void send({ issuer, clientId, scopes, groupsClaim })}>
        {t('Settings.Provider.Test')}
      </Button>
      <SendFailure state={state} />
      <div role="status">
        {state.status === 'done' && (
          <dl className={styles.addresses} aria-label={t('Settings.Provider.Test.result')}>
            {state.output.items.map((item) => (
              <div key={item.check} data-result={item.result}>
                <dt>{t(`Settings.Provider.Check.${item.check}`)}</dt>
                <dd>{t(resultText(item), { detail: item.detail })}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </>
  )
}

/** What was found, in words where it is usual, else by the name that the provider or the library has for it. */
function resultText({ check, result, detail }: Checked): TextKey {
  if (result === 'ok') return 'Settings.Provider.Result.ok'
  if (result === 'warning') return 'Settings.Provider.Result.warning'
  if (detail === 'private') return 'Settings.Provider.Result.private'
  if (detail === 'failed' || detail === 'slow') return 'Settings.Provider.Result.unreachable'
  if (check === 'discovery') return 'Settings.Provider.Result.issuer'
  return detail === 'invalid_client' ? 'Settings.Provider.Result.client' : 'Settings.Provider.Result.failed'
}
