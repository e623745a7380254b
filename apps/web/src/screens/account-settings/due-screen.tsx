import type { DueStep } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { readRights, useDueStep } from '../../session.ts'
import { Page, Section } from '../../ui/page.tsx'
import styles from './account-settings-screen.module.css'
import { OwnPasskeys } from './own-passkeys.tsx'
import { OwnPassword } from './own-password.tsx'
import { OwnTwoFactor } from './own-two-factor.tsx'

const texts = {
  newPassword: { title: 'Due.newPassword', about: 'Due.newPassword.about' },
  secondFactor: { title: 'Due.secondFactor', about: 'Due.secondFactor.about' },
} as const satisfies Record<DueStep, object>

/** An app or a passkey: either is a second factor. */
const OwnSecondFactor = ({ onDone }: { onDone: () => void }) => {
  const { t } = useTranslation()
  return (
    <>
      <OwnTwoFactor onDone={onDone} />
      <h3 className={styles.alternative}>{t('Due.passkey')}</h3>
      <OwnPasskeys onDone={onDone} />
    </>
  )
}

const forms = { newPassword: OwnPassword, secondFactor: OwnSecondFactor } as const

/** What is due before any other screen, in its place; afterwards the page shows what was asked for. */
const DueScreen = () => {
  const { t } = useTranslation()
  const step = useDueStep()
  if (step === null) return null
  const { title, about } = texts[step]
  const Form = forms[step]
  return (
    <Page title={t(title)} about={t(about)}>
      <Section>
        <Form onDone={() => void readRights()} />
      </Section>
    </Page>
  )
}

export default DueScreen
