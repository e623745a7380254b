import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { protocols, type SessionSettings } from '@tradebook/fix'
import { afterAll, afterEach, expect, test } from 'vitest'
import { Acceptor, type Certificate } from '../../apps/exchange/src/acceptor.ts'
import { Initiator } from '../../apps/server/src/gateway/initiator.ts'
import { Line } from '../../apps/server/src/gateway/line.ts'
import { makeCertificate } from '../../apps/server/src/http/certificate.fixture.ts'

/** The FIX line encrypted: which end accepts which certificate of the other. */

const folder = mkdtempSync(join(tmpdir(), 'fix-tls-'))
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})
afterAll(() => rmSync(folder, { recursive: true }))

const issuer = makeCertificate({ name: 'Issuer' })
const stranger = makeCertificate({ name: 'Stranger' })
const server = makeCertificate({ issuer })
const member = makeCertificate({ name: 'NORTH', issuer })

const common = { protocol: protocols['FIX.5.0SP1'], heartBtInt: 30, resetOnLogon: true } as const
const here: SessionSettings = {
  ...{ ...common, role: 'initiator', senderCompId: 'NORTH', targetCompId: 'EXCHANGE' },
}
const there: SessionSettings = {
  ...{ ...common, role: 'acceptor', senderCompId: 'EXCHANGE', targetCompId: 'NORTH' },
}

/** @returns the port of an exchange with this certificate. */
async function exchangeWith({ cert, key }: Certificate, ca?: string): Promise<number> {
  const member = { settings: there, open: () => () => {} }
  const acceptor = new Acceptor([member], () => {}, Date.now, { cert, key, ca })
  ends.push(() => acceptor.close())
  return acceptor.listen(0, '127.0.0.1')
}

const files: string[] = []
function file(text: string): string {
  const path = join(folder, `${files.length}.pem`)
  files.push(path)
  writeFileSync(path, text)
  return path
}

interface Tls {
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
  readonly serverName?: string
}

/** A line that connects, and what it told operators. */
function lineTo(port: number, tls: Tls | undefined) {
  const told: string[] = []
  const line: Line = new Line(
    here,
    () => () => {},
    () => {},
    Date.now,
  )
  const initiator = new Initiator(line, { host: '127.0.0.1', port, tls }, (text) => told.push(text))
  ends.push(() => {
    initiator.stop()
    initiator.end()
  })
  initiator.start()
  return { line, told }
}

const own = { cert: member.cert, key: member.key }
const elsewhere = makeCertificate({ hosts: ['fix.exchange.example'], issuer })

test.each([
  ['of a known issuer', server, { ca: issuer.cert }],
  [
    'for another host, which the profile names',
    elsewhere,
    { ca: issuer.cert, serverName: 'fix.exchange.example' },
  ],
])('with a certificate of the exchange %s the session is up', async (_, certificate, { ca, ...tls }) => {
  const { line, told } = lineTo(await exchangeWith(certificate), { ca: file(ca), ...tls })
  await expect.poll(() => line.isLoggedOn).toBe(true)
  expect(told).toEqual([])
})

const expired = makeCertificate({ issuer, until: Date.UTC(2021, 0) })

test.each([
  ['of an unknown issuer', server, { ca: file(stranger.cert) }, 'unable to'],
  ['of an issuer that the profile does not name', server, {}, 'unable to'],
  ['for another host', elsewhere, { ca: file(issuer.cert) }, 'does not match'],
  ['that has expired', expired, { ca: file(issuer.cert) }, 'expired'],
])(
  'a certificate of the exchange %s is refused, and operators learn it once',
  async (_, certificate, tls, why) => {
    const { line, told } = lineTo(await exchangeWith(certificate), tls)
    await expect.poll(() => told).toEqual([expect.stringContaining(why)])
    expect(line.isLoggedOn).toBe(false)
  },
)

test('an exchange that wants a certificate of its members gets that of the profile', async () => {
  const port = await exchangeWith(server, issuer.cert)
  const tls = { ca: file(issuer.cert), cert: file(own.cert), key: file(own.key) }
  const { line } = lineTo(port, tls)
  await expect.poll(() => line.isLoggedOn).toBe(true)
})

test.each([
  ['without a certificate', {}],
  ['with one of an unknown issuer', { cert: file(stranger.cert), key: file(stranger.key) }],
])('%s, a member is not connected to an exchange that wants one', async (_, tls) => {
  const port = await exchangeWith(server, issuer.cert)
  const { line, told } = lineTo(port, { ca: file(issuer.cert), ...tls })
  await expect.poll(() => told.length).toBeGreaterThan(0)
  expect(line.isLoggedOn).toBe(false)
})

test('a file of TLS that is missing is told once, and the line connects when it is there', async () => {
  const port = await exchangeWith(server)
  const ca = join(folder, 'missing.pem')
  const { line, told } = lineTo(port, { ca })
  expect(told).toEqual([expect.stringContaining('missing.pem')])
  writeFileSync(ca, issuer.cert)
  await expect.poll(() => line.isLoggedOn).toBe(true)
  expect(told).toHaveLength(1)
})
