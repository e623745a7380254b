import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer as createPlainServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import fc from 'fast-check'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testStore } from '../../testing/test-database.ts'
import { makeCertificate } from '../http/certificate.fixture.ts'
import { AuditHeadsFile } from './audit-heads-file.ts'
import { AuditSequencer } from './audit-sequencer.ts'
import { type AuditedCall, framed, type SyslogReceiver, syslogMessage } from './syslog-message.ts'
import { SyslogSender } from './syslog-sender.ts'

/** A message by the grammar of RFC 5424 §6, written a second time here. */
interface Parsed {
  readonly priority: number
  readonly header: readonly string[]
  readonly elements: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly facts: Record<string, unknown>
}

function parsed(message: string): Parsed {
  expect(message).toMatch(/^[\x20-\x7e]*$/)
  const [, priority = '', header = '', rest = ''] = /^<(\d{1,3})>1 ((?:\S+ ){5})(.*)$/s.exec(message) ?? []
  const elements: Record<string, Record<string, string>> = {}
  let at = 0
  while (rest[at] === '[') {
    const id = /^[^ \]="]+/.exec(rest.slice(at + 1))?.[0] ?? ''
    at += 1 + id.length
    const values: Record<string, string> = {}
    while (rest[at] === ' ') {
      const name = /^[^ =\]"]+/.exec(rest.slice(at + 1))?.[0] ?? ''
      at += name.length + 3
      let value = ''
      for (; rest[at] !== '"'; at += 1) {
        if (rest[at] === '\\') at += 1
        value += rest[at]
      }
      at += 1
      values[name] = value
    }
    at += 1
    elements[id] = values
  }
  const text = rest.slice(at)
  expect(text.startsWith(' @cee: ')).toBe(true)
  return {
    ...{ priority: Number(priority), header: header.trim().split(' '), elements },
    facts: JSON.parse(text.slice(' @cee: '.length)),
  }
}

/** The messages of a stream by their lengths (RFC 5425 §4.3). */
function unframed(bytes: Buffer): string[] {
  const messages: string[] = []
  for (let rest = bytes; rest.length > 0; ) {
    const [, digits = ''] = /^([1-9]\d*) /.exec(rest.subarray(0, 12).toString('latin1')) ?? []
    const end = digits.length + 1 + Number(digits)
    messages.push(rest.subarray(digits.length + 1, end).toString('latin1'))
    rest = rest.subarray(end)
  }
  return messages
}

const ORIGIN = { hostname: 'host.example', version: '0.1.0' }

const callOf = (more: Partial<AuditedCall> = {}): AuditedCall => ({
  ...{ position: 3n, id: 41n, tenantId: 1, firm: 'Meridian', at: new Date(Date.UTC(2026, 10, 26, 9, 30)) },
  ...{ service: 'User', method: 'Update', userId: 7, userName: 'ada', address: '10.0.0.1' },
  ...{ exception: null, ...more },
})

describe('a message', () => {
  test('has facility, severity, time, call and place, and who called as JSON', () => {
    const { priority, header, elements, facts } = parsed(syslogMessage(callOf(), ORIGIN))
    expect(priority).toBe(13 * 8 + 6)
    expect(header).toEqual(['2026-11-26T09:30:00.000Z', 'host.example', 'tradebook', '-', 'User.Update'])
    expect(elements).toEqual({
      meta: { sequenceId: '3' },
      origin: { software: 'Tradebook', swVersion: '0.1.0' },
    })
    expect(facts).toEqual({
      ...{ id: '41', position: '3', tenantId: 1, firm: 'Meridian', call: 'User/Update', userId: 7 },
      ...{ userName: 'ada', address: '10.0.0.1', outcome: 'done', reason: null },
    })
  })

  test('of a refused call is a warning with the reason', () => {
    const { priority, facts } = parsed(syslogMessage(callOf({ exception: 'Wrong password' }), ORIGIN))
    expect(priority).toBe(13 * 8 + 4)
    expect(facts).toMatchObject({ outcome: 'refused', reason: 'Wrong password' })
  })

  test('is parsed again whatever was typed: quotes, brackets, line ends, other scripts, half surrogates', () => {
    const text = fc.string({ unit: 'binary', maxLength: 80 })
    fc.assert(
      fc.property(text, text, text, (userName, exception, name) => {
        const call = callOf({ userName, exception, firm: name, service: name })
        const message = syslogMessage(call, { hostname: name, version: name })
        expect(unframed(Buffer.from(framed(message) + framed(message), 'latin1'))).toEqual([message, message])
        const { facts, elements } = parsed(message)
        expect(facts).toMatchObject({ userName, reason: exception, firm: name })
        expect(elements.origin?.software).toBe('Tradebook')
      }),
    )
  })

  test('has nothing of what was sent, and stays below what a receiver must take', () => {
    const parameters = '{"bvn":"22123456789"}'
    const message = syslogMessage({ ...callOf(), parameters } as AuditedCall, ORIGIN)
    expect(message).not.toContain('22123456789')
    expect(message.length).toBeLessThan(2_048)
  })

  test.each([
    [2_147_483_647n, '2147483647'],
    [2_147_483_648n, '1'],
  ])('of position %s has the sequence id %s', (position, sequenceId) => {
    expect(parsed(syslogMessage(callOf({ position }), ORIGIN)).elements.meta).toEqual({ sequenceId })
  })
})

describe('the trail is sent', () => {
  const issuer = makeCertificate({ name: 'Issuer of receivers' })
  const own = makeCertificate({ issuer })
  const client = makeCertificate({ name: 'Tradebook', issuer })
  let database: TestDatabase
  let sequencer: AuditSequencer
  let folder: string
  let receiver: Receiver
  let sender: SyslogSender
  const logged: string[] = []

  beforeAll(async () => {
    database = await testStore()
    await database.run(
      `INSERT INTO tenants (id, tenancy_name, name, creation_time) VALUES (1, 'firm', 'Firm', now());
       ${rows(1, 'before', 3)}`,
    )
    folder = mkdtempSync(join(tmpdir(), 'tradebook-syslog-'))
    const log = { error: () => {}, warn: () => {} }
    const file = new AuditHeadsFile(folder)
    sequencer = new AuditSequencer({ store: database.store, file, log, every: () => () => {} })
    await chain()
  })

  afterEach(async () => {
    await sender?.stop()
    await receiver?.close()
  })

  afterAll(async () => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Until nothing that was written may still be missing. */
  async function chain(): Promise<void> {
    await sequencer.chain()
    await sequencer.chain()
  }

  const rows = (tenantId: number, name: string, count: number) => `
    INSERT INTO audit_log (tenant_id, user_name, service_name, method_name, parameters, execution_time, execution_duration)
    SELECT ${tenantId}, '${name}' || n, 'User', 'Update', '{}', now(), 1 FROM generate_series(1, ${count}) AS n`

  async function happened(tenantId: number, name: string, count: number): Promise<void> {
    await database.run(rows(tenantId, name, count))
    await chain()
  }

  /** A sender that sends once by itself, and then when the test asks it to. @param tls null: none. */
  const open = async (port: number, tls: SyslogReceiver['tls'] | null = { ca: issuer.cert }) => {
    const note = (_: object, message: string) => void logged.push(message)
    sender = new SyslogSender({
      ...{ store: database.store, receiver: { host: 'localhost', port, tls: tls ?? undefined } },
      ...{ version: '0.1.0', log: { warn: note, info: note }, every: () => () => {} },
    })
    await sender.stop()
  }
  const names = () => receiver.messages().map((message) => parsed(message).facts.userName)
  const numbered = (name: string, from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => `${name}${from + index}`)

  test('from when it was configured on, in the order of the chain, and not again', async () => {
    receiver = await receive({ cert: own.cert, key: own.key })
    await open(receiver.port)
    expect(receiver.messages()).toEqual([])
    await happened(1, 'first', 3)
    await sender.send()
    expect(names()).toEqual(numbered('first', 1, 3))
    await sender.send()
    expect(names()).toEqual(numbered('first', 1, 3))
  })

  test('of a firm that was made later, from its first row on', async () => {
    receiver = await receive({ cert: own.cert, key: own.key })
    await database.run(
      `INSERT INTO tenants (id, tenancy_name, name, creation_time) VALUES (2, 'later', 'Later', now())`,
    )
    await happened(2, 'later', 2)
    await open(receiver.port)
    expect(names()).toEqual(numbered('later', 1, 2))
    expect(receiver.messages().map((message) => parsed(message).facts.position)).toEqual(['1', '2'])
  })

  test('completely and in order, even if the receiver dies within a batch and stays unreachable', async () => {
    await happened(1, 'storm', 1_200)
    receiver = await receive({ cert: own.cert, key: own.key }, { diesAfter: 40_000 })
    const { port } = receiver
    await open(port)
    await expect(sender.send()).rejects.toThrow()
    await receiver.close()
    await expect(sender.send()).rejects.toThrow(/ECONNREFUSED/)
    receiver = await receive({ cert: own.cert, key: own.key }, { port })
    await sender.send()
    expect(names()).toEqual(numbered('storm', 1, 1_200))
  })

  test('while the receiver is away operators are warned, and informed when it is back', async () => {
    logged.length = 0
    receiver = await receive({ cert: own.cert, key: own.key })
    const { port } = receiver
    await receiver.close()
    await happened(1, 'late', 1)
    let look = () => {}
    sender = new SyslogSender({
      ...{ store: database.store, receiver: { host: 'localhost', port, tls: { ca: issuer.cert } } },
      ...{
        version: '0.1.0',
        log: { warn: (_, text) => logged.push(text), info: (_, text) => logged.push(text) },
      },
      every: (_, work) => {
        look = () => void work()
        return () => {}
      },
    })
    await expect
      .poll(() => sender.warnings)
      .toEqual([expect.stringMatching(/waits for the syslog.*ECONNREFUSED/)])
    receiver = await receive({ cert: own.cert, key: own.key }, { port })
    await expect
      .poll(() => {
        look()
        return sender.warnings
      })
      .toEqual([])
    expect(logged).toEqual(['the audit trail waits for the syslog receiver', 'the syslog receiver is back'])
  })

  test('to no receiver whose certificate is not trusted', async () => {
    receiver = await receive({ cert: own.cert, key: own.key })
    await happened(1, 'secret', 1)
    await open(receiver.port, {})
    await expect(sender.send()).rejects.toThrow(
      'Its certificate was not issued by a certificate in the file of SYSLOG_CA.',
    )
    expect(receiver.messages()).toEqual([])
  })

  test('to no receiver whose certificate is for another host, or has expired', async () => {
    await happened(1, 'kept', 1)
    for (const [wanted, why] of [
      [{ hosts: ['siem.example'] }, 'Its certificate is not for localhost.'],
      [{ until: Date.UTC(2021, 0) }, 'Its certificate has expired.'],
    ] as const) {
      const { cert, key } = makeCertificate({ issuer, ...wanted })
      receiver = await receive({ cert, key })
      await open(receiver.port)
      await expect(sender.send()).rejects.toThrow(why)
      expect(receiver.messages()).toEqual([])
      await receiver.close()
    }
  })

  test('metrics show whether the receiver takes it, what waits and for how long', async () => {
    receiver = await receive({ cert: own.cert, key: own.key })
    const { port } = receiver
    await open(port)
    await receiver.close()
    await database.run(rows(1, 'counted', 5).replace('now()', `now() - interval '1 hour'`))
    await chain()
    await open(port)
    const metrics = new Registry()
    sender.register(metrics)
    const figures = async () =>
      Object.fromEntries(
        (await metrics.getMetricsAsJSON()).map(({ name, values }) => [name, values[0]?.value]),
      )
    const before = await figures()
    expect(before).toMatchObject({ tradebook_syslog_up: 0, tradebook_syslog_rows_waiting: 5 })
    expect(before.tradebook_syslog_delay_seconds).toBeGreaterThanOrEqual(3_600)
    receiver = await receive({ cert: own.cert, key: own.key }, { port })
    await sender.send()
    expect(await figures()).toEqual({
      ...{ tradebook_syslog_up: 1, tradebook_syslog_rows_waiting: 0, tradebook_syslog_delay_seconds: 0 },
    })
  })

  test('to a receiver that asks for a certificate, only with one', async () => {
    const asks = { cert: own.cert, key: own.key, ca: issuer.cert, requestCert: true }
    receiver = await receive(asks)
    await happened(1, 'known', 1)
    await open(receiver.port)
    await expect(sender.send()).rejects.toThrow()
    await open(receiver.port, { ca: issuer.cert, cert: client.cert, key: client.key })
    expect(names()).toContain('known1')
  })

  test('in plain text to a relay', async () => {
    receiver = await receive(undefined)
    await happened(1, 'plain', 2)
    await open(receiver.port, null)
    expect(names().slice(-2)).toEqual(numbered('plain', 1, 2))
  })
})

interface Receiver {
  readonly port: number
  messages(): string[]
  close(): Promise<void>
}

/** A receiver in this process; it keeps the connections that ended well. */
async function receive(
  tls: TlsOptions | undefined,
  { port = 0, diesAfter = Number.POSITIVE_INFINITY } = {},
): Promise<Receiver> {
  const kept: Buffer[] = []
  const open = new Set<Socket>()
  const take = (socket: Socket) => {
    const pieces: Buffer[] = []
    socket.on('error', () => {})
    socket.on('data', (piece) => {
      pieces.push(piece)
      if (Buffer.concat(pieces).length > diesAfter) socket.destroy()
    })
    socket.on('end', () => kept.push(Buffer.concat(pieces)))
  }
  const server: Server = tls ? createTlsServer(tls, take) : createPlainServer(take)
  server.on('tlsClientError', () => {})
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => {})
  })
  server.listen(port, 'localhost')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    messages: () => unframed(Buffer.concat(kept)),
    async close() {
      for (const socket of open) socket.destroy()
      if (server.listening) await new Promise((closed) => server.close(closed))
    },
  }
}
