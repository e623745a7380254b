import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../api/save-file.ts'
import styles from './account-settings-screen.module.css'

/** Recovery codes, shown once: to be copied or kept as a file. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const lines = codes.join('\n')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(lines)
      setText(t('AccountSettings.Recovery.copied'))
    } catch {
      // Browsers refuse it without the person's leave, and where the page is not served securely.
      setText(t('AccountSettings.Recovery.notCopied'))
    }
  }
  const save = () =>
    saveFile(new File([`${lines}\n`], t('AccountSettings.Recovery.file'), { type: 'text/plain' }))
  return (
    <>
      <p>{t('AccountSettings.TwoFactor.recovery')}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button onClick={() => void copy()}>{t('AccountSettings.Recovery.copy')}</Button>
        <Button onClick={save}>{t('AccountSettings.Recovery.save')}</Button>
      </div>
      <p role="status">{text}</p>
    </>
  )
}
