import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import type { PrintedDocument } from './document.ts'
import { note } from './note.fixture.ts'
import { linesOf } from './pdf-text.fixture.ts'
import { beginProcess, Printer } from './printer.ts'

/** The processes that were begun, the last one last. */
const begun: ChildProcess[] = []
/** What becomes of the next ones as they begin. */
let fates: ((printing: ChildProcess) => void)[] = []
/** Asks the last process whether it is alive, as the timer does. */
let ask = () => {}
const printer = new Printer({
  every: (_, work) => {
    ask = work
    return () => {}
  },
  begin: () => {
    const printing = beginProcess()
    begun.push(printing)
    fates.shift()?.(printing)
    return printing
  },
})

afterAll(() => printer.close())

/** A printer that has begun no process. */
async function begins(...next: typeof fates) {
  await printer.close()
  begun.length = 0
  fates = next
}

/** It takes what is written to it, and ends before it prints any of it. */
function endsWithIt(printing: ChildProcess) {
  printing.kill('SIGSTOP')
  setImmediate(() => printing.kill('SIGKILL'))
}

/** It is gone before anybody has noticed that: what is written to it fails. */
function isGone(printing: ChildProcess) {
  printing.kill('SIGKILL')
  const state = () => readFileSync(`/proc/${printing.pid}/stat`, 'utf8').split(') ')[1]?.[0]
  // Not awaited: its end would be noticed meanwhile.
  while (state() !== 'Z');
}

/** It exists but cannot be written to. */
const isDisconnected = (printing: ChildProcess) => printing.disconnect()

const unreachable = {
  ...(process.platform === 'linux' ? { 'is gone': isGone } : {}),
  'takes nothing': isDisconnected,
}

const titled = (title: string): PrintedDocument => ({ ...note, title })
const titleOf = (pdf: Uint8Array) => linesOf(pdf)[2]
const long: PrintedDocument = {
  ...titled('Long'),
  rows: Array.from({ length: 300 }, (_, index) => [`Row ${index}`, `${index}.00`]),
}

test('another process prints the same', async () => {
  const titles = ['One', 'Two', 'Three']
  const printed = await Promise.all(titles.map((title) => printer.print({ ...note, title })))
  expect(printed.map((pdf) => linesOf(pdf)[2])).toEqual(titles)
})

test('a document that cannot be printed does not affect others', async () => {
  const wrong = { ...note, facts: null } as unknown as PrintedDocument
  const [failed, printed] = await Promise.allSettled([printer.print(wrong), printer.print(note)])
  expect(failed).toMatchObject({ status: 'rejected' })
  expect(printed).toMatchObject({ status: 'fulfilled' })
})

test('a closed printer rejects unprinted documents, and prints again on request', async () => {
  const [printing] = await Promise.allSettled([printer.print(note), printer.close()])
  expect(printing).toMatchObject({ status: 'rejected', reason: new Error('the printer is closed') })
  expect(linesOf(await printer.print(note))[0]).toBe('Firm')
})

test('a short document does not wait for a long one', async () => {
  const printed: string[] = []
  const note = async (document: PrintedDocument) => {
    await printer.print(document)
    printed.push(document.title)
  }
  await Promise.all([note(long), note(titled('Short'))])
  expect(printed).toEqual(['Short', 'Long'])
})

test('documents that a process left unprinted when it ended are printed again', async () => {
  await begins(endsWithIt)
  const printed = await Promise.all(['One', 'Two'].map((title) => printer.print(titled(title))))
  expect(printed.map(titleOf)).toEqual(['One', 'Two'])
  expect(begun.length).toBe(2)
})

test('a document that ends a second process is not printed a third time, and affects no other', async () => {
  await begins(endsWithIt, endsWithIt)
  const ends = printer.print(titled('Ends'))
  const other = printer.print(titled('Other'))
  await expect(ends).rejects.toThrow('the printing process has ended')
  expect(titleOf(await other)).toBe('Other')
  expect(begun.length).toBe(3)
})

for (const [what, fate] of Object.entries(unreachable)) {
  test(`a document that could not be written to a process that ${what} counts as not begun: two others may print it`, async () => {
    await begins(fate, endsWithIt, fate)
    const printed = await Promise.all(['One', 'Two'].map((title) => printer.print(titled(title))))
    expect(printed.map(titleOf)).toEqual(['One', 'Two'])
    expect(begun.length).toBe(4)
  })

  test(`a process that ${what} after it has printed is followed by another`, async () => {
    await begins()
    await printer.print(note)
    for (const printing of begun) fate(printing)
    expect(titleOf(await printer.print(titled('Next')))).toBe('Next')
    expect(begun.length).toBe(2)
  })

  test(`asking a process that ${what} whether it is alive fails nothing`, async () => {
    await begins()
    await printer.print(note)
    for (const printing of begun) fate(printing)
    ask()
    expect(titleOf(await printer.print(titled('Next')))).toBe('Next')
    expect(begun.length).toBe(2)
  })

  test(`a document is abandoned after six processes that each ${what}, and the next one is printed`, async () => {
    await begins(...Array<typeof fate>(6).fill(fate))
    await expect(printer.print(note)).rejects.toThrow(Error)
    expect(begun.length).toBe(6)
    expect(titleOf(await printer.print(titled('Next')))).toBe('Next')
  })
}

test('a process that cannot be started fails only its document', async () => {
  const none = new Printer({
    every: () => () => {},
    begin: () => spawn('/there/is/no/such/program') as ChildProcess,
  })
  await expect(none.print(note)).rejects.toThrow('the printing process is not there')
  await none.close()
})

test('a process that hangs is ended, and its unprinted documents are printed again', async () => {
  await begins()
  const printed = printer.print(note)
  const [hanging] = begun
  hanging?.kill('SIGSTOP')
  const ended = hanging && once(hanging, 'exit')
  for (let times = 0; times < 4; times += 1) ask()
  await ended
  expect(titleOf(await printed)).toBe(note.title)
})

test('a process that hangs while nothing is to be printed is ended, too', async () => {
  await begins()
  await printer.print(note)
  const [hanging] = begun
  hanging?.kill('SIGSTOP')
  const ended = hanging && once(hanging, 'exit')
  for (let times = 0; times < 4; times += 1) ask()
  await ended
  expect(titleOf(await printer.print(note))).toBe(note.title)
  expect(begun.length).toBe(2)
})

test('a process that answers is not ended, however long it prints', async () => {
  let isPrinted = false
  const printed = printer.print(long).finally(() => {
    isPrinted = true
  })
  const processes = begun.length
  const printing = begun.at(-1)
  while (!isPrinted && printing) {
    ask()
    await Promise.race([once(printing, 'message'), printed])
  }
  expect(titleOf(await printed)).toBe('Long')
  expect(begun.length).toBe(processes)
})
