import { useTranslation } from 'react-i18next'
import { killSwitchText } from '../live/kill-switch-text.ts'
import { useKillSwitches } from '../live/use-kill-switches.ts'
import { useCan } from '../session.ts'
import { wordsOf } from '../ui/worded.ts'
import styles from './kill-switch-bar.module.css'

/**
 * On every screen of a person who trades: that their orders are refused, and why. One of an account is in the
 * ticket only for a person who trades for many.
 */
export function KillSwitchBar() {
  const { t } = useTranslation()
  const mayTrade = [useCan('BUY'), useCan('SELL')].includes(true)
  const tradesForAll = useCan('TRADE_ALL_ACCOUNTS')
  const killSwitches = useKillSwitches().filter(({ scope }) => scope !== 'account' || !tradesForAll)
  if (!mayTrade || killSwitches.length === 0) return null
  return (
    <div role="alert" className={styles.bar}>
      {killSwitches.map((killSwitch) => (
        <p key={`${killSwitch.scope} ${killSwitch.account}`}>{wordsOf(killSwitchText(killSwitch), t)}</p>
      ))}
    </div>
  )
}
