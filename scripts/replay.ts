/**
 * `npm run replay -- --message FILE --orderbook FILE --levels N`: recorded order-level data of a
 * real exchange through our own, the book compared after every row. Files may be gzipped.
 *
 * Exit code 0: everything agrees; 1: the input is refused; 2: something does not agree.
 */
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import {
  linesOf,
  MalformedRow,
  parseBook,
  parseMessage,
  Replay,
  type ReplayReport,
} from '@tradebook/exchange'

const USAGE = 'npm run replay -- --message FILE --orderbook FILE --levels N'

/** What the input is refused for, in words for anyone who gave it. */
class Refused extends Error {}

try {
  const { message, orderbook, levels } = readArguments()
  const started = performance.now()
  const report = await replay(message, orderbook, levels)
  print(report, message, levels, performance.now() - started)
  const agrees = report.rows.mismatch === 0 && report.executionsHit === report.executionsChecked
  process.exitCode = agrees ? 0 : 2
} catch (error) {
  if (!(error instanceof Refused)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function replay(messageFile: string, bookFile: string, levels: number): Promise<ReplayReport> {
  const books = rowsOf(bookFile, (line) => parseBook(line, levels))
  let replay: Replay | undefined
  let rows = 0
  for await (const message of rowsOf(messageFile, parseMessage)) {
    rows++
    const { value: book, done } = await books.next()
    if (done) throw new Refused(`${bookFile}: ends before row ${rows} of ${messageFile}`)
    if (replay) replay.apply(message, book)
    else replay = new Replay(book, levels)
  }
  if (!(await books.next()).done)
    throw new Refused(`${messageFile}: ends after row ${rows}, before ${bookFile}`)
  if (!replay) throw new Refused(`${messageFile}: is empty`)
  return replay.report
}

/** The rows of a file, read as they are asked for. */
async function* rowsOf<Row>(file: string, parse: (line: string) => Row): AsyncGenerator<Row, undefined> {
  let number = 0
  try {
    for await (const line of linesOf(textOf(file))) {
      number++
      yield parse(line)
    }
  } catch (error) {
    if (error instanceof MalformedRow) throw new Refused(`${file}:${number}: ${error.message}`)
    if (error instanceof Error && 'code' in error) throw new Refused(`${file}: ${error.message}`)
    throw error
  }
}

function textOf(file: string): AsyncIterable<string> {
  const bytes = createReadStream(file)
  // The errors of both reach anyone who reads the last of them.
  const text = file.endsWith('.gz') ? pipeline(bytes, createGunzip(), () => {}) : bytes
  return text.setEncoding('utf8')
}

function print(
  { rows, executionsChecked, executionsHit, gaps }: ReplayReport,
  file: string,
  levels: number,
  ms: number,
) {
  const compared = rows.exact + rows.slidIn + rows.mismatch
  const line = (what: string, count: string | number) => console.log(`  ${what.padEnd(44)}${count}`)
  console.log(
    `${basename(file)}: ${compared} rows compared at ${levels} levels in ${(ms / 1_000).toFixed(1)} s`,
  )
  line('exact', rows.exact)
  line('exact except for a level sliding in', rows.slidIn)
  line('mismatches', rows.mismatch)
  line('orders that came out of its view', gaps)
  line('executions that hit the expected order id', `${executionsHit} of ${executionsChecked} checked`)
}

function readArguments(): { message: string; orderbook: string; levels: number } {
  const options = {
    message: { type: 'string' },
    orderbook: { type: 'string' },
    levels: { type: 'string' },
  } as const
  const { message, orderbook, levels } = parseArgs({ options, strict: false }).values
  const count = Number(levels)
  if (typeof message !== 'string' || typeof orderbook !== 'string' || !Number.isInteger(count) || count < 1) {
    throw new Refused(`Usage: ${USAGE}`)
  }
  return { message, orderbook, levels: count }
}
