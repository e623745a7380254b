import { readFileSync } from 'node:fs'
import { refusals, refuse } from '@tradebook/contract'
import { Registry } from 'prom-client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { backupMetrics } from './backup/scheduled-backup.ts'
import type { ClientInput } from './desk/inputs.ts'
import { httpDurations } from './http/operators.ts'
import { deskMetrics, type MeasuredParts, registerMetrics } from './metrics.ts'
import { syslogMetrics } from './platform/syslog-sender.ts'

const closed = {
  client: 3,
  server: 0,
  lost: 2,
  handshake: 0,
  protocol: 0,
  failed: 0,
  silent: 0,
  slow: 1,
  overBudget: 0,
}
const parts = (): MeasuredParts => ({
  desk: { status: { ready: true, waiting: 7, workWaiting: 2, marketDate: '2026-11-20' } },
  hubs: { stats: { connections: 4, messages: 100, coalesced: 60, conflated: 5, closed } },
  store: { pool: { inUse: 3, waiting: 1 } },
  certificate: { daysLeft: 40 },
})

function measured() {
  const registry = new Registry()
  onTestFinished(() => registry.clear())
  const observer = deskMetrics(registry)
  registerMetrics(registry, parts())
  httpDurations(registry)
  backupMetrics(registry, { age: () => 60, baseAge: () => 3_600, failures: () => 1 })
  syslogMetrics(registry, { isAway: () => false, waiting: async () => ({ rows: 5, seconds: 2 }) })
  return { registry, observer }
}

test('the figures of the parts are those they have when they are read, however often that is', async () => {
  const { registry } = measured()
  await registry.metrics()
  const lines = (await registry.metrics()).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'tradebook_desk_ready 1',
      'tradebook_desk_waiting 7',
      'tradebook_crowd_waiting 2',
      'tradebook_hub_connections 4',
      'tradebook_hub_messages_total 100',
      'tradebook_hub_coalesced_total 60',
      'tradebook_hub_conflated_total 5',
      'tradebook_hub_closed_total{reason="client"} 3',
      'tradebook_hub_closed_total{reason="slow"} 1',
      'tradebook_database_connections_in_use 3',
      'tradebook_database_transactions_waiting 1',
      'tradebook_certificate_days_left 40',
      'tradebook_backup_age_seconds 60',
      'tradebook_backup_failures_total 1',
      'tradebook_syslog_up 1',
      'tradebook_syslog_rows_waiting 5',
    ]),
  )
})

test('the desk’s work is counted', async () => {
  const { registry, observer } = measured()
  const input = { kind: 'publishNews' } as unknown as ClientInput
  observer.rebuilt()
  observer.answered({ kind: 'refused', refusal: refuse('busy') }, input)
  observer.answered({ kind: 'refused', refusal: refuse('busy') }, input)
  observer.answered({ kind: 'done', sequence: 1 }, input)
  observer.workTurnedDown()
  const commands = Array.from({ length: 20 }, (_, ref) => ({ kind: 'cancel' as const, ref }))
  observer.committed({
    clients: [{ input }, { input }, { input }],
    work: [commands, commands],
    flagged: ['lateFill'],
    decideMs: 0.2,
    commitMs: 3,
  })
  observer.committed({ clients: [], work: [], flagged: [], decideMs: 1, commitMs: 1 })
  expect((await registry.metrics()).split('\n')).toEqual(
    expect.arrayContaining([
      'tradebook_desk_rebuilds_total 1',
      `tradebook_desk_refusals_total{code="${refusals.busy.code}"} 2`,
      'tradebook_crowd_turned_down_total 1',
      'tradebook_venue_reports_flagged_total{flag="lateFill"} 1',
      'tradebook_crowd_commands_total 40',
      'tradebook_desk_batch_inputs_sum 3',
      'tradebook_desk_batch_inputs_count 1',
      'tradebook_desk_decide_seconds_bucket{le="0.0001"} 0',
      'tradebook_desk_decide_seconds_bucket{le="0.00025"} 1',
      'tradebook_desk_commit_seconds_sum 0.003',
    ]),
  )
})

describe('the dashboard', () => {
  interface Dashboard {
    readonly panels: readonly {
      readonly title: string
      readonly targets?: readonly { readonly expr: string }[]
    }[]
  }
  const file = new URL('../../../docs/operations/tradebook.dashboard.json', import.meta.url)
  const { panels } = JSON.parse(readFileSync(file, 'utf8')) as Dashboard
  const queries = panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => [title, expr] as const),
  )
  const namesIn = (text: string) => text.match(/\b(tradebook|http|nodejs|process)_\w+/g) ?? []

  test.each(queries)('%s: every metric of %s exists', async (_, expr) => {
    const { registry } = measured()
    const exist = registry
      .getMetricsAsArray()
      .flatMap((metric) =>
        metric instanceof Object && 'buckets' in metric
          ? ['_bucket', '_sum', '_count'].map((part) => metric.name + part)
          : [metric.name],
      )
    const names = namesIn(expr)
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) expect(exist).toContain(name)
  })

  test('shows every metric of the product', () => {
    const { registry } = measured()
    const shown = namesIn(queries.map(([, expr]) => expr).join(' ')).map((name) =>
      name.replace(/_(bucket|sum|count)$/, ''),
    )
    const own = registry.getMetricsAsArray().map(({ name }) => name)
    for (const name of own.filter((name) => /^(tradebook|http)_/.test(name))) expect(shown).toContain(name)
  })
})
