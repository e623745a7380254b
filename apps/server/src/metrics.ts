import { refusals } from '@tradebook/contract'
import type { HubStats } from '@tradebook/signalr'
import { Counter, collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client'
import type { DeskObserver, DeskStatus } from './desk/desk-options.ts'
import type { Store } from './store/store.ts'

/** Numbers of inputs in a batch; the desk takes at most 512 of clients. */
const BATCH_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]
/** Seconds, from what one input takes to what a database under stress takes. */
const SECONDS_BUCKETS = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5,
]

/** Registers what a desk's work is measured by. Once a batch and once a refusal is all it is called. */
export function deskMetrics(registry: Registry): DeskObserver {
  const registers = [registry]
  const batch = new Histogram({
    name: 'tradebook_desk_batch_inputs',
    help: 'Client inputs of a committed batch',
    buckets: BATCH_BUCKETS,
    registers,
  })
  const decide = new Histogram({
    name: 'tradebook_desk_decide_seconds',
    help: 'Time to decide a batch',
    buckets: SECONDS_BUCKETS,
    registers,
  })
  const commit = new Histogram({
    name: 'tradebook_desk_commit_seconds',
    help: 'Time that the desk waited for the commit of a batch',
    buckets: SECONDS_BUCKETS,
    registers,
  })
  const rebuilds = new Counter({
    name: 'tradebook_desk_rebuilds_total',
    help: 'Rebuilds of the books from the record, the first one included',
    registers,
  })
  const refused = new Counter({
    name: 'tradebook_desk_refusals_total',
    help: 'Client inputs that the desk refused, by code',
    labelNames: ['code'],
    registers,
  })
  const crowdCommands = new Counter({
    name: 'tradebook_crowd_commands_total',
    help: 'Commands of the crowd in committed batches',
    registers,
  })
  const crowdTurnedDown = new Counter({
    name: 'tradebook_crowd_turned_down_total',
    help: 'Offers of the crowd that the desk had no room for',
    registers,
  })
  const flagged = new Counter({
    name: 'tradebook_venue_reports_flagged_total',
    help: 'Reports of venues that are out of the ordinary, by why',
    labelNames: ['flag'],
    registers,
  })
  return {
    committed({ clients, work, flagged: flags, decideMs, commitMs }) {
      for (const flag of flags) flagged.inc({ flag })
      if (clients.length === 0 && work.length === 0) return
      batch.observe(clients.length)
      decide.observe(decideMs / 1_000)
      commit.observe(commitMs / 1_000)
      crowdCommands.inc(work.reduce((sum, commands) => sum + commands.length, 0))
    },
    rebuilt: () => rebuilds.inc(),
    answered(answer) {
      if (answer.kind === 'refused') refused.inc({ code: refusals[answer.refusal.refusal].code })
    },
    workTurnedDown: () => crowdTurnedDown.inc(),
  }
}

/** What is read when the metrics are: the parts keep these figures themselves. */
export interface MeasuredParts {
  readonly desk: { readonly status: DeskStatus }
  readonly hubs: { readonly stats: HubStats }
  readonly store: Pick<Store, 'pool'>
  /** Of a server that speaks HTTPS. */
  readonly certificate?: { readonly daysLeft: number } | undefined
}

/** Registers the figures that the parts keep, and those of the process: event loop, memory, CPU. */
export function registerMetrics(registry: Registry, parts: MeasuredParts): void {
  const { desk, hubs, store, certificate } = parts
  collectDefaultMetrics({ register: registry })

  gauge('tradebook_desk_ready', 'Whether the desk takes orders: 1 or 0', () => Number(desk.status.ready))
  gauge('tradebook_desk_waiting', 'Client inputs that wait to be decided', () => desk.status.waiting)
  gauge(
    'tradebook_crowd_waiting',
    'Batches of crowd commands that wait to be decided',
    () => desk.status.workWaiting,
  )
  gauge('tradebook_hub_connections', 'Open connections of the hubs', () => hubs.stats.connections)
  counter('tradebook_hub_messages_total', 'Messages sent to connections', () => hubs.stats.messages)
  counter(
    'tradebook_hub_coalesced_total',
    'Messages that were sent in the frame of another one',
    () => hubs.stats.coalesced,
  )
  counter(
    'tradebook_hub_conflated_total',
    'Messages left out for a slow client, which was sent the newest state instead',
    () => hubs.stats.conflated,
  )
  new Counter({
    name: 'tradebook_hub_closed_total',
    help: 'Connections that were closed, by reason',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [reason, count] of Object.entries(hubs.stats.closed)) this.inc({ reason }, count)
    },
  })
  gauge(
    'tradebook_database_connections_in_use',
    'Connections of the PostgreSQL pool that are in use',
    () => store.pool.inUse,
  )
  gauge(
    'tradebook_database_transactions_waiting',
    'Transactions that wait for a connection of the PostgreSQL pool',
    () => store.pool.waiting,
  )
  if (certificate)
    gauge('tradebook_certificate_days_left', 'Days until the certificate expires', () => certificate.daysLeft)

  function gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  }

  function counter(name: string, help: string, read: () => number): void {
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  }
}
