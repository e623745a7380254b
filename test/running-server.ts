import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { demoKey } from '../apps/server/src/http/operator-access.ts'
import { stopEmbedded } from '../apps/server/src/store/embedded.ts'
import { operatorToken } from '../apps/server/src/store/operator-token.ts'

/** The real server in a process of its own, as a person starts it. */
export interface RunningServer {
  readonly url: string
  /** Of its process. */
  readonly pid: number
  readonly dataFolder: string
  /** Of every demo user. */
  readonly password: string
  /** Milliseconds from its start until it was ready. */
  readonly readyAfterMs: number
  /** What it printed so far. */
  output(): string
  /** Whether its process has ended. */
  hasEnded(): boolean
  /** Sends a signal and goes on. */
  signal(name: NodeJS.Signals): void
  /** Resolves with its exit code when the process has ended. */
  readonly ended: Promise<number | null>
  /** As a person stops it; answers its exit code, or null where it had to be killed after a minute. */
  stop(): Promise<number | null>
  /** `kill -9`: its database goes on running, as after a crash. */
  kill(): Promise<void>
}

export const PASSWORD = 'A-known-password-1'
const READY_TIMEOUT_MS = 90_000
const END_TIMEOUT_MS = 60_000
const POLL_MS = 20

/** A market that only tests trade on, always open. */
export const quietMarket = {
  HOST: '127.0.0.1',
  TRADEBOOK_DEMO: 'on',
  // Tests count from accounts that have done nothing yet.
  TRADEBOOK_DEMO_PAST: 'off',
  TRADEBOOK_CLOCK: 'open',
  TRADEBOOK_CROWD: 'off',
  // A test's broker is many people at once.
  TRADEBOOK_ORDER_RATE: '100000',
  TRADEBOOK_ORDER_BURST: '100000',
  TRADEBOOK_ADMIN_PASSWORD: PASSWORD,
  TRADEBOOK_DEMO_PASSWORD: PASSWORD,
  LOG_LEVEL: 'warn',
  // Every start but the first loads what Node has compiled before.
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/tradebook/compiled', import.meta.url)),
}

export const newDataFolder = (): string => mkdtempSync(join(tmpdir(), 'tradebook-test-'))

/**
 * Starts the server and waits until it prints that it is ready.
 *
 * @throws Error with what it printed, when it ends before or takes longer than 90 s.
 */
export async function startServer(
  dataFolder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  const started = performance.now()
  const port = env.PORT ?? (await freePort())
  const { child, output } = launch(dataFolder, { PORT: String(port), ...env })
  const url = `http://127.0.0.1:${port}`
  while (!(await isReady(url))) {
    const late = performance.now() - started > READY_TIMEOUT_MS
    if (late) child.kill('SIGKILL')
    if (late || hasEnded(child)) throw new Error(`The server did not get ready.\n${output()}`)
    await sleep(POLL_MS)
  }
  const end = async (signal: NodeJS.Signals) => {
    if (hasEnded(child)) return
    child.kill(signal)
    // It promises to be out in ten seconds; one that is not may not keep all that comes after it waiting.
    const late = setTimeout(() => child.kill('SIGKILL'), END_TIMEOUT_MS)
    await once(child, 'exit')
    clearTimeout(late)
  }
  return {
    url,
    pid: child.pid ?? 0,
    dataFolder,
    password: PASSWORD,
    readyAfterMs: performance.now() - started,
    output,
    hasEnded: () => hasEnded(child),
    signal: (name) => void child.kill(name),
    ended: new Promise((resolve) => child.once('exit', resolve)),
    async stop() {
      await end('SIGTERM')
      return child.exitCode
    },
    kill: () => end('SIGKILL'),
  }
}

/** A server with its database, until it is closed. */
export interface OwnServer extends RunningServer {
  /** Stops it, and removes its database and its data folder. */
  close(): Promise<void>
}

/** Starts an installation that begins with nothing but its host, with the database that it brings. */
export async function openEmpty(env: Readonly<Record<string, string>> = {}): Promise<OwnServer> {
  const server = await startServer(newDataFolder(), { TRADEBOOK_DEMO: 'off', ...env })
  return {
    ...server,
    async close() {
      await server.stop()
      await removeDataFolder(server.dataFolder)
    },
  }
}

/** Starts the server where it is expected not to come up; answers how it ended, what it printed, and how long its process lived. */
export async function startInVain(
  dataFolder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; output: string; afterMs: number }> {
  const port = await freePort()
  const began = performance.now()
  const { child, output } = launch(dataFolder, { PORT: String(port), ...env })
  const timeout = setTimeout(() => child.kill('SIGKILL'), READY_TIMEOUT_MS)
  await once(child, 'exit')
  clearTimeout(timeout)
  return { code: child.exitCode, output: output(), afterMs: performance.now() - began }
}

/** Starts the server and does not wait for it. */
export function spawnServer(dataFolder: string): Pick<RunningServer, 'kill'> {
  const { child } = launch(dataFolder, { PORT: '0' })
  return {
    async kill() {
      if (hasEnded(child)) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/** The mailbox of a demo's server, by the link that it prints. */
export const mailboxOf = ({ url, dataFolder }: Pick<RunningServer, 'url' | 'dataFolder'>): string =>
  `${url}/dev/mailbox?key=${demoKey(operatorToken(undefined, dataFolder))}`

/** What operators show to a server. */
export const asOperator = ({ dataFolder }: Pick<RunningServer, 'dataFolder'>) => ({
  authorization: `Bearer ${operatorToken(undefined, dataFolder)}`,
})

/** Stops the folder's database and removes all of it. */
export async function removeDataFolder(dataFolder: string): Promise<void> {
  await stopEmbedded(dataFolder)
  rmSync(dataFolder, { recursive: true, force: true })
}

const main = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url))

function launch(dataFolder: string, env: Readonly<Record<string, string>>) {
  const { DATABASE_URL: _, ...inherited } = process.env
  const child = spawn(process.execPath, [main], {
    env: { ...inherited, ...quietMarket, TRADEBOOK_DATA: dataFolder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  }
  return { child, output: () => text }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/ready`)).ok
  } catch {
    return false
  }
}

/** A port of this machine that nothing listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return address.port
}
