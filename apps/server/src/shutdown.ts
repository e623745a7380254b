import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

/** Parts that end side by side, and how long they may take before they are left behind. */
interface Stage {
  readonly name: string
  /** `undefined`: all the time that is left. */
  readonly withinMs: number | undefined
  readonly ends: End[]
}

/** Ends a part, in so many milliseconds. */
type End = (withinMs: number) => unknown

/** How to add the end of a part to a stage. */
export type EndWith = (end: End) => void

/** Less than the ten seconds after which a supervisor kills. */
const END_MS = 9_500

/**
 * What ends when the server does: stage by stage, the last opened first. Whatever one part waits
 * for, the whole ends in time.
 */
export class Shutdown {
  readonly #stages: Stage[] = []
  readonly #log: Logger
  readonly #withinMs: number
  #ended: Promise<void> | undefined

  constructor(log: Logger, withinMs = END_MS) {
    this.#log = log
    this.#withinMs = withinMs
  }

  /** A stage that ends before those that were opened earlier. */
  stage(name: string, withinMs?: number): EndWith {
    const stage: Stage = { name, withinMs, ends: [] }
    this.#stages.unshift(stage)
    return (end) => stage.ends.push(end)
  }

  /** Ends everything. A second call waits for the same end. Never rejects. */
  end(): Promise<void> {
    this.#ended ??= this.#endAll()
    return this.#ended
  }

  async #endAll(): Promise<void> {
    const deadline = performance.now() + this.#withinMs
    for (const { name, withinMs, ends } of this.#stages) {
      const leftMs = Math.max(0, deadline - performance.now())
      const stageMs = Math.min(withinMs ?? leftMs, leftMs)
      const inTime = Promise.all(ends.map((end) => this.#endOne(name, end, stageMs))).then(() => true)
      const late = sleep(stageMs, false, { ref: false })
      if (!(await Promise.race([inTime, late]))) this.#log.warn({ stage: name }, 'did not end in time')
    }
  }

  async #endOne(stage: string, end: End, withinMs: number): Promise<void> {
    try {
      await end(withinMs)
    } catch (err) {
      this.#log.error({ err, stage }, 'failed while ending')
    }
  }
}

/** EX_SOFTWARE of BSD's sysexits.h: an internal error. A supervisor restarts on it. */
export const DEFECT_EXIT_CODE = 70

/**
 * Ends the process at once on an error that no code handles, an unhandled rejection included. What
 * is in memory cannot be trusted after a defect, so nothing is finished or answered: the next start
 * rebuilds everything from the database, as after a kill.
 */
export function endOnDefect(log: Pick<Logger, 'fatal'>): void {
  process.on('uncaughtException', (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error)
    log.fatal({ err: error }, `This server ends because of a defect: ${message}`)
    process.exit(DEFECT_EXIT_CODE)
  })
}

/** Signals nearer to each other than this are one: a terminal and npm both pass on the same Ctrl-C. */
const ONE_SIGNAL_MS = 250
const signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Obeys the signals that end a process: the first one ends it in good order, a second one at once.
 *
 * @returns how to end it in good order without a signal.
 */
export function endOnSignal(shutdown: Shutdown): () => void {
  let since: number | undefined
  const end = () => {
    if (since !== undefined) return
    since = performance.now()
    void shutdown.end().finally(() => process.exit())
  }
  for (const signal of signals) {
    process.on(signal, () => {
      if (since !== undefined && performance.now() - since > ONE_SIGNAL_MS) process.exit(1)
      end()
    })
  }
  return end
}
