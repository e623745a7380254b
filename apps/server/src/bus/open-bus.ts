import { credsAuthenticator } from '@nats-io/transport-node'
import type { Logger } from 'pino'
import type { NatsServers } from '../config-values.ts'
import type { Bus } from './bus.ts'
import { InProcessBus } from './in-process.ts'
import { NatsBus } from './nats.ts'
import { NatsLink, type NatsLinkOptions } from './nats-link.ts'

export interface ProcessOnBus {
  /** Keys of the installation: one names its subjects, so that two do not mix, the other signs its messages. */
  readonly keyFor: (purpose: 'bus' | 'busSignature') => Buffer
  /** Shown to operators of the NATS server. */
  readonly name: string
  readonly log: Pick<Logger, 'info' | 'warn'>
}

/** Enough that no two installations have the same. */
const PREFIX_DIGITS = 24

/** The bus of a process: NATS if the installation has several processes, otherwise only this one. */
export function openBus(nats: NatsServers | undefined, { keyFor, name, log }: ProcessOnBus): Bus {
  if (!nats) return new InProcessBus()
  return new NatsBus({
    connection: connectionTo(nats),
    prefix: `tradebook-${keyFor('bus').toString('hex').slice(0, PREFIX_DIGITS)}`,
    signingKey: keyFor('busSignature'),
    name,
    log,
  })
}

/** A connection of a desk that stands by, which only shows whether NATS is reached. */
export const openReach = (nats: NatsServers, { name, log }: Omit<ProcessOnBus, 'keyFor'>): NatsLink =>
  new NatsLink({ connection: connectionTo(nats), name, log }, {})

const connectionTo = ({
  servers,
  user,
  password: pass,
  credentials,
  tls,
}: NatsServers): NatsLinkOptions['connection'] => ({
  servers: [...servers],
  tls: tls ?? null,
  ...(user !== undefined && pass !== undefined && { user, pass }),
  ...(user !== undefined && pass === undefined && { token: user }),
  ...(credentials !== undefined && {
    authenticator: credsAuthenticator(new TextEncoder().encode(credentials)),
  }),
})
