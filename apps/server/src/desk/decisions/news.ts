import { isoTime, refuse } from '@tradebook/contract'
import { HOST } from '../../store/host.ts'
import { type ClientInput, type DeskAnswer, refusedWith } from '../inputs.ts'
import type { Batch } from './batch.ts'

type Input<Kind extends ClientInput['kind']> = Extract<ClientInput, { kind: Kind }>

/** Decides that news is published, which market control alone may do: numbered by its journal line. */
export function publishNews({ origin, item }: Input<'news'>, batch: Batch, now: number): DeskAnswer {
  if (origin.tenantId !== HOST) return refusedWith(refuse('marketControlNotPermitted'))
  const sequence = batch.journal(HOST, now, { kind: 'news', item })
  batch.news({ ...item, id: String(sequence), origTime: isoTime(now) })
  // What nobody asked for is not part of the audit trail.
  if (origin.userId !== 0) {
    const parameters = JSON.stringify(item)
    batch.audited({
      origin,
      serviceName: 'MarketData',
      methodName: 'PostNews',
      parameters,
      exception: null,
    })
  }
  return { kind: 'done', sequence }
}
