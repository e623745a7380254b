import type { Notice } from './notice.ts'
import styles from './notice-bar.module.css'

interface NoticeBarProps extends Notice {
  readonly tone: 'error' | 'information'
}

/** What stays to be read where it concerns, when a notification would be gone too soon. */
export const NoticeBar = ({ tone, title, description }: NoticeBarProps) => (
  <div className={styles.bar} data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
    <strong>{title}</strong>
    <p>{description}</p>
  </div>
)
