import type { Logger } from 'pino'
import { InProcessBus } from './bus/in-process.ts'
import type { Config } from './config.ts'
import type { Certificate } from './http/certificate.ts'
import { openDeskPart } from './parts/desk-part.ts'
import { openInstallation, openSharedParts } from './parts/installation.ts'
import { openLeadingPart } from './parts/leading-part.ts'
import { openWebPart } from './parts/web-part.ts'
import type { Shutdown } from './shutdown.ts'
import type { Leadership } from './store/lead.ts'
import { openStore } from './store/store.ts'
import type { Recording } from './venue/embedded/crowd/start.ts'
import type { RunningServer } from './welcome.ts'

export interface ServerParts {
  readonly config: Config
  /** Of HTTPS; without one the server speaks plain HTTP. */
  readonly certificate: Certificate | undefined
  readonly leadership: Leadership
  readonly log: Logger
  /** What the crowd trades instead of its own ideas. */
  readonly recording: Recording | undefined
  /** Another server has taken this one's place: it must end. */
  readonly onReplaced: (reason: Error) => void
  /** Writes a line of words for anyone who starts the server. */
  readonly print: (line: string) => void
  /** Ends the parts, also those of a start that failed half-way. */
  readonly shutdown: Shutdown
}

/** Builds the parts of the server of a led database, and joins them. */
export async function startServer(parts: ServerParts): Promise<RunningServer> {
  const { config, certificate, leadership, log, recording, shutdown } = parts
  const store = await openStore(leadership.access, log, { migrate: true })
  shutdown.stage('store')(() => store.close())
  const installation = await openInstallation({ config, log, shutdown, store, bus: new InProcessBus() })
  const { desk, passwords } = await openDeskPart(installation, parts)
  const shared = openSharedParts(installation, desk)
  const leading = openLeadingPart(installation, shared, desk)
  const web = await openWebPart(installation, shared, {
    certificate,
    readiness: { database: () => leadership.health, desk: () => desk.health },
    warnings: leading.warnings,
  })
  leading.begin(recording)
  return { ...web, passwords, session: desk.session }
}
