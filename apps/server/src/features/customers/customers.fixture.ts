import { Client } from 'pg'
import { beforeAll } from 'vitest'
import {
  addUser,
  app,
  bearing,
  database,
  edgeForAllTests,
  meridian,
  signIn,
  zenith,
} from '../../http/identity.fixture.ts'

/** A firm with one customer, who signs in, and two of the staff who maintain customers. */

export const CUSTOMER = 7
export const ACCOUNT = 'MSL000007'
export const CSCS = '0000000777'

export let clerk: Record<string, string>
export let colleague: Record<string, string>
export let ofOther: Record<string, string>
export let holderId: number
export let requestId: number

export const particulars = {
  ...{ title: 'mrs', surname: 'Bello', firstName: 'Zainab', gender: 'female', dateOfBirth: '1990-02-28' },
  ...{ bvn: '22123456789', nin: '12345678901', phoneNumber: '08030000000', address1: '4 Lake Road' },
  ...{ city: 'Lagos', state: 'Lagos', emailAddress: 'zainab@example.com', nextOfKinName: 'Musa Bello' },
}

const bearerOf = async (userName: string, more: object = {}) =>
  bearing((await signIn(userName, more)).result.accessToken)

export function customersForAllTests(more: Parameters<typeof edgeForAllTests>[0] = {}): void {
  edgeForAllTests(more)
  beforeAll(async () => {
    await addUser(meridian, 'clerk', 'ADMIN')
    await addUser(meridian, 'colleague', 'ADMIN')
    await addUser(zenith, 'foreign', 'ADMIN')
    holderId = await addUser(meridian, 'zainab', 'CUSTOMER')
    await database.store.forTenant(meridian).write(async (tx) => {
      const tenant_id = meridian
      await tx
        .updateTable('users')
        .set({ email_address: particulars.emailAddress })
        .where('id', '=', holderId)
        .execute()
      await tx
        .insertInto('customers')
        .values({
          ...{ tenant_id, id: CUSTOMER, name: 'Zainab Bello', chn: 'C0000777ZB', account_type: 'individual' },
          ...{ email_address: particulars.emailAddress, phone_number: particulars.phoneNumber },
          ...{ address: '4 Lake Road, Lagos, Lagos', particulars: JSON.stringify(particulars) },
        })
        .execute()
      await tx
        .insertInto('user_trading_accounts')
        .values({ tenant_id, user_id: holderId, account: ACCOUNT })
        .execute()
      const request = await tx
        .insertInto('account_requests')
        .values({
          ...{ tenant_id, user_id: holderId, status: 4, account_type: 'individual', remarks: '[]' },
          ...{ fields: JSON.stringify(particulars), applicant_name: 'Zainab Bello', customer_id: CUSTOMER },
          ...{ account: ACCOUNT, cscs_account: CSCS, chn: 'C0000777ZB' },
          creation_time: new Date(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      requestId = request.id
    })
    // The desk writes accounts.
    const admin = new Client(database.access.admin)
    await admin.connect()
    await admin.query(
      `INSERT INTO trading_accounts (tenant_id, account, customer_id, cscs_account) VALUES ($1, $2, $3, $4)`,
      [meridian, ACCOUNT, CUSTOMER, CSCS],
    )
    await admin.end()
    clerk = await bearerOf('clerk')
    colleague = await bearerOf('colleague')
    ofOther = await bearerOf('foreign', { tenancyName: 'Zenith-Hill' })
  })
}

/** Makes a read with its parameters. */
export async function ask(name: string, parameters: Record<string, string>, headers = clerk) {
  const answer = await app.inject({
    url: `/api/services/app/${name}?${new URLSearchParams(parameters)}`,
    headers,
  })
  return { status: answer.statusCode, ...answer.json() }
}

export const customerKept = () =>
  database.store
    .forTenant(meridian)
    .read((tx) => tx.selectFrom('customers').selectAll().where('id', '=', CUSTOMER).executeTakeFirstOrThrow())

export const auditKept = () =>
  database.store
    .forTenant(meridian)
    .read((tx) => tx.selectFrom('audit_log').selectAll().orderBy('id').execute())
