import { Readable } from 'node:stream'
import { setTimeout as rest, setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { begun, type FileAnswer } from '../files/file-answer.ts'

/** Does work when it is its turn. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** Where the pieces of a file wait for their turns. */
export interface FileTurns {
  /** In which pieces are made. */
  readonly read: InTurn
  /** In which is printed what a piece is made of, but the first, which is printed already. */
  readonly print: InTurn
}

/** Records that a file was given; rejects when it cannot. */
export type FileRecorder = (
  file: Pick<FileAnswer, 'name'>,
  rows: number,
  isComplete: boolean,
) => Promise<void>

/**
 * Sends a file. Its first piece is made before the headers are sent, so that its failure is answered
 * like any other. Every piece is printed and made in a turn of its own, so that a client that reads slowly keeps no
 * turn while it does, and neither does a piece that another process prepares. Between two documents of a file printing
 * rests for as long as one took, so that orders alongside it find a processor. When the client leaves, nothing more is
 * printed or made and the body is ended. A file that was begun is recorded before its end is sent: nobody is given a
 * whole file that leaves no trace.
 */
export async function sendFile(
  reply: FastifyReply,
  file: FileAnswer,
  turns: FileTurns,
  record: FileRecorder,
): Promise<FastifyReply> {
  const { name, type } = file
  const pieces = await begun(piecesOf(file, turns, record))
  if (reply.raw.destroyed) {
    await pieces.return()
    return reply.hijack()
  }
  return reply
    .code(200)
    .header('content-type', type)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('cache-control', 'no-store')
    .send(Readable.from(pieces, { objectMode: false }))
}

async function* piecesOf(
  file: FileAnswer,
  turns: FileTurns,
  record: FileRecorder,
): AsyncGenerator<string | Uint8Array> {
  const pieces = file.body[Symbol.asyncIterator]()
  let state: 'not begun' | 'begun' | 'complete' = 'not begun'
  let printingMs = 0
  try {
    for (;;) {
      const print = state === 'not begun' ? undefined : file.print
      if (print) {
        await rest(printingMs)
        await turns.print(async () => {
          const began = performance.now()
          await print()
          printingMs = performance.now() - began
        })
      }
      // What others wait for comes first: a piece may be made without waiting for anything.
      await turnOfTheLoop()
      const next = await turns.read(() => pieces.next())
      if (next.done) break
      state = 'begun'
      yield next.value
    }
    state = 'complete'
    await record(file, file.rows(), true)
  } finally {
    await pieces.return?.()
    if (state === 'begun') await record(file, file.rows(), false)
  }
}

/** How many files, or requests with files, are under way: of each requester and of all together. */
export class FilesUnderWay {
  readonly #most: number
  readonly #byRequester = new Map<string, number>()

  /** @param most of one requester at once */
  constructor(most: number) {
    this.#most = most
  }

  /** Whether one more may begin; it then counts until `ended`. */
  begin(requester: string): boolean {
    const count = this.#byRequester.get(requester) ?? 0
    if (count >= this.#most) return false
    this.#byRequester.set(requester, count + 1)
    return true
  }

  ended(requester: string): void {
    const left = (this.#byRequester.get(requester) ?? 1) - 1
    if (left === 0) this.#byRequester.delete(requester)
    else this.#byRequester.set(requester, left)
  }
}
