import { english, lagosDateTime, type MarketSession } from '@tradebook/contract'
import type { Config } from './config.ts'
import type { FirstPasswords } from './store/first-passwords.ts'

/** A server that answers. */
export interface RunningServer {
  readonly url: string
  readonly passwords: FirstPasswords
  /** Whether staff enter the depository's numbers, because none is connected. */
  readonly isNumberedByHand: boolean
  /** Pages of a demo by what they show, for a browser. */
  readonly demoPages: Readonly<Partial<Record<'mailbox' | 'depository', string>>>
  /** Where the market stands as the server opens. */
  readonly session: MarketSession | undefined
}

/** What a newcomer needs to know. A password is shown once, and only one that was generated here. */
export function welcome(config: Config, server: RunningServer): string[] {
  const { url, passwords, demoPages, isNumberedByHand, session } = server
  const lines = [`Tradebook is open at ${url}`]
  if (session) lines.push(...marketInWords(session))
  if (config.demo) {
    lines.push(
      '  Sign in to the firm Meridian or Zenith-Hill as broker, customer, admin or supervisor, the second',
    )
    lines.push('  administrator who approves what the first requests, or without a firm, to the installation')
    lines.push('  itself, as admin.')
  }
  if (demoPages.mailbox) lines.push(`  E-mails of the demo: ${demoPages.mailbox}`)
  if (demoPages.depository) lines.push(`  Depository of the demo: ${demoPages.depository}`)
  if (config.crowd === 'off')
    lines.push('  Without the crowd (TRADEBOOK_CROWD), the books contain only the orders of the firms.')
  if (isNumberedByHand)
    lines.push(
      '  No depository is connected: the reviewer of an account request enters its CSCS account and CHN.',
    )
  const { admin, demo } = passwords.given
  if (admin) lines.push(`  Password of the installation's admin: ${admin}`)
  if (demo) lines.push(`  Password of the firms' users: ${demo}`)
  if (admin || demo) lines.push(`  The passwords of the first start are kept in ${passwords.file}`)
  return lines
}

/** The time and phase of the market, and what follows when. */
function marketInWords({ marketTime, name, nextPhase, nextAt, speed }: MarketSession): string[] {
  const at = (time: string) => lagosDateTime(Date.parse(time))
  const next = nextPhase && nextAt ? `; ${english[`Trading.Phase.${nextPhase}`]} from ${at(nextAt)}` : ''
  const pace = speed === 1 ? [] : [`  A minute of the market passes in ${Math.round(60 / speed)} seconds.`]
  return [`  Market time ${at(marketTime)} in Lagos: ${name}${next}.`, ...pace]
}
