import {
  type CallOutput,
  type FirmSetting,
  languages,
  reviewPermission,
  type TextKey,
} from '@tradebook/contract'
import { settingsInput } from '@tradebook/contract/schemas/settings'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Checklist } from '../../administration/checklist.tsx'
import { useCall } from '../../api/use-call.ts'
import { isPending, useSend } from '../../api/use-send.ts'
import { useMayMake, useMayRead, useSession } from '../../session.ts'
import { money } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Page, Section } from '../../ui/page.tsx'
import type { FieldRow } from '../../ui/schema-form/schema-field.tsx'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import { SendFailure } from '../../ui/send-failure.tsx'
import { TermsSettings } from './account-terms.tsx'
import { ChargesSettings } from './charges.tsx'
import { IdentityProviderSettings } from './identity-provider.tsx'
import { Logo } from './logo.tsx'
import styles from './settings-screen.module.css'

interface Group {
  readonly heading: TextKey
  readonly schema: Parameters<typeof SchemaForm<'Settings/Update'>>[0]['schema']
  readonly fields: readonly FieldRow<FirmSetting>[]
}

/** What belongs together is saved together. */
const groups: readonly Group[] = [
  {
    heading: 'Settings.Cash',
    schema: settingsInput.pick({
      cashApprovalThreshold: true,
      unsettledProceedsUsable: true,
      showAccountBalance: true,
    }),
    fields: [
      {
        name: 'cashApprovalThreshold',
        label: 'Settings.CashApprovalThreshold',
        help: 'Settings.CashApprovalThreshold.help',
      },
      {
        name: 'unsettledProceedsUsable',
        label: 'Settings.UnsettledProceedsUsable',
        help: 'Settings.UnsettledProceedsUsable.help',
      },
      {
        name: 'showAccountBalance',
        label: 'Settings.ShowAccountBalance',
        help: 'Settings.ShowAccountBalance.help',
      },
    ],
  },
  {
    heading: 'Settings.Orders',
    schema: settingsInput.pick({
      ...{ stopOrders: true, mandateRequired: true, customerInstructions: true, selfMatch: true },
    }),
    fields: [
      { name: 'stopOrders', label: 'Settings.StopOrders', help: 'Settings.StopOrders.help' },
      {
        name: 'mandateRequired',
        label: 'Settings.MandateRequired',
        help: 'Settings.MandateRequired.help',
      },
      {
        name: 'customerInstructions',
        label: 'Settings.CustomerInstructions',
        help: 'Settings.CustomerInstructions.help',
      },
      {
        name: 'selfMatch',
        label: 'Settings.SelfMatch',
        help: 'Settings.SelfMatch.help',
        choices: {
          allow: 'Settings.SelfMatch.allow',
          account: 'Settings.SelfMatch.account',
          firm: 'Settings.SelfMatch.firm',
        },
      },
    ],
  },
  {
    heading: 'Settings.Firm',
    schema: settingsInput.pick({
      ...{ memberCode: true, address: true, phone: true, payIn: true, registrationOpen: true },
    }),
    fields: [
      { name: 'memberCode', label: 'Settings.MemberCode', help: 'Settings.MemberCode.help' },
      { name: 'address', label: 'Settings.Address', help: 'Settings.Address.help', shownAs: 'lines' },
      { name: 'phone', label: 'Settings.Phone' },
      { name: 'payIn', label: 'Settings.PayIn', help: 'Settings.PayIn.help', shownAs: 'lines' },
      {
        name: 'registrationOpen',
        label: 'Settings.RegistrationOpen',
        help: 'Settings.RegistrationOpen.help',
      },
    ],
  },
  {
    heading: 'Settings.Documents',
    schema: settingsInput.pick({
      ...{ rcNumber: true, secNumber: true, taxNumber: true, emailAddress: true },
      ...{ reportErrorsDays: true, signatory: true },
    }),
    fields: [
      { name: 'rcNumber', label: 'Settings.RcNumber', help: 'Settings.RcNumber.help' },
      { name: 'secNumber', label: 'Settings.SecNumber' },
      { name: 'taxNumber', label: 'Settings.TaxNumber' },
      { name: 'emailAddress', label: 'Settings.EmailAddress' },
      {
        name: 'reportErrorsDays',
        label: 'Settings.ReportErrorsDays',
        help: 'Settings.ReportErrorsDays.help',
      },
      { name: 'signatory', label: 'Settings.Signatory', help: 'Settings.Signatory.help', shownAs: 'lines' },
    ],
  },
  {
    heading: 'Settings.SignIn',
    schema: settingsInput.pick({
      ...{ idleMinutes: true, sessionHours: true, rememberDays: true },
      ...{ lockoutTries: true, lockoutMinutes: true, secondFactor: true, languages: true },
      ...{ independenceDays: true, approversByTwo: true },
    }),
    fields: [
      { name: 'idleMinutes', label: 'Settings.IdleMinutes', help: 'Settings.IdleMinutes.help' },
      { name: 'sessionHours', label: 'Settings.SessionHours', help: 'Settings.SessionHours.help' },
      { name: 'rememberDays', label: 'Settings.RememberDays', help: 'Settings.RememberDays.help' },
      { name: 'lockoutTries', label: 'Settings.LockoutTries', help: 'Settings.LockoutTries.help' },
      { name: 'lockoutMinutes', label: 'Settings.LockoutMinutes', help: 'Settings.LockoutMinutes.help' },
      {
        name: 'secondFactor',
        label: 'Settings.SecondFactor',
        help: 'Settings.SecondFactor.help',
        choices: {
          nobody: 'Settings.SecondFactor.nobody',
          administrators: 'Settings.SecondFactor.administrators',
          everybody: 'Settings.SecondFactor.everybody',
        },
      },
      {
        name: 'independenceDays',
        label: 'Settings.IndependenceDays',
        help: 'Settings.IndependenceDays.help',
      },
      { name: 'approversByTwo', label: 'Settings.ApproversByTwo', help: 'Settings.ApproversByTwo.help' },
      {
        name: 'languages',
        label: 'Settings.Languages',
        help: 'Settings.Languages.help',
        offered: languages.map(({ name, displayName }) => ({ value: name, label: displayName })),
      },
    ],
  },
]

/** What the firm sets for itself. */
const SettingsScreen = () => {
  const { t } = useTranslation()
  const [setsFirm, setsCharges] = [useMayRead('Pages.Settings'), useMayRead('CHANGE_CHARGES')]
  const reviews = useMayRead(reviewPermission)
  const setsUsers = useMayRead('Pages.Users')
  const isFirm = useSession(({ tenant }) => tenant !== null)
  return (
    <Page title={t('Settings.Title')} about={t('Settings.About')}>
      {setsFirm && <Checklist />}
      {setsFirm && <FirmSettings />}
      {setsFirm && setsUsers && isFirm && <IdentityProviderSettings />}
      {setsCharges && <ChargesSettings />}
      {(setsFirm || reviews) && <TermsSettings />}
    </Page>
  )
}

const FirmSettings = () => {
  const { t } = useTranslation()
  const isFirm = useSession(({ tenant }) => tenant !== null)
  const settings = useCall('Settings/GetAll', {}, { staleTime: 0 })
  return (
    <Loaded answer={settings}>
      {(data) =>
        groups.map((group) => (
          <Section key={group.heading} heading={t(group.heading)}>
            <SettingsForm {...group} settings={data} />
            {group.heading === 'Settings.Documents' && isFirm && <Logo />}
          </Section>
        ))
      }
    </Loaded>
  )
}

const CHANGED = ['Settings/GetAll', 'Settings/GetChecklist'] as const

interface SettingsFormProps extends Group {
  readonly settings: CallOutput<'Settings/GetAll'>
}

const SettingsForm = ({ heading, schema, fields, settings }: SettingsFormProps) => {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const names = fields.map(({ name }) => name)
  const { own, approvalThresholdToday, ...values } = settings
  const mayChange = useMayMake('Settings/Update')
  const takenBack = mayChange ? names.filter((name) => own.includes(name)) : []
  const { send, state } = useSend('Settings/Update', { makesStale: CHANGED })
  const takeBack = async () => {
    const outcome = await send(Object.fromEntries(takenBack.map((name) => [name, null])))
    if (outcome?.status === 'done') setText(t('Settings.TakenBack'))
  }
  const { cashApprovalThreshold } = values
  return (
    <div className={styles.form}>
      {names.includes('cashApprovalThreshold') && approvalThresholdToday !== cashApprovalThreshold && (
        <p>
          {t('Settings.CashApprovalThreshold.today', {
            today: money(approvalThresholdToday),
            next: money(cashApprovalThreshold),
          })}
        </p>
      )}
      <SchemaForm
        key={names.map((name) => values[name]).join('|')}
        label={t(heading)}
        change="Settings/Update"
        schema={schema}
        fields={fields}
        initial={values}
        sendsChangesOf={names}
        action={t('Settings.Save')}
        makesStale={CHANGED}
        onDone={() => setText(t('Settings.Saved'))}
      />
      {takenBack.length > 0 && (
        <Button
          type="link"
          loading={isPending(state)}
          aria-label={t('Settings.TakeBack.of', { group: t(heading) })}
          onClick={() => void takeBack()}
        >
          {t('Settings.TakeBack')}
        </Button>
      )}
      <SendFailure state={state} />
      <p role="status">{text}</p>
    </div>
  )
}

export default SettingsScreen
