import { beforeAll, expect, test } from 'vitest'
import { BUYER } from '../../desk/desk.fixture.ts'
import { shareDesk, stage } from '../../desk/shared-desk.fixture.ts'
import { approversOf, recordInfluences } from '../../platform/influences.ts'
import { createUser } from '../../store/people.ts'

/** The market's clock of a demonstration runs ahead of the wall clock, by which people are made and changed. */

const DAY_MS = 86_400_000
const { tenantId } = BUYER
const RULES = { independenceDays: 7, approversByTwo: false }
let [ada, bola] = [0, 0]

shareDesk()
beforeAll(async () => {
  const made = (name: string) =>
    createUser(stage.database.store, tenantId, {
      ...{ userName: name, name, surname: 'Ade', emailAddress: `${name}@firm.example` },
      ...{ password: 'Secret-123', roles: ['ADMIN'] },
    })
  ;[ada, bola] = [await made('Ada'), await made('Bola')]
})

test.each([
  // the days by which the market is ahead, the days since Ada changed the password of Bola → whether that counts
  [0, 0, true],
  [0, 6, true],
  [0, 8, false],
  [8, 0, true],
  [30, 6, true],
  [30, 8, false],
])('%d days ahead, what was done %d days ago by the wall clock counts: %j', async (ahead, ago, counts) => {
  await stage.asAdmin('DELETE FROM influences')
  const madeAt = Date.now() + ahead * DAY_MS
  const scope = stage.database.store.forTenant(tenantId)
  await scope.write((tx) =>
    recordInfluences(tx, [
      { tenantId, userId: bola, byId: ada, kind: 'password', at: Date.now() - ago * DAY_MS },
    ]),
  )
  const refusal = await scope.read(async (tx) =>
    (await approversOf(tx, RULES as never, madeAt)).refusalOf(bola, { makerId: ada, madeAt }),
  )
  expect(refusal?.refusal).toBe(counts ? 'approverNotIndependent' : undefined)
})
