import { settingTexts } from '@tradebook/contract'
import { beforeAll } from 'vitest'
import { addUser, bearing, call, database, meridian, zenith } from '../../http/identity.fixture.ts'
import { ask, bearerOf, registrationForAllTests, set } from './registration.fixture.ts'

/** Who review requests for accounts, and how. */

export let reviewer: Record<string, string>
export let second: Record<string, string>
export let ofOther: Record<string, string>

/** Two reviewers of a firm and one of another, signed in, for the tests of a file. */
export function reviewersForAllTests(): void {
  registrationForAllTests()

  beforeAll(async () => {
    await addUser(meridian, 'reviewer', 'ADMIN')
    await addUser(meridian, 'second', 'ADMIN')
    await addUser(zenith, 'foreign', 'ADMIN')
    await set(meridian, settingTexts({ memberCode: 'MSL' }))
    reviewer = await bearerOf('reviewer')
    second = await bearerOf('second')
    ofOther = await bearerOf('foreign', { tenancyName: 'Zenith-Hill' })
  })
}

/** As a reviewer reads a request now. */
export const read = async (id: number, who = reviewer) =>
  (await ask('Customer/GetCustomerAccountCreationRequest', { id: String(id) }, who)).result

/** What an approval names of it. */
export const asRead = async (id: number, who = reviewer) => {
  const { revision, warnings } = (await read(id, who)) ?? {}
  return { revision, warnings }
}

export const approve = async (id: number, who = reviewer, more: object = {}) => {
  // All of these persons have one BVN.
  const input = { id, ...(await asRead(id, who)), reason: 'Seen in person', ...more }
  return call('Customer/ApproveAndSubmitCustomerAccountCreationRequest', input, who)
}

export const setUser = (userName: string, change: object) =>
  database.store
    .forTenant(meridian)
    .write((tx) => tx.updateTable('users').set(change).where('user_name', '=', userName).execute())

export const edit = (id: number, fields: object, who = reviewer) =>
  call('Customer/UpdateCustomerAccountCreationRequest', { id, ...fields }, who)

export const reject = (id: number, more: object = {}, who = reviewer) =>
  call(
    'Customer/RejectCustomerAccountCreationRequest',
    { id, reason: 'The photograph is dark', ...more },
    who,
  )

export const statusAs = (who: Record<string, string>) =>
  ask('Customer/GetCustomerAccountCreationRequestStatus', {}, who)

export const statusOf = (accessToken: string) => statusAs(bearing(accessToken))
