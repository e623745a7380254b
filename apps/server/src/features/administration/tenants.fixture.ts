import type { CallInput, StoppedOrders } from '@tradebook/contract'
import { afterAll, beforeAll } from 'vitest'
import { BANK_ACCOUNT, DeskStage } from '../../desk/desk.fixture.ts'
import type { Desk } from '../../desk/desk.ts'
import type { Origin } from '../../desk/inputs.ts'
import {
  bearing,
  call,
  clock,
  database,
  edgeForAllTests,
  identity,
  signIn,
} from '../../http/identity.fixture.ts'
import { completeFirms } from './complete-firms.ts'
import { tenantsFeature } from './tenants.ts'

/** The firms as the host administers them, on a real database and with a real desk. */

export let stage: DeskStage
export let desk: Desk
export let host: Record<string, string>

/** One edge, one database and one desk for the tests of a file. */
export function hostForAllTests(): void {
  edgeForAllTests({
    async open() {
      stage = await DeskStage.open()
      // The firms of the desk's stage have numbers that were not drawn.
      await stage.database.run("SELECT setval(pg_get_serial_sequence('tenants', 'id'), 100)")
      desk = await stage.startDesk()
      return stage.database
    },
    handlers: () =>
      tenantsFeature({
        ...identity,
        ...{ store: database.store, desk, clock, publicUrl: () => 'https://trade.example' },
      }),
  })

  beforeAll(async () => {
    await completeFirms(database.store, desk)
    await signHostIn()
  })
  afterAll(() => desk.end())
}

/** The host's administrator, again once the clock went on past the session. */
export async function signHostIn(): Promise<void> {
  host = bearing((await signIn('admin', { tenancyName: null })).result.accessToken)
}

export const NEW_PASSWORD = 'Quiet-harbour-lamp-7'

export const asked = (tenancyName: string, more: object = {}): CallInput<'Tenant/Create'> => ({
  tenancyName,
  name: `${tenancyName} Securities`,
  adminEmailAddress: `chief@${tenancyName}.example`,
  isActive: true,
  ...more,
})

export const create = (tenancyName: string, more: object = {}) =>
  call('Tenant/Create', asked(tenancyName, more), host)

export const tenant = (
  name: 'Activate' | 'DeActivate' | 'Delete',
  input: {
    readonly id: number
    readonly releaseKillSwitch?: boolean
    readonly openOrders?: StoppedOrders
  },
) =>
  call(
    `Tenant/${name}`,
    input,
    host,
    name === 'Delete' ? { url: `/api/services/app/Tenant/Delete?id=${input.id}` } : {},
  )

/** The firm's administrator chooses a password by the link, and signs in. */
export async function firstSignIn({ result }: Awaited<ReturnType<typeof create>>): Promise<string> {
  const resetToken = new URL(result.passwordLink).hash.slice(1)
  await call('Account/PasswordReset', { resetToken, newPassword: NEW_PASSWORD })
  return (await signInTo(result.tenancyName)).result.accessToken
}

export const signInTo = (tenancyName: string) => signIn('admin', { tenancyName, password: NEW_PASSWORD })

export const isSignedIn = async (token: string) =>
  (await call('Session/GetCurrentLoginInformations', {}, bearing(token))).result.user !== null

export const originOf = (tenantId: number): Origin => ({
  ...{ tenantId, userId: 1, userName: 'admin', accounts: 'all', clientIpAddress: '', browserInfo: '' },
  permissions: new Set(['BUY', 'SELL']),
})

export const openAccount = (tenantId: number, account: string) =>
  desk.submit({
    kind: 'openAccount',
    origin: originOf(tenantId),
    account: {
      ...{ account, cscsAccount: '0000000001', customerId: 1, customerName: 'Ada' },
      cash: { route: 'broker', bankAccount: BANK_ACCOUNT },
    },
  })

export const deposit = (tenantId: number, account: string) =>
  desk.submit({
    kind: 'externalTransfer',
    origin: originOf(tenantId),
    transfer: { type: 'deposit', account, amount: 1_000_000_00n as never, reference: 'R', narration: 'N' },
  })

export const getOne = (id: number) =>
  call('Tenant/Get', {}, host, { url: `/api/services/app/Tenant/Get?id=${id}` })
