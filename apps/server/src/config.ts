import { type MarketRules, marketRules } from '@tradebook/contract/schemas/market-rules'
import { z } from 'zod'
import {
  addresses,
  databaseHost,
  databaseHosts,
  gatewayProfileFile,
  marketRulesFile,
  type NatsServers,
  natsServers,
  natsServersOf,
  onOff,
  password,
  pemFile,
  syslogReceiver,
  textFile,
  timeOfDay,
} from './config-values.ts'
import type { ClockMode } from './desk/decisions/market-clock.ts'
import type { GatewayProfile } from './gateway/profile.ts'
import type { SyslogReceiver } from './platform/syslog-message.ts'

/** The environment: one row a variable. The README's table is checked against it. */
const variables = {
  TRADEBOOK_ROLE: row(
    'all',
    'What this process does: `all`, or in an installation of several processes `desk` or `web` ([how](docs/operations/nodes.md))',
    z.enum(['all', 'desk', 'web']),
  ),
  PORT: row(
    '8080',
    'Port of the web page and its services; 0 picks a free port',
    z.coerce.number().int().min(0).max(65_535),
  ),
  HOST: row('127.0.0.1', 'Address to listen on', z.string()),
  TLS_CERT: row(
    '',
    'PEM file of the certificate for HTTPS, followed by those of its issuers ([how](docs/operations/tls.md)); unset: plain HTTP, for a proxy that terminates TLS',
    z.string(),
  ),
  TLS_KEY: row('', 'PEM file of the private key of `TLS_CERT`, without a passphrase', z.string()),
  DATABASE_URL: row(
    '',
    'A PostgreSQL of your own (16 or newer), also on several hosts (`…@one:5432,two:5432/…`, [how](docs/operations/README.md#several-hosts-of-postgresql)); unset: an embedded PostgreSQL in the data folder',
    databaseHosts(),
  ),
  DATABASE_READ_URL: row(
    '',
    'A standby of the database, or one address of several, for reads such as statements and reports ([how](docs/operations/nodes.md#reading-from-a-standby)); unset: everything is read from the primary',
    databaseHost(),
  ),
  TRADEBOOK_DATA: row('.tradebook', 'Data folder', z.string()),
  TRADEBOOK_DATABASE_PORT: row(
    '',
    'Port on which the embedded PostgreSQL listens for a standby, only on this machine ([how](docs/operations/standby.md)); unset: a different one at each start',
    z.coerce.number().int().min(1).max(65_535),
  ),
  TRADEBOOK_ADMIN_PASSWORD: row(
    '',
    "Password of the host's administrator (`admin` without a firm) at first start; unset: random, printed once",
    password(),
  ),
  TRADEBOOK_DEMO_PASSWORD: row(
    '',
    'Password of every user of the demo firms, including their administrators, at first start; unset: random, printed once',
    password(),
  ),
  TRADEBOOK_DEMO: row(
    '',
    'Demo firms, users, holdings, price history and news: `on` or `off`; unset: on unless `DATABASE_URL` is set',
    onOff(),
  ),
  TRADEBOOK_DEMO_PAST: row(
    'on',
    'Whether customers of the demo firms begin with a year of deposits, trades and dividends: `on` or `off`',
    onOff(),
  ),
  TRADEBOOK_VENUE: row(
    'embedded',
    'Where orders trade: `embedded`, the market of this server, or `fix`, an exchange that is reached by FIX ([how](docs/operations/exchange.md#a-server-on-an-exchange))',
    z.enum(['embedded', 'fix']),
  ),
  TRADEBOOK_VENUE_PROFILE: row(
    '',
    'JSON file that describes the exchange reached by FIX: its sessions, and what it accepts',
    gatewayProfileFile(),
  ),
  TRADEBOOK_CLOCK: row(
    '',
    'The market day: `real`, `demo` (compressed days at any hour) or `open` (always trading); unset: demo with the demo, else real; with an exchange that is reached by FIX, its profile decides',
    z.enum(['real', 'demo', 'open']),
  ),
  TRADEBOOK_CLOCK_SPEED: row(
    '15',
    'Seconds of market time per second with the demo clock: at 15, a market day lasts 20 minutes',
    z.coerce.number().min(0.1).max(3_600),
  ),
  TRADEBOOK_MARKET_RULES: row(
    '',
    "JSON file of the market rules that differ from the exchange's: times of the phases, limits, circuit breaker ([which](docs/operations/README.md#market-rules)); unset: the exchange's rules",
    marketRulesFile(),
  ),
  TRADEBOOK_CROWD: row(
    '',
    'The simulated participants: `agents` or `off`; unset: agents with the demo and the embedded market, else off',
    z.enum(['agents', 'off']),
  ),
  TRADEBOOK_CROWD_RATE: row('200', "The crowd's orders per second", z.coerce.number().min(0).max(100_000)),
  TRADEBOOK_ORDER_RATE: row(
    '50',
    'Orders and replaces that one user may send per second; successful cancels are not counted',
    z.coerce.number().int().min(1).max(1_000_000),
  ),
  TRADEBOOK_ORDER_BURST: row(
    '100',
    'Orders and replaces that one user may send at once after a pause',
    z.coerce.number().int().min(1).max(1_000_000),
  ),
  TRADEBOOK_TRADES_DAYS: row(
    '30',
    "Days for which the market's trades are kept; their bars of one minute stay for two years",
    z.coerce.number().int().min(1).max(3_660),
  ),
  TRADEBOOK_SEED: row(
    '1',
    'Seed of the random numbers of the crowd and of the demo data',
    z.coerce
      .number()
      .int()
      .min(0)
      .max(2 ** 32 - 1),
  ),
  TRADEBOOK_METRICS_TOKEN: row(
    '',
    'Token for `/metrics` and for the reasons in `/health/ready`; it is sent as `Authorization: Bearer …`; unset: a random one, kept in `operator-token` in the data folder',
    z.string().min(16, 'must have at least 16 characters').max(256, 'must have at most 256 characters'),
  ),
  TRADEBOOK_TRUSTED_PROXIES: row(
    '',
    'Addresses or blocks (`10.0.0.5,fd00::/8`) of the proxies in front of the server, whose `X-Forwarded-For` names the caller; unset: the header is ignored',
    addresses(),
  ),
  TRADEBOOK_PROVIDER_NETWORKS: row(
    '',
    'Addresses or blocks (`10.20.0.0/16`) of private networks in which identity providers of firms may be ([why](docs/operations/openid-connect.md)); unset: only those at public addresses are reached',
    addresses(),
  ),
  TRADEBOOK_BACKUP: row(
    '',
    'Folder, preferably on another disk, to which the server backs up the embedded database ([how](docs/operations/backup.md)); unset: no backups',
    z.string(),
  ),
  TRADEBOOK_BACKUP_KEY: row(
    '',
    'Key that encrypts the backups, at least 16 characters. Keep it elsewhere: without it, the backups cannot be restored',
    z.string().min(16, 'must have at least 16 characters').max(1_024, 'must have at most 1,024 characters'),
  ),
  TRADEBOOK_BACKUP_AT: row('02:00', 'Time in Lagos at which a base backup is made each day', timeOfDay()),
  TRADEBOOK_BACKUP_DAYS: row(
    '30',
    'Days for which backups are kept: any instant in them can be restored',
    z.coerce.number().int().min(1).max(3_660),
  ),
  SMTP_URL: row(
    '',
    'The mail server, such as `smtps://user:password@mail.example:465` (`smtp://…:587/?requireTLS=true` for STARTTLS); unset: no e-mail is sent; a demo shows its e-mails at `/dev/mailbox`, under the link that the server prints',
    z.url({ protocol: /^smtps?$/, error: 'must look like smtps://user:password@host:465' }),
  ),
  TRADEBOOK_MAIL_FROM: row('Tradebook <no-reply@localhost>', 'Sender of e-mails', z.string().max(320)),
  TRADEBOOK_PUBLIC_URL: row(
    '',
    'Address of the web page, for links in e-mails; unset: that of `HOST` and `PORT`',
    z.url({ protocol: /^https?$/, error: 'must look like https://trade.example' }),
  ),
  SYSLOG_URL: row(
    '',
    'Syslog receiver to which the audit trail is sent, such as `tls://syslog.example:6514` ([how](docs/operations/syslog.md)); `tcp://` for a relay on the same machine; unset: it is not sent',
    z.url({ protocol: /^(tls|tcp)$/, error: 'must look like tls://syslog.example:6514' }),
  ),
  SYSLOG_CA: row(
    '',
    "PEM file of the issuers of the syslog receiver's certificate; unset: those that Node trusts",
    pemFile(),
  ),
  SYSLOG_CERT: row(
    '',
    'PEM file of the certificate by which the server identifies itself to the syslog receiver',
    pemFile(),
  ),
  SYSLOG_KEY: row('', 'PEM file of the private key of `SYSLOG_CERT`, without a passphrase', pemFile()),
  NATS_URL: row(
    '',
    'NATS servers by which the processes of an installation reach each other, such as `tls://user:password@one:4222,two:4222` ([how](docs/operations/nodes.md)); `nats://` only on the same machine; needed unless the role is `all`',
    natsServers(),
  ),
  NATS_CREDENTIALS: row(
    '',
    'File of credentials for NATS (`.creds`), instead of a user in `NATS_URL`',
    textFile(),
  ),
  NATS_CA: row(
    '',
    "PEM file of the issuers of the NATS servers' certificates; unset: those that Node trusts",
    pemFile(),
  ),
  NATS_CERT: row(
    '',
    'PEM file of the certificate by which this process identifies itself to NATS',
    pemFile(),
  ),
  NATS_KEY: row('', 'PEM file of the private key of `NATS_CERT`, without a passphrase', pemFile()),
  OTEL_EXPORTER_OTLP_ENDPOINT: row(
    '',
    'OpenTelemetry collector to which traces are sent, by OTLP over HTTP, such as `http://127.0.0.1:4318` ([what they show](docs/operations/tracing.md)); unset: nothing is traced',
    z.url({ protocol: /^https?$/, error: 'must look like http://127.0.0.1:4318' }),
  ),
  OTEL_TRACES_SAMPLER_ARG: row(
    '1',
    'The share of requests that are traced, from 0 to 1',
    z.coerce.number().min(0).max(1),
  ),
  LOG_LEVEL: row(
    'info',
    'Lowest level that is written to the log',
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  ),
} as const

type Variables = typeof variables
type VariableName = keyof Variables
/** The value of a variable; one without a default may be empty. */
type Value<Name extends VariableName> =
  | z.output<Variables[Name]['schema']>
  | (Variables[Name]['fallback'] extends '' ? undefined : never)

/** The variables with their defaults (empty: none) and meanings, in the README's order. */
export const configTable = Object.entries(variables).map(([name, { fallback, about }]) => ({
  name,
  fallback,
  about,
}))

export interface Config {
  /** What this process does. */
  readonly role: 'all' | 'desk' | 'web'
  readonly port: number
  readonly host: string
  /** Files of the certificate and its key; `undefined`: plain HTTP. */
  readonly tls: { readonly cert: string; readonly key: string } | undefined
  /** `undefined`: the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined
  /** `undefined`: everything is read from the primary. */
  readonly databaseReadUrl: string | undefined
  readonly dataFolder: string
  /** Of the embedded PostgreSQL; `undefined`: a free one. */
  readonly databasePort: number | undefined
  /** `undefined`: random at first start. */
  readonly adminPassword: string | undefined
  readonly demoPassword: string | undefined
  readonly demo: boolean
  /** Whether the demo's customers have traded for a year before its first day. */
  readonly demoPast: boolean
  /** The exchange that is reached by FIX; `undefined`: orders trade in this server. */
  readonly gateway: GatewayProfile | undefined
  readonly clock: ClockMode
  /** Seconds of market time per second with the demo clock. */
  readonly clockSpeed: number
  readonly marketRules: MarketRules
  readonly crowd: 'agents' | 'off'
  /** Orders per second. */
  readonly crowdRate: number
  /** Orders and replaces of one user. */
  readonly orderRate: { readonly perSecond: number; readonly burst: number }
  /** Calendar days for which the market's trades are kept. */
  readonly tradesDays: number
  readonly seed: number
  /** What operators show; `undefined`: the one that the data folder keeps. */
  readonly metricsToken: string | undefined
  /** Addresses and blocks of the proxies that are believed about who the caller is. */
  readonly trustedProxies: readonly string[]
  /** Addresses and blocks that are not public, in which identity providers may be. */
  readonly providerNetworks: readonly string[]
  /** Where the server backs its database up to; `undefined`: it does not. */
  readonly backup: string | undefined
  readonly backupKey: string | undefined
  /** Minutes after midnight in Lagos at which a base backup is due. */
  readonly backupAt: number
  /** Calendar days for which backups are kept. */
  readonly backupDays: number
  /** `undefined`: no mail is sent. */
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  /** Address of the web page; `undefined`: the one that the server listens on. */
  readonly publicUrl: string | undefined
  /** Where the audit trail is sent; `undefined`: nowhere. */
  readonly syslog: SyslogReceiver | undefined
  /** How other processes of the installation are reached; `undefined` in one of a single process. */
  readonly nats: NatsServers | undefined
  /** Where traces are sent, and of which share of the requests; `undefined`: nothing is traced. */
  readonly tracing: { readonly collector: string; readonly share: number } | undefined
  readonly logLevel: string
}

/**
 * The configuration in the environment. An empty variable counts as unset.
 *
 * @throws Error naming every variable whose value is refused, one a line.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const refused: string[] = []
  const read = <Name extends VariableName>(name: Name): Value<Name> => {
    const { schema, fallback } = variables[name]
    const text = env[name]?.trim() || fallback
    const parsed = (text === '' ? schema.optional() : schema).safeParse(text || undefined)
    if (!parsed.success)
      refused.push(`${name}: ${shown(name, text)} is refused: ${parsed.error.issues[0]?.message}`)
    // What was refused is never used: all refusals are thrown below.
    return parsed.data as Value<Name>
  }

  const databaseUrl = read('DATABASE_URL')
  const cert = read('TLS_CERT')
  const syslogUrl = read('SYSLOG_URL')
  const syslogPems = { ca: read('SYSLOG_CA'), cert: read('SYSLOG_CERT'), key: read('SYSLOG_KEY') }
  const role = read('TRADEBOOK_ROLE')
  const natsUrls = read('NATS_URL')
  const natsFiles = {
    ...{ credentials: read('NATS_CREDENTIALS'), ca: read('NATS_CA') },
    ...{ cert: read('NATS_CERT'), key: read('NATS_KEY') },
  }
  const collector = read('OTEL_EXPORTER_OTLP_ENDPOINT')
  const share = read('OTEL_TRACES_SAMPLER_ARG')
  const key = read('TLS_KEY')
  const demo = read('TRADEBOOK_DEMO') ?? databaseUrl === undefined
  const venue = read('TRADEBOOK_VENUE')
  const gateway = read('TRADEBOOK_VENUE_PROFILE')
  const clock = read('TRADEBOOK_CLOCK')
  const crowd = read('TRADEBOOK_CROWD')
  const config = {
    role,
    port: read('PORT'),
    host: read('HOST'),
    tls: cert !== undefined && key !== undefined ? { cert, key } : undefined,
    databaseUrl,
    databaseReadUrl: read('DATABASE_READ_URL'),
    dataFolder: read('TRADEBOOK_DATA'),
    databasePort: read('TRADEBOOK_DATABASE_PORT'),
    adminPassword: read('TRADEBOOK_ADMIN_PASSWORD'),
    demoPassword: read('TRADEBOOK_DEMO_PASSWORD'),
    demo,
    demoPast: read('TRADEBOOK_DEMO_PAST'),
    gateway,
    clock: clock ?? (gateway ? clockOf[gateway.hours] : demo ? 'demo' : 'real'),
    clockSpeed: read('TRADEBOOK_CLOCK_SPEED'),
    marketRules: read('TRADEBOOK_MARKET_RULES') ?? marketRules,
    crowd: crowd ?? (demo && !gateway ? 'agents' : 'off'),
    crowdRate: read('TRADEBOOK_CROWD_RATE'),
    orderRate: { perSecond: read('TRADEBOOK_ORDER_RATE'), burst: read('TRADEBOOK_ORDER_BURST') },
    tradesDays: read('TRADEBOOK_TRADES_DAYS'),
    seed: read('TRADEBOOK_SEED'),
    metricsToken: read('TRADEBOOK_METRICS_TOKEN'),
    trustedProxies: read('TRADEBOOK_TRUSTED_PROXIES') ?? [],
    providerNetworks: read('TRADEBOOK_PROVIDER_NETWORKS') ?? [],
    backup: read('TRADEBOOK_BACKUP'),
    backupKey: read('TRADEBOOK_BACKUP_KEY'),
    backupAt: read('TRADEBOOK_BACKUP_AT'),
    backupDays: read('TRADEBOOK_BACKUP_DAYS'),
    smtpUrl: read('SMTP_URL'),
    mailFrom: read('TRADEBOOK_MAIL_FROM'),
    syslog: syslogUrl === undefined ? undefined : syslogReceiver(syslogUrl, syslogPems),
    nats: role === 'all' || natsUrls === undefined ? undefined : natsServersOf(natsUrls, natsFiles),
    tracing: collector === undefined ? undefined : { collector, share },
    publicUrl: read('TRADEBOOK_PUBLIC_URL')?.replace(/\/+$/, ''),
    logLevel: read('LOG_LEVEL'),
  }
  if (role !== 'all' && natsUrls === undefined)
    refused.push(`TRADEBOOK_ROLE: ${role} needs NATS_URL, by which it reaches the other processes`)
  if (role !== 'all' && config.publicUrl === undefined)
    refused.push(`TRADEBOOK_ROLE: ${role} needs TRADEBOOK_PUBLIC_URL, the one address of the page`)
  if (role === 'web' && databaseUrl === undefined)
    refused.push(
      "TRADEBOOK_ROLE: web needs DATABASE_URL; an embedded database's is in database-url in the desk's data folder",
    )
  if (role === 'all' && natsUrls !== undefined)
    refused.push('NATS_URL: is for processes whose TRADEBOOK_ROLE is desk or web')
  if (natsFiles.cert !== undefined && natsFiles.key === undefined)
    refused.push('NATS_CERT: needs NATS_KEY, the file of its key')
  if (natsFiles.key !== undefined && natsFiles.cert === undefined)
    refused.push('NATS_KEY: needs NATS_CERT, the file of its certificate')
  if (cert !== undefined && key === undefined) refused.push('TLS_CERT: needs TLS_KEY, the file of its key')
  if (key !== undefined && cert === undefined)
    refused.push('TLS_KEY: needs TLS_CERT, the file of its certificate')
  if (syslogPems.cert !== undefined && syslogPems.key === undefined)
    refused.push('SYSLOG_CERT: needs SYSLOG_KEY, the file of its key')
  if (syslogPems.key !== undefined && syslogPems.cert === undefined)
    refused.push('SYSLOG_KEY: needs SYSLOG_CERT, the file of its certificate')
  if (syslogPems.ca !== undefined && !syslogUrl?.startsWith('tls:'))
    refused.push('SYSLOG_CA: needs a SYSLOG_URL that begins with tls://')
  if (syslogPems.cert !== undefined && !syslogUrl?.startsWith('tls:'))
    refused.push('SYSLOG_CERT: needs a SYSLOG_URL that begins with tls://')
  if (venue === 'fix' && gateway === undefined && !env.TRADEBOOK_VENUE_PROFILE)
    refused.push('TRADEBOOK_VENUE: fix needs TRADEBOOK_VENUE_PROFILE, the file about the exchange')
  if (venue === 'embedded' && gateway !== undefined)
    refused.push('TRADEBOOK_VENUE_PROFILE: is for TRADEBOOK_VENUE=fix')
  if (gateway && clock !== undefined && clock !== clockOf[gateway.hours])
    refused.push(
      `TRADEBOOK_CLOCK: the hours of the exchange are ${gateway.hours}, so it is ${clockOf[gateway.hours]}`,
    )
  if (gateway && crowd === 'agents') refused.push('TRADEBOOK_CROWD: agents trade in the embedded market only')
  if (config.backup !== undefined && config.backupKey === undefined)
    refused.push('TRADEBOOK_BACKUP: needs TRADEBOOK_BACKUP_KEY, with which the backups are encrypted')
  if (config.backup !== undefined && databaseUrl !== undefined)
    refused.push('TRADEBOOK_BACKUP: backs up the embedded database, but DATABASE_URL is set')
  if (refused.length > 0) throw new Error(`The configuration is refused.\n  ${refused.join('\n  ')}`)
  return config
}

/** The clock of a server whose exchange keeps these hours. */
const clockOf = { always: 'open', exchange: 'real', reported: 'reported' } as const satisfies Record<
  GatewayProfile['hours'],
  ClockMode
>

/** A value as it may be logged: one that holds a secret is not. */
const shown = (name: VariableName, text: string): string =>
  /(PASSWORD|TOKEN|KEY)$|^(DATABASE|DATABASE_READ|SMTP|NATS)_URL$/.test(name)
    ? 'its value'
    : JSON.stringify(text)

function row<const Fallback extends string, Schema extends z.ZodType>(
  fallback: Fallback,
  about: string,
  schema: Schema,
) {
  return { fallback, about, schema }
}
