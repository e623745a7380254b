import { english, lagosDateTime, type MarketSession } from '@tradebook/contract'
import type { Config } from './config.ts'
import type { FirstPasswords } from './store/first-passwords.ts'

/** A server that answers. */
export interface RunningServer {
  readonly url: string
  /** Of the first start; none of a process that did not make the first users. */
  readonly passwords: FirstPasswords | undefined
  /** Whether staff enter the depository's numbers, because none is connected. */
  readonly isNumberedByHand: boolean
  /** Pages of a demo by what they show, for a browser. */
  readonly demoPages: Readonly<Partial<Record<'mailbox' | 'depository', string>>>
  /** Where the market stands as the server opens. */
  readonly session: MarketSession | undefined
}

/** A desk that works for other processes. */
export interface RunningDesk extends Pick<RunningServer, 'passwords' | 'session'> {
  /** Where operators read how it is. */
  readonly url: string
}

/** What anyone needs to know who starts a desk by itself. */
export const welcomeOfDesk = ({ url, passwords, session }: RunningDesk): string[] => [
  `The desk leads, and answers operators at ${url}`,
  ...(session ? marketInWords(session) : []),
  ...passwordsInWords(passwords),
]

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
  if (config.gateway) {
    const { targetCompID, host, port } = config.gateway.orders
    lines.push(`  Orders trade at ${targetCompID}, by FIX at ${host}:${port}.`)
  } else if (config.crowd === 'off')
    lines.push('  Without the crowd (TRADEBOOK_CROWD), the books contain only the orders of the firms.')
  if (isNumberedByHand)
    lines.push(
      '  No depository is connected: the reviewer of an account request enters its CSCS account and CHN.',
    )
  return [...lines, ...passwordsInWords(passwords)]
}

function passwordsInWords(passwords: FirstPasswords | undefined): string[] {
  if (!passwords) return []
  const { admin, demo } = passwords.given
  return [
    ...(admin ? [`  Password of the installation's admin: ${admin}`] : []),
    ...(demo ? [`  Password of the firms' users: ${demo}`] : []),
    ...(admin || demo ? [`  The passwords of the first start are kept in ${passwords.file}`] : []),
  ]
}

/** The time and phase of the market, and what follows when. */
function marketInWords({ marketTime, name, nextPhase, nextAt, speed }: MarketSession): string[] {
  const at = (time: string) => lagosDateTime(Date.parse(time))
  const next = nextPhase && nextAt ? `; ${english[`Trading.Phase.${nextPhase}`]} from ${at(nextAt)}` : ''
  const pace = speed === 1 ? [] : [`  A minute of the market passes in ${Math.round(60 / speed)} seconds.`]
  return [`  Market time ${at(marketTime)} in Lagos: ${name}${next}.`, ...pace]
}
