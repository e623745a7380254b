import { createPrivateKey } from 'node:crypto'
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type MadeCertificate, makeCertificate } from './certificate.fixture.ts'
import { Certificate } from './certificate.ts'

const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 10, 26, 12)

let folder: string
let now: number
/** Looks at the files, as the timer does. */
let look: () => Promise<void>
const setSecureContext = vi.fn()
const log = { info: vi.fn(), error: vi.fn() }

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tradebook-tls-'))
  now = NOW
  vi.clearAllMocks()
})
afterEach(() => rm(folder, { recursive: true }))

const files = () => ({ cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') })

async function write({ cert, key }: Pick<MadeCertificate, 'cert' | 'key'>): Promise<void> {
  await writeFile(files().cert, cert)
  await writeFile(files().key, key)
}

async function open(publicUrl?: string): Promise<Certificate> {
  const certificate = await Certificate.open({ files: files(), publicUrl, now: () => now, log })
  certificate.follow({ setSecureContext }, (_, work) => {
    look = async () => void (await work())
    return () => {}
  })
  return certificate
}

describe('a certificate that cannot be used is refused with a clear message', () => {
  const good = makeCertificate()
  const other = makeCertificate()
  const pem = (key: string) =>
    createPrivateKey(key).export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'a' })
  test.each([
    ['one that is not PEM', { ...good, cert: 'words' }, /^TLS_CERT: .*cert.pem has no certificate/],
    ['a torn one', { ...good, cert: good.cert.replace(/\n.{64}\n/, '\n') }, /has no certificate/],
    ['a key that is not PEM', { ...good, key: 'words' }, /^TLS_KEY: .*key.pem has no private key/],
    ['an encrypted key', { ...good, key: pem(good.key) as string }, /is encrypted.*without a passphrase/],
    ['the key of another one', { ...good, key: other.key }, /^TLS_KEY: .*is not the key of the first cert/],
    ['the issuer first', { ...good, cert: other.cert + good.cert }, /own certificate comes first/],
    ['an expired one', makeCertificate({ until: NOW - 1_000 }), /expired on 2026-11-26 11:59 UTC/],
    [
      'one that is not valid yet',
      makeCertificate({ from: NOW + 60_000 }),
      /not valid before 2026-11-26 12:01/,
    ],
  ])('at start: %s', async (_, pair, words) => {
    await write(pair)
    await expect(open()).rejects.toThrow(words)
  })

  test('one whose issuer has expired', async () => {
    const issuer = makeCertificate({ name: 'Issuer', until: NOW - 1_000 })
    const { cert, key } = makeCertificate({ issuer })
    await write({ cert: cert + issuer.cert, key })
    await expect(open()).rejects.toThrow(/expired on 2026-11-26 11:59 UTC/)
  })

  test('one whose file does not exist, or cannot be read', async () => {
    await expect(open()).rejects.toThrow(/^TLS_CERT: .*cert.pem does not exist\.$/)
    await writeFile(files().cert, good.cert)
    await expect(open()).rejects.toThrow(/^TLS_KEY: .*key.pem does not exist\.$/)
    await mkdir(files().key)
    await expect(open()).rejects.toThrow(/^TLS_KEY: .*key.pem cannot be read/)
  })
})

describe('the time until it expires', () => {
  test.each([
    [15, 15, true, []],
    [14, 14, true, []],
    [13.5, 13, true, [/expires on .* UTC, in less than 14 days/]],
    [0.5, 0, true, [/in less than 1 day\./]],
    [0, 0, false, []],
    [-0.5, -1, false, []],
  ])('%d days before: %d days left, ready: %s', async (days, left, ok, warnings) => {
    const until = NOW + 60 * DAY_MS
    await write(makeCertificate({ until }))
    const certificate = await open()
    now = until - days * DAY_MS
    expect(certificate.daysLeft).toBe(left)
    expect(certificate.health.ok).toBe(ok)
    if (!ok) expect(certificate.health.reason).toMatch(/expired on 2027-01-25 12:00 UTC/)
    expect(certificate.warnings).toEqual(warnings.map((words) => expect.stringMatching(words)))
  })

  test('while the expired one stays in its file, only readiness reports it, until it is renewed', async () => {
    await write(makeCertificate({ until: NOW + DAY_MS }))
    const certificate = await open()
    now += 2 * DAY_MS
    await look()
    expect(certificate.health.ok).toBe(false)
    expect(certificate.warnings).toEqual([])
    expect(log.error).not.toHaveBeenCalled()
    await write(makeCertificate())
    await look()
    expect(certificate.health).toEqual({ ok: true })
    expect(certificate.daysLeft).toBeGreaterThan(1_000)
  })
})

describe('the files of a renewed certificate', () => {
  const old = makeCertificate()
  const renewed = makeCertificate()
  const inUse = () => setSecureContext.mock.lastCall?.[0]

  test('are used when their links are replaced, as certbot does', async () => {
    const links = async (pair: MadeCertificate, number: number) => {
      for (const part of ['cert', 'key'] as const) {
        const target = join(folder, `${part}${number}.pem`)
        await writeFile(target, pair[part])
        await symlink(target, join(folder, 'new'))
        await rename(join(folder, 'new'), files()[part])
      }
    }
    await links(old, 1)
    await open()
    await links(renewed, 2)
    await look()
    expect(inUse()).toMatchObject({ cert: renewed.cert, key: renewed.key })
  })

  test('are used when the folder of their links is replaced, as Kubernetes does', async () => {
    const publish = async (pair: MadeCertificate, name: string) => {
      await mkdir(join(folder, name))
      await writeFile(join(folder, name, 'cert.pem'), pair.cert)
      await writeFile(join(folder, name, 'key.pem'), pair.key)
      await symlink(name, join(folder, 'new'))
      await rename(join(folder, 'new'), join(folder, '..data'))
    }
    await publish(old, '1')
    await symlink('..data/cert.pem', files().cert)
    await symlink('..data/key.pem', files().key)
    await open()
    await publish(renewed, '2')
    await look()
    expect(inUse()).toMatchObject({ cert: renewed.cert, key: renewed.key })
  })

  test('change nothing while they are the same', async () => {
    await write(old)
    await open()
    await look()
    expect(setSecureContext).not.toHaveBeenCalled()
  })

  test('leave the old one in use when they cannot be used; this is logged once and shown until they can', async () => {
    await write(old)
    const certificate = await open()
    await writeFile(files().cert, renewed.cert)
    await look()
    await look()
    expect(setSecureContext).not.toHaveBeenCalled()
    expect(certificate.options.cert).toBe(old.cert)
    expect(certificate.health).toEqual({ ok: true })
    expect(certificate.warnings).toEqual([expect.stringMatching(/is refused.*is not the key of the first/)])
    expect(log.error).toHaveBeenCalledOnce()
    await writeFile(files().key, renewed.key)
    await look()
    expect(inUse()).toMatchObject({ cert: renewed.cert, key: renewed.key })
    expect(certificate.warnings).toEqual([])
  })
})

test.each([
  ['https://trade.example', true],
  ['https://TRADE.example:8443', true],
  ['https://10.0.0.5', true],
  ['https://other.example', false],
  ['https://10.0.0.6', false],
  [undefined, true],
])('a certificate for trade.example and 10.0.0.5 fits the address %s: %s', async (publicUrl, fits) => {
  await write(makeCertificate({ hosts: ['trade.example', '10.0.0.5'] }))
  const { warnings } = await open(publicUrl)
  expect(warnings).toEqual(
    fits ? [] : [expect.stringContaining('is not for the host of TRADEBOOK_PUBLIC_URL')],
  )
})
