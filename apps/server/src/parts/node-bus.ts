import { credsAuthenticator } from '@nats-io/transport-node'
import type { Logger } from 'pino'
import type { Bus } from '../bus/bus.ts'
import { InProcessBus } from '../bus/in-process.ts'
import { NatsBus } from '../bus/nats.ts'
import type { Config } from '../config.ts'
import type { Keys } from '../platform/keys.ts'
import { applicationName } from '../store/server-lock.ts'

/** Enough that no two installations have the same. */
const PREFIX_DIGITS = 24

/** The bus of a process: NATS where the installation has several, else this process alone. */
export function openBus({ nats }: Pick<Config, 'nats'>, keyFor: Keys, log: Logger): Bus {
  if (!nats) return new InProcessBus()
  const { servers, user, password: pass, credentials, tls } = nats
  return new NatsBus({
    connection: {
      servers: [...servers],
      tls: tls ?? null,
      ...(user !== undefined && pass !== undefined && { user, pass }),
      ...(user !== undefined && pass === undefined && { token: user }),
      ...(credentials !== undefined && {
        authenticator: credsAuthenticator(new TextEncoder().encode(credentials)),
      }),
    },
    // Only who has the database knows the subjects.
    prefix: `tradebook-${keyFor('bus').toString('hex').slice(0, PREFIX_DIGITS)}`,
    name: applicationName(),
    log,
  })
}
