import { word } from '../words.ts'
import { Mark } from './mark.tsx'
import styles from './splash.module.css'

/** What stands on the page until there is something better to show. */
export const Splash = () => (
  <output className={styles.splash} aria-label={word('App.Loading')}>
    <Mark size={40} />
  </output>
)
