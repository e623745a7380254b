import type { Rate } from '@tradebook/scheduling'
import type { Calendar } from './calendar.ts'
import type { Protocol } from './protocol.ts'

/** What a session needs to be told. Durations are in milliseconds except HeartBtInt(108), which is in seconds. */
export interface SessionSettings {
  readonly role: 'initiator' | 'acceptor'
  readonly protocol: Protocol
  /** Our CompID, and that of the peer. */
  readonly senderCompId: string
  readonly targetCompId: string
  /** HeartBtInt(108) of an initiator. */
  readonly heartBtInt?: number
  /** The least and the greatest HeartBtInt(108) that an acceptor takes. */
  readonly heartBtIntRange?: readonly [least: number, greatest: number]
  /** Username(553) and Password(554) of an initiator. */
  readonly username?: string
  readonly password?: string
  /** Whether an acceptor lets these in; undefined if it asks for neither. */
  readonly authenticate?: (username: string | undefined, password: string | undefined) => boolean
  /** Both ends begin at 1 with each Logon: an initiator asks for it, an acceptor does it. */
  readonly resetOnLogon?: boolean
  /** Says with NextExpectedMsgSeqNum(789) what is missing, instead of asking for it after the Logon. */
  readonly nextExpected?: boolean
  /** Asks for what a Logout shows to be missing, before it is answered. */
  readonly requestGapAtLogout?: boolean
  readonly calendar?: Calendar
  /** How far SendingTime(52) may be from our clock. */
  readonly sendingTimeTolerance?: number
  /** How long a Logon may take, and the answer to a Logout. */
  readonly logonTimeout?: number
  readonly logoutTimeout?: number
  /** How long the peer may take with the next message of a gap before it is asked again. */
  readonly resendTimeout?: number
  /** The greatest BodyLength(9). */
  readonly largestMessage?: number
  /** The bytes kept of messages that arrived after a gap. */
  readonly largestQueue?: number
  /** How many messages that only make us answer (test requests, resend requests, what is rejected) are taken. */
  readonly answers?: Rate
  /** How many numbers are fetched from the store at once to be sent again. */
  readonly resendChunk?: number
}

/** The settings that have a value if none is given. */
type Defaults = Required<
  Omit<
    SessionSettings,
    | 'role'
    | 'protocol'
    | 'senderCompId'
    | 'targetCompId'
    | 'username'
    | 'password'
    | 'authenticate'
    | 'calendar'
  >
>

export type CompleteSettings = SessionSettings & Defaults

export const defaults: Defaults = {
  heartBtInt: 30,
  heartBtIntRange: [1, 3600],
  resetOnLogon: false,
  nextExpected: false,
  requestGapAtLogout: true,
  sendingTimeTolerance: 120_000,
  logonTimeout: 10_000,
  logoutTimeout: 10_000,
  resendTimeout: 30_000,
  largestMessage: 65_536,
  largestQueue: 16_777_216,
  answers: { burst: 200, perSecond: 20 },
  resendChunk: 500,
}
