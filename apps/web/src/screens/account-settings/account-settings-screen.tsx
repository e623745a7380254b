import { useTranslation } from 'react-i18next'
import { LanguageChoice } from '../../ui/language-choice.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { OwnAddress } from './own-address.tsx'
import { OwnNotifications } from './own-notifications.tsx'
import { OwnPasskeys } from './own-passkeys.tsx'
import { OwnPassword } from './own-password.tsx'
import { OwnProfile } from './own-profile.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { OwnTradeAlerts } from './own-trade-alerts.tsx'
import { OwnTwoFactor } from './own-two-factor.tsx'

/** What a person sets for their own user. */
const AccountSettingsScreen = () => {
  const { t } = useTranslation()
  return (
    <Page title={t('AccountSettings.Title')} about={t('AccountSettings.About')}>
      <Section heading={t('AccountSettings.Profile')} tools={<LanguageChoice />}>
        <OwnProfile />
      </Section>
      <Section heading={t('AccountSettings.Email')}>
        <OwnAddress />
      </Section>
      <Section heading={t('AccountSettings.Password')}>
        <OwnPassword />
      </Section>
      <Section heading={t('AccountSettings.TwoFactor')}>
        <OwnTwoFactor />
      </Section>
      <Section heading={t('AccountSettings.Passkeys')}>
        <OwnPasskeys />
      </Section>
      <OwnNotifications />
      <OwnTradeAlerts />
      <OwnSessions />
    </Page>
  )
}

export default AccountSettingsScreen
