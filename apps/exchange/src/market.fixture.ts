import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { type Field, protocols, type Received, timestampOf, validate } from '@tradebook/fix'
import { afterEach } from 'vitest'
import { Line } from '../../server/src/gateway/line.ts'
import type { Certificate } from './acceptor.ts'
import { type VenueProfile, venueProfile } from './market/venue-profile.ts'
import { MarketProcess } from './market-process.ts'

const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end()
})

export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'exchange-'))
  ended.push(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Two firms and a drop copy of the first, two securities, no crowd. */
export const profile = (own: object = {}): VenueProfile =>
  venueProfile({
    name: 'test',
    compID: 'EX',
    members: [
      { compID: 'A', version: 'FIX.4.4' },
      { compID: 'B', version: 'FIX.5.0SP2' },
      { compID: 'COPY', version: 'FIX.5.0SP1', dropCopyOf: ['A'] },
    ],
    securities: ['GTCO', 'MTNN'],
    crowdRate: 0,
    ...own,
  })

export interface Started {
  readonly process: MarketProcess
  readonly port: number
}

export async function started(
  path: string,
  own: VenueProfile = profile(),
  now: () => number = Date.now,
  tls?: Certificate,
): Promise<Started> {
  const process = await MarketProcess.open({
    profile: own,
    folder: path,
    tls,
    log: () => {},
    now,
    fail: (error) => {
      throw error
    },
  })
  ended.push(() => process.close())
  return { process, port: await process.listen(0, '127.0.0.1') }
}

/** A member's end: what it got, in turn. Every message is held to the dictionary of its version. */
export class Peer {
  readonly received: Received[] = []
  readonly line: Line
  readonly #events = new EventTarget()
  #socket: Socket | undefined
  #refuse = () => {}
  /** When a connection has ended. */
  readonly refused = new Promise<string>((resolve) => {
    this.#refuse = () => resolve('closed')
  })

  constructor(compID: string, own: VenueProfile = profile(), now: () => number = Date.now) {
    const { version, username, password } = own.members.find((member) => member.compID === compID)!
    const protocol = protocols[version]
    this.line = new Line(
      {
        role: 'initiator',
        protocol,
        senderCompId: compID,
        targetCompId: own.compID,
        ...(username !== undefined && { username }),
        ...(password !== undefined && { password }),
      },
      () => (message) => {
        const violation = validate(message.fields, protocol.session, [...protocol.applications.values()][0]!)
        if (violation) throw new Error(`${message.type}: ${violation.reason} ${violation.tag}`)
        this.received.push(message)
        this.#events.dispatchEvent(new Event('received'))
      },
      (_, direction, text) => {
        if (direction === '>' && text.includes('|35=A|')) this.#events.dispatchEvent(new Event('logon'))
      },
      now,
    )
  }

  /** @param ca the certificate that an encrypted connection must have */
  async connect(port: number, ca?: string): Promise<this> {
    const host = '127.0.0.1'
    const socket = ca === undefined ? connect(port, host) : connectTls({ port, host, ca })
    this.#socket = socket
    ended.push(() => socket.destroy())
    socket.on('error', () => {})
    socket.once('close', () => this.#refuse())
    await once(socket, ca === undefined ? 'connect' : 'secureConnect')
    const logon = once(this.#events, 'logon')
    this.line.attach(socket, new Uint8Array())
    await logon
    return this
  }

  async cut(): Promise<void> {
    if (this.#socket!.closed) return
    const closed = once(this.#socket!, 'close')
    this.#socket!.destroy()
    await closed
  }

  send(type: string, fields: readonly Field[], header: readonly Field[] = []): void {
    this.line.send({ type, fields, header, keep: true })
  }

  async next(): Promise<Received> {
    while (this.received.length === 0) await once(this.#events, 'received')
    return this.received.shift()!
  }

  /** The next message as `35=8 150=0 39=0`, with the tags asked for. */
  async shown(...tags: number[]): Promise<string> {
    const { type, fields } = await this.next()
    return [type, ...tags.map((tag) => `${tag}=${fields.get(tag)}`)].join(' ')
  }
}

/** The fields of a limit order of 100 shares, which others take the place of. */
export function order(
  clOrdID: string,
  own: Readonly<Record<number, string | number | undefined>> = {},
): Field[] {
  const fields: Record<number, string | number | undefined> = {
    11: clOrdID,
    55: 'GTCO',
    54: '1',
    38: 100,
    40: '2',
    44: '59.00',
    60: timestampOf(Date.now()),
    ...own,
  }
  return Object.entries(fields).flatMap(([tag, value]) =>
    value === undefined ? [] : [[Number(tag), value] as const],
  )
}
