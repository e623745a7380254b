import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { pathOf } from '@tradebook/contract'
import type { Flooded, FloodOrders, FloodRequest, Traded, TraderOrders } from './flood-process.ts'

/** Floods of strangers and of one customer, and who trades alongside them. */

const begin = (orders: object): ChildProcess => {
  const child = fork(fileURLToPath(new URL('./flood-process.ts', import.meta.url)), { execArgv: [] })
  child.send(orders)
  return child
}

/** The next message of a process. @throws Error when it ends before. */
async function messageOf<Message>(child: ChildProcess): Promise<Message> {
  const ended = new AbortController()
  const cut = () => ended.abort(new Error('a process has ended'))
  child.once('exit', cut)
  try {
    const [message] = (await once(child, 'message', { signal: ended.signal })) as [Message]
    return message
  } finally {
    child.off('exit', cut)
  }
}

/** A server that does nothing with what it is asked. */
export async function openDummy(): Promise<{ url: string; close: () => Promise<unknown> }> {
  const child = begin({ role: 'dummy' })
  const { port } = await messageOf<{ port: number }>(child)
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      child.disconnect()
      return once(child, 'exit')
    },
  }
}

/** Floods until it is stopped; resolves when the first answers are there. */
export async function beginFlood(orders: Omit<FloodOrders, 'role'>) {
  const child = begin({ role: 'flood', ...orders })
  const asked = (what: 'report' | 'stop') => {
    const answer = messageOf<Flooded>(child)
    child.send(what)
    return answer
  }
  const until = async (isReached: (flooded: Flooded) => boolean) => {
    while (!isReached(await asked('report'))) await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await until(({ answers }) => Object.keys(answers).length > 0)
  return { until, stop: () => asked('stop') }
}

/** Trades in a process of its own, one order after the other. */
export const trade = (orders: Omit<TraderOrders, 'role'>): Promise<Traded> =>
  messageOf<Traded>(begin({ role: 'trader', ...orders }))

const json = { 'content-type': 'application/json' }
const FORM = 'a-boundary'
const part = (name: string) => `--${FORM}\r\nContent-Disposition: form-data; name="${name}"`

const call = (name: Parameters<typeof pathOf>[0], query = ''): FloodRequest => ({
  method: 'GET',
  path: pathOf(name, names[name]) + query,
})
const names: Readonly<Record<string, { path: string }>> = {
  'AbpUserConfiguration/GetAll': { path: '/AbpUserConfiguration/GetAll' },
}

/** What strangers can ask, and what one customer can. */
export const floodsOf = (
  token: string,
  order: string,
): Readonly<Record<string, readonly FloodRequest[]>> => ({
  'the configuration, by strangers': [call('AbpUserConfiguration/GetAll')],
  'what the page asks at sign-in, by strangers': [
    { method: 'GET', path: '/user/login' },
    call('Session/GetCurrentLoginInformations'),
    {
      ...{ method: 'POST', path: pathOf('Account/IsTenantAvailable'), headers: json },
      body: JSON.stringify({ tenancyName: 'Meridian' }),
    },
    {
      ...{ method: 'POST', path: '/api/TokenAuth/Authenticate', headers: json },
      body: JSON.stringify({ tenancyName: 'Meridian', userNameOrEmailAddress: 'x', password: 'wrong' }),
    },
  ],
  'uploads, by strangers': [
    {
      ...{ method: 'POST', path: pathOf('Customer/CustomerRegister') },
      headers: { 'content-type': `multipart/form-data; boundary=${FORM}` },
      body:
        `${part('accessToken')}\r\n\r\nnone\r\n${part('accountType')}\r\n\r\nindividual\r\n` +
        `${part('passportPhoto')}; filename="a.png"\r\n\r\n\x89PNG\r\n\x1a\n%\r\n--${FORM}--\r\n`,
      filledTo: 4_500_000,
    },
  ],
  'reads and files, by one customer': [
    call('Order/PreviewOrder', `?${order}`),
    call('MarketData/getSecurityLists'),
    call('MarketData/GetMarketStats'),
    call('Session/GetCurrentLoginInformations'),
    call('Order/DownloadStockOrders', '?format=xlsx'),
  ].map((request) => ({ ...request, headers: { authorization: `Bearer ${token}` } })),
})
