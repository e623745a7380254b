import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { english, lagosDateTime, type MarketSession } from '@tradebook/contract'
import { type Config, readConfig } from './config.ts'
import { refuseTakenPort } from './free-port.ts'
import { letHeapGrow } from './heap-growth.ts'
import { openLog, outliveReaders } from './log.ts'
import type { RunningServer } from './server.ts'
import { endOnDefect, endOnSignal, Shutdown } from './shutdown.ts'
import { whyNotStarted } from './store/access.ts'
import { lead } from './store/lead.ts'
import type { Recording } from './venue/crowd/start.ts'

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
  const start = async (): Promise<RunningServer> => {
    await refuseTakenPort(config)
    await mkdir(config.dataFolder, { recursive: true })
    print(config.databaseUrl ? '  Opening the database …' : '  Starting PostgreSQL …')
    const leading = lead(config, log)
    shutdown.stage('database')((withinMs) =>
      leading.then(
        (leadership) => leadership.giveUp(withinMs),
        () => {},
      ),
    )
    const leadership = await leading
    leadership.onReplaced(onReplaced)
    // Loading the parts takes longer than all that came before: a second server is refused first.
    const { startServer } = await import('./server.ts')
    return startServer({ config, leadership, log, print, onReplaced, shutdown, recording })
  }
  const server = await start().catch(async (error: unknown) => {
    const why = whyNotStarted(error, config)
    await shutdown.end()
    throw why
  })
  for (const line of welcome(config, server)) print(line.replace('//127.0.0.1', '//localhost'))
}

/** Writes a line for anyone who started the server; the log is for what goes wrong. */
const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** What a newcomer needs to know. A password is shown once, and only one that was generated here. */
function welcome(config: Config, server: RunningServer): string[] {
  const { url, passwords, demoPages, isNumberedByHand, session } = server
  const lines = [`Tradebook is open at ${url}`]
  if (session) lines.push(...marketInWords(session))
  if (config.demo) {
    lines.push('  Sign in to the firm Meridian or Zenith-Hill as broker, customer or admin,')
    lines.push('  or without a firm, to the installation itself, as admin.')
  }
  if (demoPages.mailbox) lines.push(`  Mails of the demo: ${demoPages.mailbox}`)
  if (demoPages.depository) lines.push(`  Depository of the demo: ${demoPages.depository}`)
  if (config.crowd === 'off')
    lines.push('  Without a crowd (TRADEBOOK_CROWD) the books hold the orders of the firms alone.')
  if (isNumberedByHand)
    lines.push(
      '  No depository is connected: who approves an account request enters its CSCS account and CHN.',
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

if (import.meta.main) {
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  })
}
