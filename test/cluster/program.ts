import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Host } from './network.ts'

export interface ProgramOptions {
  readonly host: Host
  readonly command: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Where its output is kept. */
  readonly logFile: string
  /** Whether a supervisor starts it again when it ends by itself, as systemd does. */
  readonly isSupervised?: boolean
}

const RESTART_MS = 200

/** A program on a machine, which can be killed and started again. */
export class Program {
  readonly #options: ProgramOptions
  #child: ChildProcess | undefined
  #isWanted = false

  constructor(options: ProgramOptions) {
    this.#options = options
    this.start()
  }

  /** Whether it runs. */
  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  start(): void {
    if (this.isRunning) return
    this.#isWanted = true
    const { host, command, env, logFile, isSupervised } = this.#options
    const output = createWriteStream(logFile, { flags: 'a' })
    // It becomes the program itself, so that a signal reaches it.
    const child = spawn('ip', ['netns', 'exec', host.name, ...command], {
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) stream.pipe(output, { end: false })
    this.#child = child
    child.once('exit', async () => {
      if (!isSupervised) return
      await sleep(RESTART_MS)
      if (this.#isWanted && this.#child === child) this.start()
    })
  }

  /** `kill -9`, and nobody starts it again. */
  async kill(): Promise<void> {
    this.#isWanted = false
    const child = this.#child
    if (!child || !this.isRunning) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
}
