import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type Config, readConfig } from './config.ts'
import { refuseTakenPort } from './free-port.ts'
import { letHeapGrow } from './heap-growth.ts'
import { Certificate } from './http/certificate.ts'
import { openLog, outliveReaders } from './log.ts'
import { wallClock } from './platform/clock.ts'
import { endOnDefect, endOnSignal, Shutdown } from './shutdown.ts'
import { whyNotStarted } from './store/access.ts'
import { follow } from './store/follow.ts'
import { type Leadership, lead, leadWhenFree } from './store/lead.ts'
import type { Recording } from './venue/embedded/crowd/start.ts'
import type { RunningServer } from './welcome.ts'

/**
 * Reads `--replay FILE --security SYMBOL [--speed N]`: the crowd trades a recording.
 *
 * @throws Error in words when an option is missing or refused.
 */
function readRecordingOption(args: readonly string[]): Recording | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: { replay: { type: 'string' }, security: { type: 'string' }, speed: { type: 'string' } },
  })
  if (values.replay === undefined && values.security === undefined && values.speed === undefined)
    return undefined
  if (values.replay === undefined || values.security === undefined) {
    throw new Error('A recording needs both --replay FILE and --security SYMBOL.')
  }
  if (!existsSync(values.replay)) throw new Error(`There is no recording ${values.replay}.`)
  const speed = Number(values.speed ?? 1)
  if (!(speed > 0 && speed <= 1_000))
    throw new Error(`--speed must be a number above 0 and at most 1,000, not ${values.speed}.`)
  return { file: values.replay, securityID: values.security, speed }
}

async function main(): Promise<void> {
  outliveReaders()
  letHeapGrow()
  const config = readConfig(process.env)
  const recording = readRecordingOption(process.argv.slice(2))
  const log = openLog(config.logLevel)
  endOnDefect(log)
  const shutdown = new Shutdown(log)
  const end = endOnSignal(shutdown)
  const onReplaced = (reason: Error) => {
    log.fatal({ reason: reason.message }, 'this server ends')
    process.exitCode = 1
    end()
  }
  const parts = { config, log, print, shutdown }
  const standingBy = new AbortController()
  /** Becomes the leader. @param leading the attempt. */
  const led = async (leading: Promise<Leadership>) => {
    shutdown.stage('database')((withinMs) => {
      standingBy.abort(new Error('This process was stopped.'))
      return leading.then(
        (leadership) => leadership.giveUp(withinMs),
        () => {},
      )
    })
    const leadership = await leading
    leadership.onReplaced(onReplaced)
    return { ...parts, leadership, onReplaced, recording }
  }
  const openCertificate = async () => {
    const { tls, publicUrl } = config
    return tls && Certificate.open({ files: tls, publicUrl, now: wallClock.now, log })
  }
  const welcomed = async (server: RunningServer): Promise<string[]> => {
    const { welcome } = await import('./welcome.ts')
    return welcome(config, server)
  }
  // Loading the parts takes longer than all that comes before: a second server is refused first.
  const starts: Record<Config['role'], () => Promise<string[]>> = {
    async all() {
      const certificate = await openCertificate()
      const leading = await led(lead(config, log))
      const { startServer } = await import('./server.ts')
      return welcomed(await startServer({ ...leading, certificate }))
    },
    async desk() {
      // One that stands by has loaded the parts when it is needed.
      const { openStandby, startDesk } = await import('./server.ts')
      const standby = await openStandby(config, log)
      shutdown.stage('operators')(standby.close)
      const tell = (why: string) => {
        standby.standsBy(why)
        print(`  Standing by: ${why}`)
      }
      const leading = await led(
        leadWhenFree(config, log, { tell, isReady: standby.isReady }, standingBy.signal),
      )
      await standby.close()
      const { welcomeOfDesk } = await import('./welcome.ts')
      return welcomeOfDesk(await startDesk(leading))
    },
    async web() {
      const certificate = await openCertificate()
      const following = await follow(config, log, print)
      shutdown.stage('database')(() => following.end())
      const { startWeb } = await import('./server.ts')
      return welcomed(await startWeb({ ...parts, certificate, following }))
    },
  }
  const start = async (): Promise<string[]> => {
    await refuseTakenPort(config)
    await mkdir(config.dataFolder, { recursive: true })
    print(config.databaseUrl ? '  Opening the database …' : '  Starting PostgreSQL …')
    return starts[config.role]()
  }
  const lines = await start().catch(async (error: unknown) => {
    const why = whyNotStarted(error, config)
    await shutdown.end()
    throw why
  })
  for (const line of lines) print(line.replace('//127.0.0.1', '//localhost'))
}

/** Writes a line for anyone who started the server; the log is for what goes wrong. */
const print = (line: string): void => void process.stdout.write(`${line}\n`)

if (import.meta.main) {
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  })
}
