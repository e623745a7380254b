import { setTimeout as sleep } from 'node:timers/promises'
import { asOperator, type RunningServer } from '../running-server.ts'

interface Readiness {
  readonly ok: boolean
  /** The first check that is not well, in the server's words. */
  readonly reason: string | undefined
}

export interface Turn {
  readonly reason: string | undefined
  /** Since it was asked for, in milliseconds. */
  readonly afterMs: number
}

const POLL_MS = 20

/** Resolves when the server answers that it is ready and stays so for a moment. */
export const becomesReady = (server: RunningServer): Promise<Turn> => turn(server, true)

/** Resolves with the reason when the server answers that it is not ready. */
export const becomesUnready = (server: RunningServer): Promise<Turn> => turn(server, false)

async function turn(server: RunningServer, wanted: boolean): Promise<Turn> {
  const started = performance.now()
  for (;;) {
    if (server.hasEnded()) throw new Error(`The server has ended.\n${server.output()}`)
    const { ok, reason } = await readinessOf(server)
    if (ok === wanted) return { reason, afterMs: performance.now() - started }
    await sleep(POLL_MS)
  }
}

async function readinessOf(server: RunningServer): Promise<Readiness> {
  const answer = await fetch(`${server.url}/health/ready`, { headers: asOperator(server) })
  const { checks } = (await answer.json()) as { checks: Record<string, { ok: boolean; reason?: string }> }
  return { ok: answer.ok, reason: Object.values(checks).find(({ ok }) => !ok)?.reason }
}
