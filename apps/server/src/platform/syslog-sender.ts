import { once } from 'node:events'
import { connect as connectPlain, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { connect as connectTls } from 'node:tls'
import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Store, Tx } from '../store/store.ts'
import { type Every, systemEvery } from './clock.ts'
import { repeatFromNow } from './repeated-work.ts'
import {
  type AuditedCall,
  framed,
  type SyslogOrigin,
  type SyslogReceiver,
  syslogMessage,
} from './syslog-message.ts'

export interface SyslogParts {
  readonly store: Pick<Store, 'forAudit'>
  readonly receiver: SyslogReceiver
  readonly version: string
  readonly log: { warn(facts: object, message: string): void; info(facts: object, message: string): void }
  readonly every?: Every
}

const SEND_EVERY_MS = 1_000
/** So many rows travel over one connection. */
const ROWS_A_BATCH = 500
/** A receiver that has not taken a batch and ended the connection by then is away. */
const RECEIVER_MS = 15_000

/**
 * Sends the audit trail of all firms to a syslog receiver, each firm's rows in the order of its chain. Syslog knows no
 * acknowledgement, so each batch has a connection of its own: a receiver that ends it without an error has read all of
 * it, and only then do the cursors move. What was not taken is sent again, so a batch can arrive twice.
 */
export class SyslogSender {
  readonly #parts: SyslogParts
  readonly #origin: SyslogOrigin
  readonly #stop: () => Promise<void>
  /** Why the receiver took nothing last time, in an operator's words. */
  #away: string | undefined

  constructor(parts: SyslogParts) {
    this.#parts = parts
    this.#origin = { hostname: hostname(), version: parts.version }
    this.#stop = repeatFromNow(
      parts.every ?? systemEvery,
      SEND_EVERY_MS,
      () => this.send(),
      (error) => this.#failed(error as Error),
    )
  }

  /** What an operator should know; the server is ready all the same. */
  get warnings(): readonly string[] {
    return this.#away === undefined ? [] : [`The audit trail waits for the syslog receiver: ${this.#away}`]
  }

  /**
   * Sends what is chained and not sent yet.
   *
   * @throws Error when the receiver does not take it; all that was not taken is sent next time.
   */
  async send(): Promise<void> {
    const { store, receiver, log } = this.#parts
    const scope = store.forAudit()
    await scope.write(beginCursors)
    for (;;) {
      const calls = await scope.read(nextCalls)
      if (calls.length === 0) return
      await deliver(receiver, calls.map((call) => framed(syslogMessage(call, this.#origin))).join(''))
      if (this.#away !== undefined) log.info({ receiver: receiver.host }, 'the syslog receiver is back')
      this.#away = undefined
      await scope.write((tx) => moveCursors(tx, calls))
    }
  }

  /** Registers whether the receiver is reached, and how far behind it is. */
  register(metrics: Registry): void {
    syslogMetrics(metrics, {
      isAway: () => this.#away !== undefined,
      waiting: () => this.#parts.store.forAudit().read(waitingRows),
    })
  }

  stop(): Promise<void> {
    return this.#stop()
  }

  #failed({ message }: Error): void {
    const { receiver, log } = this.#parts
    if (this.#away === undefined)
      log.warn({ receiver: receiver.host, reason: message }, 'the audit trail waits for the syslog receiver')
    this.#away = message
  }
}

interface SyslogFigures {
  isAway(): boolean
  waiting(): Promise<{ readonly rows: number; readonly seconds: number }>
}

/** Registers whether the receiver takes what is sent, and what waits for it. */
export function syslogMetrics(metrics: Registry, { isAway, waiting }: SyslogFigures): void {
  const registers = [metrics]
  new Gauge({
    name: 'tradebook_syslog_up',
    help: 'Whether the syslog receiver took what was sent last: 1 or 0',
    registers,
    collect() {
      this.set(isAway() ? 0 : 1)
    },
  })
  new Gauge({
    name: 'tradebook_syslog_rows_waiting',
    help: 'Audit rows that the syslog receiver has not taken yet',
    registers,
    async collect() {
      // While the database is away, the figure before stays: the other metrics are answered all the same.
      await waiting().then(
        ({ rows }) => this.set(rows),
        () => {},
      )
    },
  })
  new Gauge({
    name: 'tradebook_syslog_delay_seconds',
    help: 'Age of the oldest audit row that the syslog receiver has not taken yet',
    registers,
    async collect() {
      await waiting().then(
        ({ seconds }) => this.set(seconds),
        () => {},
      )
    },
  })
}

/** An installation that begins to send has sent what was before; firms that are made later begin with their first row. */
const beginCursors = (tx: Tx) =>
  sql`INSERT INTO syslog_cursors (tenant_id, audit_id)
    SELECT tenants.id, coalesce(audit_heads.audit_id, 0)
    FROM tenants LEFT JOIN audit_heads ON audit_heads.tenant_id = tenants.id
    WHERE NOT EXISTS (SELECT FROM syslog_cursors)
    ON CONFLICT DO NOTHING`.execute(tx)

async function nextCalls(tx: Tx): Promise<readonly AuditedCall[]> {
  const { rows } = await sql<AuditedCall>`
    SELECT next.position, audit_log.id, tenants.id AS "tenantId", tenants.tenancy_name AS firm,
      execution_time AS at, service_name AS service, method_name AS method, user_id AS "userId",
      user_name AS "userName", client_ip_address AS address,
      coalesce(exception_message, exception) AS exception
    FROM tenants
    JOIN audit_heads ON audit_heads.tenant_id = tenants.id
    LEFT JOIN syslog_cursors ON syslog_cursors.tenant_id = tenants.id
    CROSS JOIN LATERAL (
      SELECT audit_id, position FROM audit_hashes
      WHERE tenant_id = tenants.id AND audit_id > coalesce(syslog_cursors.audit_id, 0)
      ORDER BY audit_id LIMIT ${ROWS_A_BATCH}
    ) AS next
    JOIN audit_log ON audit_log.tenant_id = tenants.id AND audit_log.id = next.audit_id
    WHERE audit_heads.audit_id > coalesce(syslog_cursors.audit_id, 0)
    ORDER BY tenants.id, next.audit_id
    LIMIT ${ROWS_A_BATCH}`.execute(tx)
  return rows
}

/** What is chained and not taken yet. */
async function waitingRows(tx: Tx): Promise<{ rows: number; seconds: number }> {
  const { rows } = await sql<{ rows: number; seconds: number }>`
    SELECT coalesce(sum(head.position - coalesce(taken.position, 0)), 0)::float8 AS rows,
      coalesce(greatest(0, extract(epoch FROM now() - min(oldest.execution_time))), 0)::float8 AS seconds
    FROM audit_heads head
    LEFT JOIN syslog_cursors ON syslog_cursors.tenant_id = head.tenant_id
    LEFT JOIN audit_hashes taken
      ON taken.tenant_id = head.tenant_id AND taken.audit_id = syslog_cursors.audit_id
    CROSS JOIN LATERAL (
      SELECT execution_time FROM audit_log
      WHERE audit_log.tenant_id = head.tenant_id AND id > coalesce(syslog_cursors.audit_id, 0)
      ORDER BY id LIMIT 1
    ) oldest
    WHERE head.audit_id > coalesce(syslog_cursors.audit_id, 0)`.execute(tx)
  return rows[0] ?? { rows: 0, seconds: 0 }
}

async function moveCursors(tx: Tx, sent: readonly AuditedCall[]): Promise<void> {
  const last = new Map(sent.map(({ tenantId, id }) => [tenantId, id]))
  for (const [tenant_id, audit_id] of last)
    await tx
      .insertInto('syslog_cursors')
      .values({ tenant_id, audit_id })
      .onConflict((conflict) =>
        conflict
          .column('tenant_id')
          .doUpdateSet({ audit_id: sql`greatest(syslog_cursors.audit_id, ${audit_id})` }),
      )
      .execute()
}

/** @throws Error unless the receiver takes all of it and ends the connection. */
async function deliver({ host, port, tls }: SyslogReceiver, text: string): Promise<void> {
  const socket: Socket = tls
    ? connectTls({ host, port, ...tls, minVersion: 'TLSv1.2' })
    : connectPlain({ host, port })
  const deadline = AbortSignal.timeout(RECEIVER_MS)
  try {
    // Nothing is expected: whatever the receiver says is read, so that its end is.
    socket.resume()
    // A receiver that ends before it was told the end has not read everything.
    let isCutOff = false
    socket.once('end', () => {
      isCutOff = !socket.writableEnded || socket.writableLength > 0
    })
    const closed = once(socket, 'close', { signal: deadline })
    closed.catch(() => {})
    await once(socket, tls ? 'secureConnect' : 'connect', { signal: deadline })
    socket.end(text)
    const [hadError] = await closed
    if (hadError || isCutOff) throw new Error('The connection was cut.')
  } catch (error) {
    if (deadline.aborted)
      throw new Error(`It did not accept the messages within ${RECEIVER_MS / 1_000} seconds.`)
    throw inWords(error as NodeJS.ErrnoException, host)
  } finally {
    socket.destroy()
  }
}

/** Why a receiver's certificate is refused, for an operator; any other error says so by itself. */
function inWords(error: NodeJS.ErrnoException, host: string): Error {
  const why = certificateFaults(host)[error.code ?? '']
  return why === undefined ? error : new Error(why, { cause: error })
}

const UNTRUSTED = 'Its certificate was not issued by a certificate in the file of SYSLOG_CA.'
const certificateFaults = (host: string): Readonly<Record<string, string>> => ({
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  CERT_HAS_EXPIRED: 'Its certificate has expired.',
  CERT_NOT_YET_VALID: 'Its certificate is not valid yet.',
  ERR_TLS_CERT_ALTNAME_INVALID: `Its certificate is not for ${host}.`,
})
