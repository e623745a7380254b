import { Client } from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { type TestDatabase, testStore } from '../../testing/test-database.ts'
import { createTenant, createUser } from './people.ts'

export let database: TestDatabase
export let admin: Client
export let meridian: number
export let zenith: number

/** One database with two firms for the tests of a file. */
export function firmsForAllTests(): void {
  beforeAll(async () => {
    database = await testStore()
    admin = new Client(database.access.admin)
    await admin.connect()
    meridian = await createTenant(database.store, { tenancyName: 'Meridian', name: 'Meridian Securities' })
    zenith = await createTenant(database.store, { tenancyName: 'Zenith-Hill', name: 'Zenith Hill' })
    for (const tenantId of [meridian, zenith]) {
      const user = { userName: 'broker', name: 'B', surname: 'R', password: 'a password' }
      const emailAddress = `of-${tenantId}@example.com`
      await createUser(database.store, tenantId, { ...user, emailAddress, roles: ['BROKER'] })
    }
  })
  afterAll(async () => {
    await admin.end()
    await database.close()
  })
}
