import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { marketRules } from '@tradebook/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configTable, readConfig } from './config.ts'

test('an empty environment starts the demo on the embedded database', () => {
  expect(readConfig({})).toEqual({
    role: 'all',
    port: 8080,
    host: '127.0.0.1',
    tls: undefined,
    databaseUrl: undefined,
    dataFolder: '.tradebook',
    databasePort: undefined,
    adminPassword: undefined,
    demoPassword: undefined,
    demo: true,
    demoPast: true,
    clock: 'demo',
    clockSpeed: 15,
    marketRules,
    crowd: 'agents',
    crowdRate: 200,
    orderRate: { perSecond: 50, burst: 100 },
    tradesDays: 30,
    seed: 1,
    metricsToken: undefined,
    trustedProxies: [],
    providerNetworks: [],
    backup: undefined,
    backupKey: undefined,
    backupAt: 120,
    backupDays: 30,
    smtpUrl: undefined,
    mailFrom: 'Tradebook <no-reply@localhost>',
    publicUrl: undefined,
    logLevel: 'info',
  })
})

test('a certificate needs its key, and a key its certificate', () => {
  expect(readConfig({ TLS_CERT: '/c.pem', TLS_KEY: '/k.pem' })).toMatchObject({
    tls: { cert: '/c.pem', key: '/k.pem' },
  })
  expect(() => readConfig({ TLS_CERT: '/c.pem' })).toThrow('TLS_CERT: needs TLS_KEY')
  expect(() => readConfig({ TLS_KEY: '/k.pem' })).toThrow('TLS_KEY: needs TLS_CERT')
})

test('backups need a key, a time of day and the embedded database', () => {
  const TRADEBOOK_BACKUP_KEY = 'sixteen letters.'
  expect(
    readConfig({ TRADEBOOK_BACKUP: '/mnt/b', TRADEBOOK_BACKUP_KEY, TRADEBOOK_BACKUP_AT: '18:30' }),
  ).toMatchObject({ backup: '/mnt/b', backupKey: TRADEBOOK_BACKUP_KEY, backupAt: 1_110 })
  expect(() => readConfig({ TRADEBOOK_BACKUP: '/mnt/b' })).toThrow('needs TRADEBOOK_BACKUP_KEY')
  expect(() => readConfig({ TRADEBOOK_BACKUP_AT: '24:00' })).toThrow('must look like 02:00')
  const DATABASE_URL = 'postgres://me:secret@db.example:5432/tradebook'
  expect(() => readConfig({ TRADEBOOK_BACKUP: '/mnt/b', TRADEBOOK_BACKUP_KEY, DATABASE_URL })).toThrow(
    'but DATABASE_URL is set',
  )
  expect(() => readConfig({ TRADEBOOK_BACKUP_KEY: 'my short secret' })).toThrow(
    'TRADEBOOK_BACKUP_KEY: its value is refused',
  )
})

test('without the embedded database there is no demo unless it is requested', () => {
  const DATABASE_URL = 'postgres://me:secret@db.example:5432/tradebook'
  expect(readConfig({ DATABASE_URL })).toMatchObject({
    databaseUrl: DATABASE_URL,
    demo: false,
    clock: 'real',
    crowd: 'off',
  })
  expect(readConfig({ DATABASE_URL, TRADEBOOK_DEMO: 'on' })).toMatchObject({
    demo: true,
    clock: 'demo',
    crowd: 'agents',
  })
})

test.each(['real', 'demo', 'open'])('a demo has its crowd with the clock %s', (clock) => {
  expect(readConfig({ TRADEBOOK_CLOCK: clock })).toMatchObject({ demo: true, clock, crowd: 'agents' })
})

test('an empty variable counts as unset', () => {
  expect(readConfig({ PORT: '', TRADEBOOK_CLOCK: ' ', TRADEBOOK_DEMO: '' })).toEqual(readConfig({}))
})

test.each([
  ['PORT', '80800'],
  ['PORT', 'http'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'postgres://me:secret@one:5432,two:x/tradebook'],
  ['TRADEBOOK_DEMO', 'maybe'],
  ['TRADEBOOK_CLOCK', 'fast'],
  ['TRADEBOOK_CLOCK_SPEED', '0'],
  ['TRADEBOOK_MARKET_RULES', '/no/such/file.json'],
  ['TRADEBOOK_CROWD', 'bots'],
  ['TRADEBOOK_CROWD_RATE', '-1'],
  ['TRADEBOOK_SEED', '1.5'],
  ['TRADEBOOK_ADMIN_PASSWORD', 'short'],
  ['TRADEBOOK_TRUSTED_PROXIES', '10.0.0.5, proxy.example'],
  ['TRADEBOOK_TRUSTED_PROXIES', '10.0.0.0/33'],
  ['SYSLOG_URL', 'udp://syslog.example:514'],
  ['SYSLOG_CA', '/no/such/file.pem'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ['LOG_LEVEL', 'loud'],
])('%s=%s is refused by name', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(`\n  ${name}: `)
})

test.each<[named: string, given: Readonly<Record<string, string>>]>([
  ['SYSLOG_CA', { SYSLOG_CA: 'PEM' }],
  ['SYSLOG_CA', { SYSLOG_CA: 'PEM', SYSLOG_URL: 'tcp://127.0.0.1:601' }],
  ['SYSLOG_CERT', { SYSLOG_CERT: 'PEM', SYSLOG_KEY: 'PEM', SYSLOG_URL: 'tcp://127.0.0.1:601' }],
  ['SYSLOG_CERT', { SYSLOG_CERT: 'PEM', SYSLOG_URL: 'tls://syslog.example' }],
  ['SYSLOG_KEY', { SYSLOG_KEY: 'PEM', SYSLOG_URL: 'tls://syslog.example' }],
])('%s is refused where it would not be used: %o', async (named, given) => {
  const folder = await mkdtemp(join(tmpdir(), 'tradebook-pem-'))
  const file = join(folder, 'any.pem')
  await writeFile(file, '-----BEGIN CERTIFICATE-----')
  const env = Object.entries(given).map(([name, value]) => [name, value === 'PEM' ? file : value])
  expect(() => readConfig(Object.fromEntries(env))).toThrow(`\n  ${named}: needs `)
  await rm(folder, { recursive: true })
})

describe('a file of market rules', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tradebook-rules-'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  const read = async (text: string) => {
    const path = join(folder, 'rules.json')
    await writeFile(path, text)
    return readConfig({ TRADEBOOK_MARKET_RULES: path }).marketRules
  }

  test('replaces the rules that it names', async () => {
    expect(await read('{"dailyLimitBps": 500}')).toEqual({ ...marketRules, dailyLimitBps: 500 })
  })

  test.each([
    ['a rule that does not exist', '{"lunch": "12:00"}', 'lunch'],
    ['a value that cannot be', '{"breaker": {"triggerBps": 0}}', 'breaker.triggerBps: '],
    ['no JSON', 'lunch at noon', 'JSON'],
  ])('with %s is refused by name', async (_, text, name) => {
    await expect(read(text)).rejects.toThrow(/^The configuration is refused\.\n {2}TRADEBOOK_MARKET_RULES: /)
    await expect(read(text)).rejects.toThrow(name)
  })
})

test('trusted proxies are a list of addresses and blocks', () => {
  const { trustedProxies } = readConfig({ TRADEBOOK_TRUSTED_PROXIES: '10.0.0.5, fd00::/8' })
  expect(trustedProxies).toEqual(['10.0.0.5', 'fd00::/8'])
})

test('all that is refused is named at once, and no password is shown', () => {
  const refused = () => readConfig({ PORT: 'x', LOG_LEVEL: 'loud', TRADEBOOK_DEMO_PASSWORD: 'hunter2' })
  expect(refused).toThrow(/PORT[\s\S]*TRADEBOOK_DEMO_PASSWORD[\s\S]*LOG_LEVEL/)
  expect(refused).not.toThrow(/hunter2/)
})

test('the table names every variable once, with a meaning', () => {
  expect(configTable.map(({ name }) => name)).toEqual([...new Set(configTable.map(({ name }) => name))])
  for (const { about } of configTable) expect(about).not.toBe('')
})

describe('several processes', () => {
  const web = {
    TRADEBOOK_ROLE: 'web',
    TRADEBOOK_PUBLIC_URL: 'https://trade.example',
    DATABASE_URL: 'postgres://me:secret@db.example:5432/tradebook',
  }

  test('reach each other by NATS servers with one user', () => {
    expect(readConfig({ ...web, NATS_URL: 'tls://me:s%40cret@one:4222,two' })).toMatchObject({
      role: 'web',
      nats: { servers: ['one:4222', 'two:4222'], user: 'me', password: 's@cret', tls: {} },
    })
    expect(readConfig({ ...web, NATS_URL: 'nats://127.0.0.1' }).nats).toMatchObject({
      servers: ['127.0.0.1:4222'],
      tls: undefined,
    })
  })

  test.each([
    ['without NATS', {}, 'web needs NATS_URL'],
    ['in plain text to another machine', { NATS_URL: 'nats://nats.example' }, 'use tls://'],
    ['with a URL of another kind', { NATS_URL: 'https://me:secret@nats.example' }, 'its value is refused'],
    [
      'without the address of the page',
      { NATS_URL: 'tls://n', TRADEBOOK_PUBLIC_URL: '' },
      'TRADEBOOK_PUBLIC_URL',
    ],
    ['without a database', { NATS_URL: 'tls://n', DATABASE_URL: '' }, 'web needs DATABASE_URL'],
    ['as one process', { NATS_URL: 'tls://n', TRADEBOOK_ROLE: 'all' }, 'NATS_URL: is for processes'],
    ['with a certificate without its key', { NATS_URL: 'tls://n', NATS_CERT: '/none' }, 'NATS_CERT'],
  ])('are refused %s', (_, env, words) => {
    expect(() => readConfig({ ...web, ...env })).toThrow(words)
    expect(() => readConfig({ ...web, ...env })).not.toThrow('secret')
  })
})
