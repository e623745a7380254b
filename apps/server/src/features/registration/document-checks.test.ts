import { isRefusal } from '@tradebook/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { type DocumentChecks, MOST_WAITING, openDocumentChecks } from './document-checks.ts'
import { jpeg, pdf, png } from './documents.fixture.ts'

/** Documents are checked in a thread, which may fail. */

let checks: DocumentChecks
afterEach(() => checks.close())

/** A thread that does what the document says: ends, throws, is silent, or keeps three bytes. */
const obedient = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ bytes }) => {
      const text = Buffer.from(bytes).toString()
      if (text === 'exit') process.exit(1)
      if (text === 'throw') throw new Error('of the test')
      if (text !== 'silent') parentPort.postMessage(text === 'refuse' ? null : 3)
    })`)}`,
)
const PDF = 'application/pdf'
const said = (text: string) => checks.check(PDF, Buffer.from(text))
const refusalOf = async (answer: Promise<unknown>) => {
  const given = await answer
  return isRefusal(given) ? given.refusal : given
}

test('documents of each kind are kept whole, up to their end, or not at all', async () => {
  checks = openDocumentChecks()
  const hostile = Buffer.concat([png(), Buffer.from('PK')])
  const answers = await Promise.all([
    checks.check('image/png', png()),
    checks.check('image/png', hostile),
    checks.check('image/jpeg', Buffer.concat([jpeg(), jpeg()])),
    checks.check(PDF, pdf()),
    checks.check(PDF, pdf('1 0 obj\n<< /S /JavaScript >>\nendobj\n')),
    // Blanks where the data of a stream should begin.
    checks.check(PDF, pdf(`stream${' '.repeat(5 * 1024 * 1024)}/AA `)),
    checks.check('application/zip', Buffer.from('PK')),
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

test('a thread that can not begin harms nothing that comes after', async () => {
  checks = openDocumentChecks({ program: new URL('http://nowhere.example/') })
  for (const text of ['first', 'second']) expect(await refusalOf(said(text))).toBe('documentsWaiting')
})

test('a document whose check does not end is refused, and the next one is checked', async () => {
  const limits: (() => void)[] = []
  const late = (work: () => void) => {
    limits.push(work)
    return () => undefined
  }
  checks = openDocumentChecks({ program: obedient, late })
  const [silent, next] = [said('silent'), said('keep it')]
  await vi.waitUntil(() => limits.length === 1)
  limits[0]?.()
  expect(await silent).toBeUndefined()
  expect(await next).toEqual(Buffer.from('kee'))
})

test('no more documents wait than are bounded; more are refused at once, and taken later', async () => {
  checks = openDocumentChecks({ program: obedient })
  const most = Array.from({ length: MOST_WAITING }, () => said('keep it'))
  expect(await refusalOf(said('one more'))).toBe('documentsWaiting')
  expect(await Promise.all(most)).toEqual(most.map(() => Buffer.from('kee')))
  expect(await said('one more')).toEqual(Buffer.from('one'))
})
