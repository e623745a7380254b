import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { linesOf, MalformedRow, parseBook, parseMessage } from './recording.ts'
import { Replay } from './replay.ts'

/** Message, then the book after it at two levels: offer, bid, offer, bid, each price and size. */
type Row = readonly [message: string, book: string]

const FIRST: Row = ['34200.5,1,1,10,100,1', '110,5,100,10,120,5,90,10']

function replay(...rows: Row[]) {
  const run = new Replay(parseBook(FIRST[1], 2), 2)
  const outcomes = rows.map(([message, book]) => run.apply(parseMessage(message), parseBook(book, 2)))
  const { executionsChecked, executionsHit, gaps } = run.report
  return { outcomes, executions: `${executionsHit} of ${executionsChecked}`, gaps }
}

describe('a replay', () => {
  it('follows orders by their id, and levels in and out of view', () => {
    expect(
      replay(
        // A better bid pushes 90 out of view; part of it is executed, the rest deleted.
        ['34201,1,2,5,105,1', '110,5,105,5,120,5,100,10'],
        ['34202,4,2,3,105,1', '110,5,105,2,120,5,100,10'],
        // Back in view, two shares less at 90 than when it was last seen.
        ['34203,3,2,2,105,1', '110,5,100,10,120,5,90,8'],
        // Orders from before the recording: known by their level only.
        ['34204,2,999,4,100,1', '110,5,100,6,120,5,90,8'],
        ['34205,5,0,50,105,1', '110,5,100,6,120,5,90,8'],
        ['34206,4,998,5,110,-1', '120,5,100,6,130,7,90,8'],
        // Nothing is left behind the last offer.
        ['34207,3,997,7,130,-1', '120,5,100,6,9999999999,0,90,8'],
      ),
    ).toEqual({
      outcomes: ['exact', 'exact', 'slidIn', 'exact', 'exact', 'slidIn', 'exact'],
      executions: '1 of 1',
      gaps: 0,
    })
  })

  it('sees an execution that is not of the first order at its price', () => {
    expect(
      replay(
        ['34201,1,2,5,105,1', '110,5,105,5,120,5,100,10'],
        ['34202,1,3,5,105,1', '110,5,105,10,120,5,100,10'],
        ['34203,4,3,5,105,1', '110,5,105,5,120,5,100,10'],
      ),
    ).toEqual({ outcomes: ['exact', 'exact', 'exact'], executions: '0 of 1', gaps: 0 })
  })

  it('detects a wrong size, a wrong price and an extra level, and continues with the recorded book', () => {
    expect(
      replay(
        ['34201,1,2,5,105,1', '110,5,105,6,120,5,100,10'],
        ['34202,1,3,5,106,1', '110,5,107,5,120,5,105,6'],
        ['34203,1,4,5,101,1', '110,5,107,5,9999999999,0,105,6'],
        ['34204,1,5,5,108,1', '110,5,108,5,9999999999,0,107,5'],
      ).outcomes,
    ).toEqual(['mismatch', 'mismatch', 'mismatch', 'exact'])
  })

  const entered: Row = ['34201,1,2,5,105,1', '110,5,105,5,120,5,100,10']
  it.each<[fault: string, row: Row]>([
    ['a worst level that only our book lost', ['34202,3,999,5,120,-1', '110,5,105,5,120,5,100,10']],
    ['a deletion of more than the order has', ['34202,3,2,9,105,1', '110,5,100,10,120,5,90,10']],
    ['a deletion of less than the order has', ['34202,3,2,4,105,1', '110,5,105,1,120,5,100,10']],
    ['a reduction to nothing', ['34202,2,2,5,105,1', '110,5,100,10,120,5,90,10']],
    ['a deletion of more than the level has', ['34202,3,999,6,110,-1', '120,5,105,5,9999999999,0,100,10']],
    ['a trade at a better price', ['34202,4,2,2,104,1', '110,5,105,3,120,5,100,10']],
    ['a trade of more than the order has', ['34202,4,2,6,105,1', '110,5,100,10,120,5,90,10']],
    ['a trade of an unknown order at a better price', ['34202,4,999,2,111,-1', '110,3,105,5,120,5,100,10']],
  ])('finds %s', (_, row) => {
    const { outcomes, executions } = replay(entered, row)
    expect(outcomes).toEqual(['exact', 'mismatch'])
    expect(executions).toMatch(/^0 of/)
  })

  it('takes an order that came while its level was out of view for a gap of the recording', () => {
    const run = replay(
      ['34201,1,2,5,90,1', '110,5,100,10,120,5,90,15'],
      ['34202,1,3,5,90,1', '110,5,100,10,120,5,90,20'],
      ['34203,1,4,5,105,1', '110,5,105,5,120,5,100,10'],
      // Nothing shows that order 3 goes from 90, and another of 15 with the orders from before, and 999 comes.
      ['34204,3,4,5,105,1', '110,5,100,10,120,5,90,20'],
      ['34205,3,999,15,90,1', '110,5,100,10,120,5,90,5'],
      ['34206,3,2,5,90,1', '110,5,100,10,120,5,80,4'],
    )
    expect(run.outcomes).toEqual(['exact', 'exact', 'exact', 'exact', 'exact', 'slidIn'])
    expect(run.gaps).toBe(1)
  })

  it('finds the deletion of an order that is gone', () => {
    const run = replay(
      ['34201,1,2,5,105,1', '110,5,105,5,120,5,100,10'],
      ['34202,1,3,5,105,1', '110,5,105,10,120,5,100,10'],
      ['34203,3,2,5,105,1', '110,5,105,5,120,5,100,10'],
      ['34204,3,2,5,105,1', '110,5,100,10,120,5,90,10'],
    )
    expect(run.outcomes).toEqual(['exact', 'exact', 'exact', 'mismatch'])
    expect(run.gaps).toBe(0)
  })

  it('does not excuse the worst level when a better one only pushed another out of view', () => {
    expect(replay(['34201,1,2,5,105,1', '110,5,105,5,120,5,100,9']).outcomes).toEqual(['mismatch'])
  })
})

describe('the format', () => {
  it.each([
    ['34200.5,1,1,10,100', '6 columns expected, 5 found'],
    ['34200.5,6,1,10,100,1', 'no such kind of message: 6'],
    ['34200.5,constructor,1,10,100,1', 'not a kind: constructor'],
    ['later,1,1,10,100,1', 'not a time in seconds: later'],
    ['34200.5,1,1.5,10,100,1', 'not an order id: 1.5'],
    ['34200.5,1,1,0,100,1', 'not a size: 0'],
    ['34200.5,1,1,10,2147483648,1', 'not a price: 2147483648'],
    ['34200.5,1,1,10,100,2', 'not a direction: 2'],
    ['34200.5,1,1,10,100,0', 'not a direction: 0'],
  ])('refuses %s', (line, why) => {
    expect(() => parseMessage(line)).toThrow(new MalformedRow(why))
  })

  it('has whole rows of the book', () => {
    expect(() => parseBook('110,5,100', 1)).toThrow(
      new MalformedRow('4 columns expected for 1 levels, 3 found'),
    )
    expect(() => parseBook('110,5,100,x', 1)).toThrow(new MalformedRow('not a price or size: x'))
  })

  it('has lines, however the file is cut into pieces', async () => {
    async function* pieces() {
      yield* ['on', 'e\r\ntwo\nth', 'ree', '\n', 'four']
    }
    const lines = []
    for await (const line of linesOf(pieces())) lines.push(line)
    expect(lines).toEqual(['one', 'two', 'three', 'four'])
  })
})

describe('npm run replay', () => {
  const root = join(import.meta.dirname, '../../..')
  let folder: string
  const file = (name: string) => join(folder, name)

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tradebook-replay-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  const run = (...args: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      const child = execFile(process.execPath, ['scripts/replay.ts', ...args], { cwd: root }, (_, out, err) =>
        resolve({ code: child.exitCode ?? -1, out, err }),
      )
    })
  const replayFiles = async (messages: string[], books: string[], levels = '2') => {
    await writeFile(file('messages.csv'), messages.join('\n'))
    await writeFile(file('books.csv'), books.join('\n'))
    return run('--message', file('messages.csv'), '--orderbook', file('books.csv'), '--levels', levels)
  }
  const second: Row = ['34201,1,2,5,105,1', '110,5,105,5,120,5,100,10']

  it('counts rows and executions', async () => {
    const { code, out } = await replayFiles([FIRST[0], second[0]], [FIRST[1], second[1]])
    expect(out).toMatch(/exact +1\n.*sliding in +0\n.*mismatches +0\n.*order id +0 of 0 checked\n$/s)
    expect(code).toBe(0)
  })

  it('reports by its exit code that something does not agree', async () => {
    const { code, out } = await replayFiles([FIRST[0], second[0]], [FIRST[1], FIRST[1]])
    expect(out).toMatch(/mismatches +1\n/)
    expect(code).toBe(2)
  })

  it('refuses a malformed row by file and line', async () => {
    const wrong = await replayFiles([FIRST[0], 'nonsense'], [FIRST[1], second[1]])
    expect(wrong).toEqual({
      code: 1,
      out: '',
      err: `${file('messages.csv')}:2: 6 columns expected, 1 found\n`,
    })
    const short = await replayFiles([FIRST[0], second[0]], [FIRST[1], '1,2'])
    expect(short.err).toBe(`${file('books.csv')}:2: 8 columns expected for 2 levels, 2 found\n`)
  })

  it('refuses files of different length, an empty one, one that is not there, and wrong arguments', async () => {
    const errors = [
      await replayFiles([FIRST[0], second[0]], [FIRST[1]]),
      await replayFiles([FIRST[0]], [FIRST[1], second[1]]),
      await replayFiles([], []),
      await run('--message', file('none.csv'), '--orderbook', file('none.csv.gz'), '--levels', '2'),
      await replayFiles([FIRST[0]], [FIRST[1]], 'two'),
    ]
    expect(errors.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1])
    expect(errors.map(({ err }) => err.replaceAll(`${folder}/`, ''))).toEqual([
      'books.csv: ends before row 2 of messages.csv\n',
      'messages.csv: ends after row 1, before books.csv\n',
      'messages.csv: is empty\n',
      expect.stringContaining('none.csv: ENOENT'),
      'Usage: npm run replay -- --message FILE --orderbook FILE --levels N\n',
    ])
  })
})

const recordings = join(
  process.env.TRADEBOOK_FIXTURES ?? join(import.meta.dirname, '../../../../shared/data'),
  'lobster',
)
const present = existsSync(recordings)

describe(`a real recording${present ? '' : ` (skipped: there is no ${recordings})`}`, () => {
  it.skipIf(!present)(
    'of 999 rows at 10 levels: no mismatch, and every execution hits its order',
    async () => {
      const name = (kind: string) => join(recordings, `AAPL_2012-06-21_first999_${kind}_10.csv`)
      const lines = async (kind: string) => (await readFile(name(kind), 'utf8')).trimEnd().split('\n')
      const [messages, books] = await Promise.all([lines('message'), lines('orderbook')])
      const run = new Replay(parseBook(books[0]!, 10), 10)
      for (let row = 1; row < messages.length; row++) {
        run.apply(parseMessage(messages[row]!), parseBook(books[row]!, 10))
      }
      const { rows, executionsChecked, executionsHit } = run.report
      expect(rows.exact + rows.slidIn).toBe(998)
      expect(rows.mismatch).toBe(0)
      expect([executionsHit, executionsChecked]).toEqual([94, 94])
    },
  )
})
