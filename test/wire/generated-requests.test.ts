import { pathOf } from '@tradebook/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chance, oneOf } from '../chance.ts'
import { type DemoServer, openDemo } from '../demo-server.ts'
import { LONG } from '../faults/long.ts'
import { type Firm, type Person, signIn } from '../person.ts'
import { answerTo, faultOf, type GeneratedRequest } from './generated-answers.ts'
import { generated, hostileBodies, malformed, type Schema } from './generated-values.ts'

/**
 * Requests generated from the API's own description, over all of its routes: as it asks for them, with one
 * field that is not as it should be, and hostile ones. Nothing that is sent may hang, end the server, or be
 * answered with a failure that has no code, with lines of code or with the words of the database.
 */

const REQUESTS = LONG ? 50_000 : 1_500

/** Requests change passwords, users and firms: those that follow go to a server where nobody has. */
const REQUESTS_OF_A_SERVER = 5_000

const SEED = Number(process.env.TRADEBOOK_TEST_SEED ?? 20_261_122)

/** So many are under way at a time. */
const AT_ONCE = 16

interface Operation {
  readonly path: string
  readonly method: string
  readonly parameters: readonly { name: string; required?: boolean; schema: Schema; in: string }[]
  readonly body: Schema | undefined
  readonly isMultipart: boolean
}

interface Description {
  readonly paths: Record<string, Record<string, Record<string, unknown>>>
}

const people: readonly (readonly [Firm | null, string])[] = [
  ['Meridian', 'customer'],
  ['Meridian', 'broker'],
  ['Meridian', 'admin'],
  ['Zenith-Hill', 'admin'],
  [null, 'admin'],
]

const random = chance(SEED)

let server: DemoServer

let operations: readonly Operation[]

beforeAll(async () => {
  server = await openDemo(ANYBODY_FROM_ANYWHERE)
  operations = operationsOf((await (await fetch(`${server.url}/api/openapi.json`)).json()) as Description)
})

afterAll(() => server?.close())

/** Each request comes from an address of its own, so that the limits of addresses do not answer instead of the calls. */
const ANYBODY_FROM_ANYWHERE = { TRADEBOOK_TRUSTED_PROXIES: '127.0.0.1' }

test('a number that no column holds is answered as any other that is not there', async () => {
  const askers = [await signedIn(['Meridian', 'admin']), await signedIn([null, 'admin'])]
  const faults: string[] = []
  for (const operation of operations) {
    for (const field of numbersOf(operation)) {
      for (const { token } of askers) {
        for (const value of BEYOND) {
          const request = requestOf(operation, token, () => [], { form: 'valid', fields: { [field]: value } })
          const fault = faultOf(await answerTo(request))
          if (fault) faults.push(`${operation.path} ${field} ${value}: ${fault}`)
        }
      }
    }
  }
  expect(faults).toEqual([])
})

/** More than four bytes hold, and the greatest of eight that a client can send. */
const BEYOND = [2 ** 31, Number.MAX_SAFE_INTEGER]

/** The names of an operation's fields that hold a number. */
function numbersOf({ parameters, body }: Operation): string[] {
  const fields = [
    ...parameters.map(({ name, schema }) => [name, schema] as const),
    ...Object.entries(body?.properties ?? {}),
  ]
  return fields.filter(([, schema]) => isNumber(schema)).map(([name]) => name)
}

const isNumber = ({ type, anyOf = [] }: Schema): boolean =>
  type === 'integer' || type === 'number' || anyOf.some(isNumber)

test(`${REQUESTS} generated requests are answered, every failure with a code and without lines of source`, {
  timeout: LONG ? 3_600_000 : 120_000,
}, async () => {
  const faults: string[] = []
  const succeeded = new Set<string>()
  for (let sent = 0; sent < REQUESTS; sent += REQUESTS_OF_A_SERVER) {
    await server.close()
    server = await openDemo(ANYBODY_FROM_ANYWHERE)
    const count = Math.min(REQUESTS_OF_A_SERVER, REQUESTS - sent)
    const askers = [NOBODY, STRANGER, ...(await Promise.all(people.map(signedIn)))]
    const known = await knownTexts(await signIn(server, 'Meridian', 'broker'))
    let next = 0
    const sendOneByOne = async () => {
      while (next++ < count) {
        const operation = oneOf(random, operations)
        const asker = oneOf(random, askers)
        // Another worker may sign the same person in again meanwhile.
        const { token } = asker
        const request = requestOf(operation, token, known)
        const answer = await answerTo(request)
        if (answer.status < 400) succeeded.add(`${operation.method} ${operation.path}`)
        const fault = faultOf(answer)
        // A file that is under way ends with the session of its reader, which another request may have ended.
        const isOver = answer.status === 401 || (fault !== undefined && !(await isSignedIn(token)))
        if (isOver) await asker.signInAgain()
        else if (fault) faults.push(`${request.url} ${JSON.stringify(request.init).slice(0, 500)}: ${fault}`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, sendOneByOne))
    expect(server.hasEnded()).toBe(false)
    expect(server.output()).not.toMatch(/unhandled|uncaught/i)
  }
  expect(faults.slice(0, 20)).toEqual([])
  // Requests as the description asks for them reach what the calls do, not their checks alone.
  expect(succeeded.size).toBeGreaterThan(operations.length / (LONG ? 2 : 4))
})

/** Every operation of the description. */
function operationsOf(description: Description): Operation[] {
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const content = (operation.requestBody as { content?: Record<string, { schema: Schema }> } | undefined)
        ?.content
      return {
        path,
        method: method.toUpperCase(),
        parameters: (operation.parameters as Operation['parameters'] | undefined) ?? [],
        body: content && Object.values(content)[0]?.schema,
        isMultipart: content !== undefined && 'multipart/form-data' in content,
      }
    }),
  )
}

/** What already exists, by the names that fields have for it. */
async function knownTexts(broker: Person): Promise<(field: string) => readonly unknown[]> {
  const { items } = await broker.get('BackOffice/GetCustomers', {})
  const orders = (await broker.get('Order/getStockOrders', {})).items
  const accounts = items.map(({ accountNumber }) => accountNumber)
  const known: Record<string, readonly unknown[]> = {
    account: accounts,
    buyaccount: accounts,
    sellaccount: accounts,
    accountnumber: accounts,
    security: ['GTCO', 'MTNN'],
    securityid: ['GTCO', 'MTNN'],
    symbol: ['GTCO'],
    id: [1, 2, 3, '1', '2', ...orders.map(({ orderID }) => orderID).slice(0, 5)],
    userid: [1, 2, 3],
    tenantid: [1, 2],
    orderid: orders.map(({ orderID }) => orderID).slice(0, 5),
    price: [50, 58.4],
    orderqty: [1, 10, 100],
    from: ['2026-11-01'],
    to: ['2026-11-30'],
    date: ['2026-11-20'],
    sorting: ['id', 'time desc', 'creationTime', 'price'],
    tenancyname: ['Meridian', 'Zenith-Hill'],
  }
  return (field) => known[field.toLowerCase()] ?? []
}

interface Form {
  readonly form: 'valid' | 'malformed' | 'hostile'
  /** Instead of generated ones. */
  readonly fields?: Readonly<Record<string, unknown>>
}

function requestOf(
  operation: Operation,
  token: string,
  known: (field: string) => readonly unknown[],
  { form, fields = {} }: Form = { form: oneOf(random, ['valid', 'valid', 'malformed', 'hostile']) },
): GeneratedRequest {
  const url = new URL(operation.path, server.url)
  const headers: Record<string, string> = {
    'x-forwarded-for': `10.${byte()}.${byte()}.${byte()}`,
    ...(token && { authorization: `Bearer ${token}` }),
    ...(random() < 0.1 && { 'accept-language': oneOf(random, ['fr', 'xx', ';;;', '*']) }),
    ...(random() < 0.1 && { 'idempotency-key': oneOf(random, ['k1', 'k2', 'x'.repeat(300)]) }),
  }
  const asked = Object.fromEntries(
    operation.parameters
      .filter(({ in: place, required }) => place === 'query' && (required || random() < 0.4))
      .map(({ name, schema }) => [name, generated(schema, random, known, name)]),
  )
  const inQuery = !operation.body
  const query = form === 'valid' ? { ...asked, ...(inQuery && fields) } : malformed(asked, random)
  for (const [name, value] of Object.entries(query))
    url.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  const method =
    form === 'hostile' && random() < 0.1 ? oneOf(random, ['PATCH', 'OPTIONS', 'HEAD']) : operation.method
  if (!operation.body || ['GET', 'HEAD', 'DELETE', 'OPTIONS'].includes(method))
    return { url: url.href, init: { method, headers } }

  const input = { ...(generated(operation.body, random, known) as object), ...fields }
  if (operation.isMultipart && form !== 'hostile') {
    const body = new FormData()
    for (const [name, value] of Object.entries(form === 'valid' ? input : malformed(input, random)))
      if (name !== 'files') body.append(name, typeof value === 'string' ? value : JSON.stringify(value))
    body.append('files', new Blob([oneOf(random, ['%PDF-1.4', '\u0089PNG', 'MZ', ''])]), 'a.pdf')
    return { url: url.href, init: { method, headers, body } }
  }
  headers['content-type'] =
    form === 'hostile'
      ? oneOf(random, [
          'application/json',
          'text/plain',
          'multipart/form-data; boundary=x',
          'application/x-www-form-urlencoded',
        ])
      : 'application/json'
  const body =
    form === 'hostile'
      ? oneOf(random, hostileBodies)
      : JSON.stringify(form === 'valid' ? input : malformed(input, random))
  return { url: url.href, init: { method, headers, body } }
}

const byte = () => Math.floor(random() * 256)

/** Somebody who sends requests, and signs in again after one that ended the session. */
interface Asker {
  token: string
  signInAgain(): Promise<void>
}

const NOBODY: Asker = { token: '', signInAgain: () => Promise.resolve() }

const STRANGER: Asker = { ...NOBODY, token: 'a.token.of-nobody' }

async function signedIn([firm, user]: (typeof people)[number]): Promise<Asker> {
  const asker: Asker = {
    token: (await signIn(server, firm, user)).token,
    async signInAgain() {
      // Whose password was changed, or who was locked out, goes on without a session.
      const person = await signIn(server, firm, user).catch(() => undefined)
      if (person) asker.token = person.token
    },
  }
  return asker
}

async function isSignedIn(token: string): Promise<boolean> {
  const path = pathOf('Session/GetCurrentLoginInformations')
  const { text } = await answerTo({
    url: `${server.url}${path}`,
    init: { headers: { authorization: `Bearer ${token}` } },
  })
  return text.includes('"userName"')
}
