import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoDataFolder } from '../demo-server.ts'
import { type RunningServer, removeDataFolder, startServer } from '../running-server.ts'
import { audit } from './audit.ts'
import { databaseOf, LOCK_SESSION } from './database.ts'
import { expectSameAnswers, isLost, strangers } from './history.ts'
import { startLoad } from './order-load.ts'

const SEED = Number(process.env.TRADEBOOK_TEST_SEED ?? 20_261_121)

let dataFolder: string
let first: RunningServer
let second: RunningServer

beforeAll(async () => {
  dataFolder = await demoDataFolder()
  first = await startServer(dataFolder)
})

afterAll(async () => {
  await second?.stop()
  await first?.kill()
  await removeDataFolder(dataFolder)
})

test('a server that lost its lock under load ends when it resumes, and the one that took over loses and duplicates no order', async () => {
  const before = await startLoad(first, 'first', SEED)
  await before.answered(200)
  // Requests are in flight, and the process notices nothing of what happens to its lock.
  first.signal('SIGSTOP')
  expect(await databaseOf(dataFolder).terminate(LOCK_SESSION)).toBe(1)

  second = await startServer(dataFolder)
  const after = await startLoad(second, 'second', SEED + 1)
  await after.accepted(50)
  first.signal('SIGCONT')
  expect(await first.ended).toBe(1)
  expect(first.output()).toContain('has taken over this database')

  // The second leads on: neither the lock nor the database was taken from it.
  await after.accepted(50)
  const history = [...(await before.stop()), ...(await after.stop())]
  const found = await audit(dataFolder)
  expect(found.broken).toEqual({})
  expect(history.filter((sent) => isLost(sent, found))).toEqual([])
  expect(strangers(found, history)).toEqual([])
  await expectSameAnswers(second, history)
  expect((await audit(dataFolder)).broken).toEqual({})
})
