import type { Notice } from './notice.ts'
import styles from './notice-bar.module.css'

/** An error that stays where it concerns, after its notification has gone. */
export const NoticeBar = ({ title, description }: Notice) => (
  <div className={styles.bar}>
    <strong>{title}</strong>
    <p>{description}</p>
  </div>
)
