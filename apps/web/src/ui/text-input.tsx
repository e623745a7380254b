import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { type InputHTMLAttributes, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './text-input.module.css'

/**
 * A native text control in the product's measures. The public pages use it instead of Ant Design's,
 * which brings the whole form library: they must open fast on a slow line.
 */
export const TextInput = (attributes: InputHTMLAttributes<HTMLInputElement>) => (
  <input {...attributes} className={[styles.input, attributes.className].filter(Boolean).join(' ')} />
)

/** A password that can be looked at. Pasting and password managers work: nothing is intercepted. */
export const PasswordInput = (attributes: InputHTMLAttributes<HTMLInputElement>) => {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  return (
    <div className={styles.password}>
      <TextInput {...attributes} type={shown ? 'text' : 'password'} />
      <button
        type="button"
        aria-label={t(shown ? 'Login.Password.hide' : 'Login.Password.show')}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOutlined /> : <EyeInvisibleOutlined />}
      </button>
    </div>
  )
}
