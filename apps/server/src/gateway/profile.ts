import { readFileSync } from 'node:fs'
import type { VenueCapabilities } from '@tradebook/contract'
import { firstProblem, orderTerms } from '@tradebook/contract/schemas/order-terms'
import { type Calendar, protocols, type SessionSettings } from '@tradebook/fix'
import { z } from 'zod'

const compID = z.string().regex(/^[A-Za-z0-9_.-]{1,32}$/, 'a CompID has letters, digits and _ . -')
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time is HH:MM')
const variable = z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'the name of an environment variable')
/** Of a ClOrdID (11) that has only digits: the shortest prefix and ten for the number of a command. */
const FEWEST_DIGITS = 14

/** A session that logs on to the exchange. */
const session = z.strictObject({
  /** Our CompID, and the exchange's. */
  senderCompID: compID,
  targetCompID: compID,
  host: z.string().min(1),
  port: z.int().min(1).max(65_535),
  /** TLS, with the issuers of the exchange's certificate and our own certificate as PEM files. */
  tls: z
    .strictObject({
      ca: z.string().optional(),
      cert: z.string().optional(),
      key: z.string().optional(),
      serverName: z.string().optional(),
    })
    .optional(),
  /** HeartBtInt (108), in seconds. */
  heartbeat: z.int().min(1).max(3600).default(30),
  /**
   * The numbers of both ends restart at 1 at each Logon; messages missed while the line was down are then not sent
   * again.
   */
  resetOnLogon: z.boolean().default(false),
  /** The environment variables that have Username (553) and Password (554). */
  credentials: z.strictObject({ username: variable, password: variable }).optional(),
})

const schema = z
  .strictObject({
    name: z.string().regex(/^[a-z0-9-]{1,32}$/, 'small letters, digits and -'),
    /** The name of the exchange, as people read it; its CompID unless given. */
    displayName: z.string().trim().min(1).max(64).optional(),
    version: z.enum(['FIX.5.0', 'FIX.5.0SP1', 'FIX.5.0SP2']),
    orders: session,
    /** A session of its own for market data: its messages are not repeated, and it counts from 1 at each Logon. */
    marketData: session.omit({ resetOnLogon: true }),
    /** `always` trades round the clock; `exchange` follows the schedule of the market's rules. */
    hours: z.enum(['always', 'exchange', 'reported']),
    /** When sessions are open, in the exchange's time zone; always unless given. */
    calendar: z
      .strictObject({
        timeZone: z.string().refine(isTimeZone, 'a time zone such as Africa/Lagos'),
        days: z.array(z.int().min(0).max(6)).min(1),
        opens: time,
        closes: time,
        resets: time.optional(),
      })
      .optional(),
    terms: orderTerms
      .extend({
        /** The characters of a ClOrdID (11). */
        clOrdIDAlphabet: z.enum(['alphanumeric', 'digits']).default('alphanumeric'),
        /** Prices are whole multiples of this many kobo, in addition to the security's tick. */
        priceStepKobo: z.int().min(1).default(1),
        replaceKeepsOrderID: z.boolean().default(true),
        /** Whether a replace to no more than has traded ends an order. */
        replacesToFilled: z.boolean().default(true),
        cancelsOnDisconnect: z.boolean().default(false),
      })
      .refine(
        ({ clOrdIDAlphabet, longestClOrdID }) =>
          clOrdIDAlphabet !== 'digits' || longestClOrdID >= FEWEST_DIGITS,
        { path: ['longestClOrdID'], message: `digits alone need at least ${FEWEST_DIGITS} of them` },
      )
      .prefault({}),
    /** PartyID (448), PartyIDSource (447) and PartyRole (452) of each order. */
    parties: z
      .array(
        z.strictObject({
          id: z.string().min(1),
          source: z.string().length(1),
          role: z.int().min(1),
        }),
      )
      .default([]),
    /** How many order messages the exchange accepts. */
    rate: z
      .strictObject({ perSecond: z.number().min(1), burst: z.int().min(1) })
      .default({ perSecond: 100, burst: 100 }),
  })
  .refine(({ orders, marketData }) => orders.senderCompID !== marketData.senderCompID, {
    path: ['marketData', 'senderCompID'],
    message: 'must differ from that of orders: market data needs a CompID of its own',
  })

/** What differs from one exchange to another. */
export type GatewayProfile = z.infer<typeof schema>
type SessionProfile = GatewayProfile['marketData'] & { readonly resetOnLogon?: boolean }

/** Reads a profile. @throws Error that names the first invalid value. */
export function gatewayProfile(value: unknown): GatewayProfile {
  const { data, error } = schema.safeParse(value)
  if (data) return data
  throw new Error(firstProblem(error))
}

/** A profile in a file. @throws Error that names what is wrong with it. */
export function readGatewayProfile(path: string): GatewayProfile {
  return gatewayProfile(JSON.parse(readFileSync(path, 'utf8')))
}

/**
 * The configuration of a session.
 *
 * @throws Error naming an environment variable that the profile names and that is not set.
 */
export function sessionSettings(
  { version, calendar }: GatewayProfile,
  { senderCompID, targetCompID, heartbeat, credentials, resetOnLogon = true }: SessionProfile,
  env: Readonly<Record<string, string | undefined>>,
): SessionSettings {
  const secret = (name: string): string => {
    const value = env[name]
    if (!value) throw new Error(`credentials: the environment variable ${name} is not set`)
    return value
  }
  return {
    role: 'initiator',
    protocol: protocols[version],
    senderCompId: senderCompID,
    targetCompId: targetCompID,
    heartBtInt: heartbeat,
    resetOnLogon,
    ...(calendar && { calendar: calendarOf(calendar) }),
    ...(credentials && {
      username: secret(credentials.username),
      password: secret(credentials.password),
    }),
  }
}

const calendarOf = ({ resets, ...hours }: NonNullable<GatewayProfile['calendar']>): Calendar =>
  resets === undefined ? hours : { ...hours, resets }

/** The name of the exchange, as people read it. */
export const exchangeNameOf = ({ displayName, orders }: GatewayProfile): string =>
  displayName ?? orders.targetCompID

/** What the exchange can do. Orders on a line end by a cancel that it confirms, and crosses are not sent. */
export function capabilitiesOf({ terms }: GatewayProfile): VenueCapabilities {
  const { clOrdIDAlphabet: _, ...taken } = terms
  return { ...taken, crosses: false, withdraws: false, massCancel: false }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
