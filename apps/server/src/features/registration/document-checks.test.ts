import { isRefusal } from '@tradebook/contract'
import { afterEach, expect, test } from 'vitest'
import {
  type DocumentChecks,
  MOST_LOOKS,
  MOST_OF_PERSON,
  MOST_WAITING,
  openDocumentChecks,
} from './document-checks.ts'
import { jpeg, pdf, png } from './documents.fixture.ts'

/** Documents are checked in a thread, which may fail. */

let checks: DocumentChecks
afterEach(() => checks.close())

/** A thread that does what the document says: ends, throws, is silent, never comes to an end, or keeps three bytes. */
const obedient = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ bytes }) => {
      const text = Buffer.from(bytes).toString()
      if (text === 'exit') process.exit(1)
      if (text === 'throw') throw new Error('of the test')
      while (text === 'busy');
      if (text !== 'silent') parentPort.postMessage(text === 'refuse' ? null : 3)
    })`)}`,
)
const PDF = 'application/pdf'
const person = (userId: number) => ({ tenantId: 2, userId })
const ofPerson = (userId: number, text: string) => checks.check(person(userId), PDF, Buffer.from(text))
const said = (text: string) => ofPerson(1, text)
const refusalOf = async (answer: Promise<unknown>) => {
  const given = await answer
  return isRefusal(given) ? given.refusal : given
}

test('documents of each kind are stored completely or not at all', async () => {
  checks = openDocumentChecks()
  const hostile = Buffer.concat([png(), Buffer.from('PK')])
  const answers = await Promise.all([
    checks.check(person(1), 'image/png', png()),
    checks.check(person(1), 'image/png', hostile),
    checks.check(person(1), 'image/jpeg', Buffer.concat([jpeg(), jpeg()])),
    checks.check(person(1), PDF, pdf()),
    checks.check(person(1), PDF, pdf('1 0 obj\n<< /S /JavaScript >>\nendobj\n')),
    // Blanks where the data of a stream should begin.
    checks.check(person(1), PDF, pdf(`stream${' '.repeat(5 * 1024 * 1024)}/AA `)),
    checks.check(person(1), 'application/zip', Buffer.from('PK')),
  ])
  expect(answers).toEqual([png(), undefined, jpeg(), pdf(), undefined, undefined, undefined])
})

test.each(['exit', 'throw'])(
  'a thread that fails (%s) is replaced, and its document is to be sent again',
  async (how) => {
    checks = openDocumentChecks({ program: obedient })
    expect(await said('keep it')).toEqual(Buffer.from('kee'))
    expect(await refusalOf(said(how))).toBe('documentsWaiting')
    expect(await said('keep it')).toEqual(Buffer.from('kee'))
    expect(await said('refuse')).toBeUndefined()
  },
)

test('a thread that cannot begin harms nothing that comes after', async () => {
  checks = openDocumentChecks({ program: new URL('http://nowhere.example/') })
  for (const text of ['first', 'second']) expect(await refusalOf(said(text))).toBe('documentsWaiting')
})

test('a document whose check needs too much time of the thread is refused, and the next one is checked', async () => {
  let looks = 0
  const every = (work: () => void) => {
    const timer = setInterval(() => {
      looks += 1
      work()
    }, 500)
    return () => clearInterval(timer)
  }
  checks = openDocumentChecks({ program: obedient, timeLimit: 1_000, every })
  const [busy, next] = [said('busy'), said('keep it')]
  expect(await busy).toBeUndefined()
  expect(looks).toBeLessThan(MOST_LOOKS)
  expect(await next).toEqual(Buffer.from('kee'))
})

test('a thread that does not answer is abandoned, and the next document is checked', async () => {
  const looks: (() => void)[] = []
  const every = (work: () => void) => {
    looks.push(work)
    return () => undefined
  }
  checks = openDocumentChecks({ program: obedient, every })
  const [silent, next] = [said('silent'), said('keep it')]
  for (let look = 0; look <= MOST_LOOKS; look += 1) looks[0]?.()
  expect(await silent).toBeUndefined()
  expect(await next).toEqual(Buffer.from('kee'))
})

test('a person with many waiting documents does not make others wait behind all of them', async () => {
  checks = openDocumentChecks({ program: obedient })
  const done: string[] = []
  const documents = [...'aaaabcb'].map((who) =>
    ofPerson(who.charCodeAt(0), who).then(() => {
      done.push(who)
    }),
  )
  await Promise.all(documents)
  // The first is checked at once; then each has a turn.
  expect(done.join('')).toBe('aabcaba')
})

test('the number of waiting documents is limited, in total and per person; others are refused at once, and accepted later', async () => {
  checks = openDocumentChecks({ program: obedient })
  const most = Array.from({ length: MOST_OF_PERSON + 1 }, () => said('keep it'))
  expect(await refusalOf(said('one more'))).toBe('documentsWaiting')
  for (let other = 2; most.length <= MOST_WAITING; other += 1) most.push(ofPerson(other, 'keep it'))
  expect(await refusalOf(ofPerson(100, 'one more'))).toBe('documentsWaiting')
  expect(await Promise.all(most)).toEqual(most.map(() => Buffer.from('kee')))
  expect(await said('one more')).toEqual(Buffer.from('one'))
})
