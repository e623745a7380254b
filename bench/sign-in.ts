import { parseArgs } from 'node:util'
import { calls, pathOf } from '@tradebook/contract'
import { Client } from 'undici'
import { openAsSuperuser } from '../test/faults/audit.ts'
import { newDataFolder, removeDataFolder, startServer } from '../test/running-server.ts'
import { median } from './order-flow.ts'

/**
 * Whether the time of a refused sign-in tells why: tries of a name that nobody has, of a wrong password and of a locked
 * user by turns, through HTTP, from a server as a person starts it. Fails where their medians lie further apart than
 * 10 ms.
 *
 * `sign-in.ts [--tries 200]`: of each kind.
 */

const { values: options } = parseArgs({ options: { tries: { type: 'string', default: '200' } } })
const TRIES = Number(options.tries)
const MOST_APART_MS = 10
/** So many wrong passwords lock a place. */
const LOCKS = 5
/** Tries of one locked user; those of a place are limited by the minute. */
const TRIES_OF_LOCKED = 5
const LOCKED_USERS = Math.ceil(TRIES / TRIES_OF_LOCKED)

const dataFolder = newDataFolder()
// Each try comes from a place of its own, as the proxy says.
const server = await startServer(dataFolder, { TRADEBOOK_TRUSTED_PROXIES: '127.0.0.1' })
const client = new Client(server.url)
try {
  await addUsers()
  for (let user = 0; user < LOCKED_USERS; user++)
    for (let wrong = 0; wrong < LOCKS; wrong++) await attempt(`locked-${user}`, placeOf(user))
  const kinds = {
    unknown: (turn: number) => attempt(`nobody-${turn}`, placeOf(1_000 + turn)),
    wrong: (turn: number) => attempt(`wrong-${turn}`, placeOf(2_000 + turn)),
    locked: (turn: number) => attempt(`locked-${turn % LOCKED_USERS}`, placeOf(turn % LOCKED_USERS)),
  }
  const times = Object.entries(kinds).map(([name, attemptOf]) => ({ name, attemptOf, ms: [] as number[] }))
  for (let turn = 0; turn < TRIES; turn++)
    // The order changes, so that no kind always follows the same other.
    for (let kind = 0; kind < times.length; kind++) {
      const one = times[(kind + turn) % times.length]
      one?.ms.push(await one.attemptOf(turn))
    }
  await checkKinds()
  for (const { name, ms } of times)
    console.log(`${name.padEnd(8)} ${median(ms).toFixed(1).padStart(7)} ms, the median of ${ms.length} tries`)
  const medians = times.map(({ ms }) => median(ms))
  const apart = Math.max(...medians) - Math.min(...medians)
  console.log(`apart    ${apart.toFixed(1).padStart(7)} ms (at most ${MOST_APART_MS})`)
  if (apart > MOST_APART_MS) process.exitCode = 1
} finally {
  await client.close()
  await server.stop()
  await removeDataFolder(dataFolder)
}

/** Users of Meridian with a password as the broker has one. */
async function addUsers(): Promise<void> {
  const database = await openAsSuperuser(dataFolder)
  await database.query(
    `INSERT INTO users (tenant_id, user_name, name, surname, email_address, password_hash, security_stamp, creation_time)
     SELECT tenant_id, kind || '-' || n, 'A', 'B', kind || n || '@bench.example', password_hash, gen_random_uuid(), now()
     FROM users JOIN tenants ON tenants.id = tenant_id, unnest(ARRAY['wrong', 'locked']) AS kind, generate_series(0, $1::int - 1) AS n
     WHERE tenancy_name = 'Meridian' AND user_name = 'broker'`,
    [TRIES],
  )
  await database.end()
}

/** Holds what was measured to be what it is called, by ABP's numbers of how attempts ended. */
async function checkKinds(): Promise<void> {
  const database = await openAsSuperuser(dataFolder)
  const { rows } = await database.query<{ result: number; count: string }>(
    'SELECT result, count(*) FROM login_attempts GROUP BY result ORDER BY result',
  )
  await database.end()
  const found = Object.fromEntries(rows.map(({ result, count }) => [result, Number(count)]))
  const wanted = { 2: TRIES, 3: TRIES + LOCKED_USERS * LOCKS, 9: TRIES }
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    throw new Error(`attempts ended otherwise than wanted: ${JSON.stringify(found)}`)
}

/** Milliseconds until a wrong password of a user is refused, from a place. */
async function attempt(userName: string, place: string): Promise<number> {
  const began = performance.now()
  const { statusCode, body } = await client.request({
    method: 'POST',
    path: pathOf('TokenAuth/Authenticate', calls['TokenAuth/Authenticate']),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': place },
    body: JSON.stringify({
      tenancyName: 'Meridian',
      userNameOrEmailAddress: userName,
      password: 'not the password',
    }),
  })
  await body.text()
  const ms = performance.now() - began
  // Refusals of business are ABP's 500; one of a rate would be 429.
  if (statusCode !== 500) throw new Error(`${userName} was answered ${statusCode}`)
  return ms
}

/** An address in a block of its own. */
function placeOf(number: number): string {
  return `10.${Math.floor(number / 256)}.${number % 256}.1`
}
