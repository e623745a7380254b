import { Side } from '@tradebook/contract'
import { expect, test, vi } from 'vitest'
import { BUYER, order } from '../desk.fixture.ts'
import type { CommittedBatch } from '../desk-options.ts'
import { Publisher } from '../publishing/publisher.ts'
import { desk, price, shareDesk, stage } from '../shared-desk.fixture.ts'
import { nextCommit, pausableConnection } from './paused-commits.fixture.ts'

const batches: CommittedBatch[] = []

shareDesk({
  options: {
    observer: {
      committed: (batch) => void batches.push(batch),
      rebuilt() {},
      answered() {},
      workTurnedDown() {},
    },
    connect: pausableConnection,
  },
})

/** Orders that nobody has the money for: each is refused, kept and answered after its commit. */
const submit = (clOrdID: string) => desk.submit(order(BUYER, clOrdID, Side.buy, price, 1))

test('a batch is answered while the next one commits, and none before its own commit', async () => {
  const happened: string[] = []
  const asked = (clOrdID: string) => submit(clOrdID).then(() => void happened.push(`${clOrdID} is answered`))
  const committing = nextCommit(() => happened.push('a commit leaves'))
  const first = asked('first')
  const ofFirst = await committing
  // They wait for the desk, and are the next batch.
  const others = [asked('second'), asked('third')]
  const committingNext = nextCommit(() => happened.push('a commit leaves'))
  ofFirst.release()
  const ofOthers = await committingNext
  await first
  expect(happened).toEqual(['a commit leaves', 'a commit leaves', 'first is answered'])
  ofOthers.release()
  await Promise.all(others)
  expect(happened.slice(3)).toEqual(['second is answered', 'third is answered'])
})

test('the lines that a batch appends to the journal of a firm are one row', async () => {
  const rows = await stage.rows(
    `SELECT json_array_length(lines) FROM journal_batches WHERE lines::text LIKE '%"clOrdID":"second"%'`,
  )
  expect(rows).toEqual([[2]])
})

test('the measured commit time excludes publishing the previous batch', async () => {
  const unsubscribe = desk.subscribe(() => {
    stage.monotonic += 3_000
  })
  const committing = nextCommit()
  const first = submit('timed')
  const ofFirst = await committing
  const next = submit('next')
  batches.length = 0
  ofFirst.release()
  await Promise.all([first, next])
  unsubscribe()
  expect(batches.map(({ commitMs }) => commitMs)).toEqual([0, 0])
})

test('a batch that cannot be published is answered with what was committed, and the desk recovers', async () => {
  const committing = nextCommit()
  const first = submit('unpublished')
  const ofFirst = await committing
  const next = submit('in doubt')
  const publishing = vi.spyOn(Publisher.prototype, 'publish').mockImplementationOnce(() => {
    throw new Error('it cannot be published')
  })
  ofFirst.release()
  expect(await first).toMatchObject({ refusal: { refusal: 'insufficientFunds' } })
  expect(await next).toMatchObject({ refusal: { refusal: 'outcomeUnknown' } })
  publishing.mockRestore()
  await expect.poll(() => desk.status.ready).toBe(true)
  expect(await submit('after it')).toMatchObject({ refusal: { refusal: 'insufficientFunds' } })
})

test('a desk that ends answers what it has committed', async () => {
  const committing = nextCommit()
  const answer = submit('last')
  const ofLast = await committing
  const ended = desk.end()
  ofLast.release()
  expect(await answer).toMatchObject({ kind: 'refused', refusal: { refusal: 'insufficientFunds' } })
  await ended
})
