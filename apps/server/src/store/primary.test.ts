import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testStore } from '../../testing/test-database.ts'
import { hostUrls, Primary } from './primary.ts'

test.each([
  ['postgres://me:secret@one:5432/db', ['postgres://me:secret@one:5432/db']],
  ['postgres://one,two:5433/db', ['postgres://one/db', 'postgres://two:5433/db']],
  [
    'postgres://me:a,b@one,[::1]:5433/db?target_session_attrs=read-write&sslmode=require',
    ['postgres://me:a,b@one/db?sslmode=require', 'postgres://me:a,b@[::1]:5433/db?sslmode=require'],
  ],
  [
    'postgres://one,two/db?sslmode=require&target_session_attrs=primary',
    ['postgres://one/db?sslmode=require', 'postgres://two/db?sslmode=require'],
  ],
  ['postgres://one,two/db?target_session_attrs=read-write', ['postgres://one/db', 'postgres://two/db']],
])('the hosts of %s', (url, hosts) => {
  expect(hostUrls(url)).toEqual(hosts)
})

/** URLs of one database: as it is, one on which it only reads, and one that nobody answers. */
async function hosts() {
  const database = await testStore()
  onTestFinished(() => database.close())
  const { host, port, user, password, database: name } = database.access.admin
  const primary = `postgres://${user}:${password}@${host}:${port}/${name}`
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const gone = `postgres://x:y@127.0.0.1:${(silent.address() as AddressInfo).port}/db`
  await new Promise((closed) => silent.close(closed))
  return { primary, reads: `${primary}?options=-c%20default_transaction_read_only%3Don`, gone }
}

test('the read-write host is found, wherever it is listed', async () => {
  const { primary, reads, gone } = await hosts()
  const warn = vi.fn()
  for (const urls of [
    [primary, reads, gone],
    [gone, reads, primary],
  ]) {
    const found = new Primary(urls, { warn })
    await found.find()
    expect(found.config).toEqual({ connectionString: primary })
  }
  expect(warn).not.toHaveBeenCalled()
})

test('while none is read-write, each is named with the reason', async () => {
  const { reads, gone } = await hosts()
  await expect(new Primary([gone, reads], { warn: vi.fn() }).find()).rejects.toThrow(
    /^No host of the database is read-write\. 127\.0\.0\.1:\d+: The database cannot be reached\. \S+: The database only reads\.$/,
  )
})
