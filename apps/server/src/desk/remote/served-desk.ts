import { randomBytes } from 'node:crypto'
import type { Bus } from '../../bus/bus.ts'
import { type Every, systemEvery } from '../../platform/clock.ts'
import type { Desk } from '../desk.ts'
import { refused } from '../inputs.ts'
import { isInputKind } from '../loop/fair-queue.ts'
import {
  askBaseline,
  askPreview,
  askSubmit,
  BEAT_MS,
  deskBatch,
  deskBeat,
  type PublishedBatch,
} from './messages.ts'

/**
 * An input whose sender knew no newer heartbeat than this was sent too long ago to be accepted: nobody waits for it.
 */
const OLDEST_BEATS = 5_000 / BEAT_MS

/**
 * Offers a working desk to other processes: publishes its batches, and answers their questions. Returns how to end it.
 */
export function serveDesk(desk: Desk, bus: Bus, every: Every = systemEvery): () => void {
  const id = randomBytes(9).toString('hex')
  let before: PublishedBatch['before'] = { epoch: desk.picture.epoch, batch: desk.picture.batch }
  let beats = 0
  const beat = () => {
    const { epoch, batch } = desk.picture
    const { status, session, halts } = desk
    beats += 1
    bus.announce(deskBeat, {
      ...{ desk: id, beat: beats, epoch, batch, status, session, halts },
      marketTime: desk.marketTime(),
    })
  }
  const endings = [
    desk.subscribe(({ epoch, batch, events }) => {
      bus.announce(deskBatch, { desk: id, epoch, batch, events, before })
      before = { epoch, batch }
    }),
    bus.answer(askBaseline, () => ({ desk: id, baseline: desk.baseline(), listings: desk.listings })),
    bus.answer(askSubmit(id), async ({ beat: known, input }) => {
      if (!isInputKind(input.kind)) throw new Error(`This desk does not accept ${String(input.kind)}.`)
      return beats - known > OLDEST_BEATS ? refused('unavailable') : desk.submit(input)
    }),
    bus.answer(askPreview(id), (input) => desk.preview(input)),
    every(BEAT_MS, beat),
  ]
  beat()
  return () => {
    for (const end of endings) end()
  }
}
