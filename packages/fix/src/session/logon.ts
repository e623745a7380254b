import type { Dictionary } from '../dictionary/dictionary.ts'
import { validate } from '../dictionary/validate.ts'
import type { Field, Fields } from '../wire/message.ts'
import { isFromPeer, isOnTime } from './peer.ts'
import { isFixt } from './protocol.ts'
import type { CompleteSettings } from './settings.ts'
import type { Numbers } from './step.ts'

/** What the first message of a connection leads to. */
export type Verdict =
  /** Who is not the peer, or gives a wrong password, gets no answer. */
  | { readonly kind: 'stranger'; readonly why: string }
  /** The peer learns why in a Logout(5). */
  | { readonly kind: 'refused'; readonly resets: boolean; readonly why: string }
  | Accepted

export interface Accepted {
  readonly kind: 'accepted'
  readonly number: number
  /** Whether our numbers begin at 1 now; those of an initiator did when it asked for it. */
  readonly resets: boolean
  /** Whether the peer said ResetSeqNumFlag(141), which the answer repeats. */
  readonly saidReset: boolean
  /** DefaultApplVerID(1137) and its dictionary, where the protocol has them. */
  readonly application: { readonly applVerId: string; readonly dictionary: Dictionary } | undefined
  /** HeartBtInt(108), in milliseconds. */
  readonly heartBtMs: number
  /** NextExpectedMsgSeqNum(789) of the peer. */
  readonly peerExpects: number | undefined
}

/** Checks the first message of a connection, which has to be a Logon(A) of the peer. */
export function judgeLogon(
  message: Fields,
  settings: CompleteSettings,
  before: Numbers,
  now: number,
): Verdict {
  const { role, protocol, authenticate, resetOnLogon, heartBtIntRange, nextExpected } = settings
  const isAcceptor = role === 'acceptor'
  const stranger = (why: string): Verdict => ({ kind: 'stranger', why })
  const number = message.number(34)
  if (number === undefined || !isOfPeer(message, settings) || message.get(35) !== 'A')
    return stranger('the first message is not a Logon of the peer')
  const violation = validate(message, protocol.session, protocol.session)
  if (violation) return stranger(`Logon: ${violation.reason} ${violation.tag ?? ''}`.trimEnd())
  if (!isOnTime(message, settings, now)) return stranger('Logon: sendingTimeAccuracy')
  if (isAcceptor && authenticate && !authenticate(message.get(553), message.get(554)))
    return stranger('Logon: wrong user name or password')
  const saidReset = message.flag(141)
  if (!isAcceptor && saidReset && !resetOnLogon)
    return stranger('Logon: the peer began at 1, which was not asked for')

  const resets = isAcceptor && (saidReset || resetOnLogon)
  const { nextIn, nextOut } = resets ? { nextIn: 1, nextOut: 1 } : before
  const refused = (why: string): Verdict => ({ kind: 'refused', resets, why })
  if (message.get(98) !== '0') return refused('EncryptMethod must be 0')
  const applVerId = message.get(1137) ?? ''
  const dictionary = protocol.applications.get(applVerId)
  if (isFixt(protocol) && !dictionary) return refused(`DefaultApplVerID ${applVerId} is not supported`)
  const [least, greatest] = heartBtIntRange
  const heartBtInt = isAcceptor ? Number(message.get(108)) : settings.heartBtInt
  if (isAcceptor && !(heartBtInt >= least && heartBtInt <= greatest))
    return refused(`HeartBtInt must be from ${least} to ${greatest}`)
  if (saidReset && number !== 1) return refused('MsgSeqNum must be 1 with ResetSeqNumFlag')
  if (number < nextIn) return refused(`MsgSeqNum too low, expecting ${nextIn} but received ${number}`)
  const peerExpects = nextExpected ? message.number(789) : undefined
  if (peerExpects !== undefined && peerExpects > nextOut)
    return refused(`NextExpectedMsgSeqNum too high, next is ${nextOut} but received ${peerExpects}`)
  return {
    kind: 'accepted',
    ...{ number, resets, saidReset, peerExpects, heartBtMs: heartBtInt * 1000 },
    application: isFixt(protocol) && dictionary ? { applVerId, dictionary } : undefined,
  }
}

/** Whether a first message can be an answer of the peer at all. */
export const isOfPeer = (message: Fields, settings: CompleteSettings): boolean =>
  message.get(8) === settings.protocol.beginString && isFromPeer(message, settings)

/** The fields of our Logon(A). */
export function logonFields(
  { role, protocol, username, password, nextExpected }: CompleteSettings,
  said: {
    readonly heartBtMs: number
    readonly resets: boolean
    readonly nextIn: number
    readonly applVerId: string
  },
): Field[] {
  const isInitiator = role === 'initiator'
  return [
    [98, 0],
    [108, said.heartBtMs / 1000],
    ...(said.resets ? [[141, 'Y'] as const] : []),
    ...(isInitiator && username ? [[553, username] as const] : []),
    ...(isInitiator && password ? [[554, password] as const] : []),
    ...(nextExpected ? [[789, said.nextIn] as const] : []),
    ...(isFixt(protocol) ? [[1137, said.applVerId] as const] : []),
  ]
}
