import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Log } from '../../server/src/gateway/line.ts'
import { linesAbout, MessageLog } from '../../server/src/gateway/message-log.ts'
import { Acceptor } from './acceptor.ts'
import { Console } from './console.ts'
import { market, type VenueProfile, venueProfile } from './market/venue-profile.ts'
import { MarketProcess } from './market-process.ts'
import { profiles } from './profiles.ts'

/** `npm run exchange [-- --profile NAME|FILE] [--port N] [--data FOLDER] [--console N] [--messages ID] [--log]`: a market, or an acceptor for session test suites, until it is stopped. */

const { values } = parseArgs({
  options: {
    profile: { type: 'string', default: market.name },
    port: { type: 'string', default: '9880' },
    data: { type: 'string' },
    console: { type: 'string' },
    host: { type: 'string', default: '127.0.0.1' },
    'tls-cert': { type: 'string' },
    'tls-key': { type: 'string' },
    'tls-ca': { type: 'string' },
    messages: { type: 'string' },
    log: { type: 'boolean', default: false },
  },
})
const { host } = values
const port = Number(values.port)
const log: Log = (session, direction, text) => {
  if (values.log) console.log(`${new Date().toISOString()} ${session} ${direction} ${text}`)
}

try {
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`A port is a number up to 65535, not ${values.port}.`)
  if (Object.hasOwn(profiles, values.profile)) await startAcceptor(values.profile)
  else await startMarket(values.profile === market.name ? market : fromFile(values.profile))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}

async function startAcceptor(name: string): Promise<void> {
  const acceptor = new Acceptor(profiles[name]!, log)
  console.log(`FIX on ${host}:${await listening(acceptor)}, profile ${name}`)
  for (const { settings } of profiles[name]!) {
    console.log(
      `  ${settings.protocol.beginString}, we are ${settings.senderCompId}, you are ${settings.targetCompId}`,
    )
  }
  untilStopped(() => acceptor.close())
}

async function startMarket(profile: VenueProfile): Promise<void> {
  const data = values.data ?? process.env.TRADEBOOK_DATA ?? '.tradebook'
  const folder = join(data, 'exchange', profile.name)
  const messages = join(folder, 'messages')
  if (values.messages !== undefined) {
    for await (const line of linesAbout(messages, values.messages)) console.log(line)
    return
  }
  const kept = new MessageLog(messages, { warn: (text) => console.error(text) })
  const { 'tls-cert': cert, 'tls-key': key, 'tls-ca': ca } = values
  if ((cert === undefined) !== (key === undefined))
    throw new Error('--tls-cert and --tls-key must be given together.')
  if (ca !== undefined && cert === undefined) throw new Error('--tls-ca needs --tls-cert and --tls-key.')
  const pem = (path: string) => readFileSync(path, 'utf8')
  const tls = cert && key ? { cert: pem(cert), key: pem(key), ...(ca && { ca: pem(ca) }) } : undefined
  const running = await MarketProcess.open({
    profile,
    tls,
    folder,
    log: (session, direction, text) => {
      kept.write(session, direction, text)
      log(session, direction, text)
    },
    fail: (error) => {
      console.error(`The store cannot be written, so the market stops: ${error.message}`)
      process.exit(1)
    },
  })
  console.log(`FIX on ${host}:${await listening(running)}, profile ${profile.name}, data in ${folder}`)
  const control = values.console === undefined ? undefined : new Console(running)
  if (control) console.log(`console on http://127.0.0.1:${await control.listen(Number(values.console))}`)
  for (const { compID, version, dropCopyOf } of profile.members) {
    const copies = dropCopyOf ? `, copies of ${dropCopyOf.join(', ')}` : ''
    console.log(`  ${version}, we are ${profile.compID}, you are ${compID}${copies}`)
  }
  untilStopped(async () => {
    await control?.close()
    await running.close()
    await kept.close()
  })
}

async function listening(one: Acceptor | MarketProcess): Promise<number> {
  try {
    return await one.listen(port, host)
  } catch (error) {
    throw new Error(`Port ${port} cannot be used: ${error instanceof Error ? error.message : error}`)
  }
}

function fromFile(path: string): VenueProfile {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    const names = [market.name, ...Object.keys(profiles)].join(', ')
    throw new Error(`--profile is the path of a file, or one of ${names}; there is no ${path}.`)
  }
  try {
    return venueProfile(JSON.parse(text))
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : error}`)
  }
}

function untilStopped(close: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void close().then(() => process.exit()))
  }
}
