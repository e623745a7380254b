import type { FirstLink } from '@tradebook/contract'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../../administration/record-drawer.module.css'
import { useAreMailsSent } from '../../session.ts'
import { dateAndTime } from '../../ui/format.ts'

/** The link by which the administrator of a firm chooses the first a password, shown this once. */
export function PasswordLink({ first }: { readonly first: FirstLink }) {
  const { t } = useTranslation()
  const areMailsSent = useAreMailsSent()
  const [text, setText] = useState('')
  const { adminUserName: userName, adminEmailAddress: emailAddress, passwordLink: link } = first
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      setText(t('Tenants.Created.Copied'))
    } catch {
      // Browsers refuse it without the person's leave, and where the page is not served securely.
      setText(t('Tenants.Created.NotCopied'))
    }
  }
  const expires = dateAndTime(first.passwordLinkExpires)
  return (
    <div className={styles.record}>
      <p>
        {t(areMailsSent ? 'Tenants.Created.details' : 'Tenants.Created.unmailed', {
          userName,
          emailAddress,
          expires,
        })}
      </p>
      <Input.TextArea
        aria-label={t('Tenants.Created.Link')}
        value={link}
        readOnly
        autoSize
        onFocus={(event) => event.target.select()}
      />
      <Button onClick={() => void copy()}>{t('Tenants.Created.Copy')}</Button>
      <p role="status">{text}</p>
    </div>
  )
}
