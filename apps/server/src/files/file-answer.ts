/** What a call answers that gives a file. */
export interface FileAnswer {
  /** Its name, with its ending. */
  readonly name: string
  /** Its media type. */
  readonly type: string
  /** The file piece by piece. A piece is made when the client has taken the one before. */
  readonly body: AsyncIterable<string | Uint8Array>
  /**
   * Prints what the next piece is made of in the printing process; `undefined` where that needs no printing. It waits for
   * a turn of printing and holds none of the reads meanwhile.
   */
  readonly print?: (() => Promise<unknown>) | undefined
  /** Whether that takes seconds: it waits for a turn among the long ones, and the short ones do not wait for it. */
  readonly printsLong?: boolean
  /** How many rows the pieces that were made hold. */
  readonly rows: () => number
}

/**
 * An iteration whose first step is made already; it is given out as the first one.
 *
 * @throws whatever the first step throws
 */
export async function begun<T>(
  iterable: AsyncIterable<T>,
): Promise<AsyncIterable<T> & { return(): Promise<IteratorResult<T>> }> {
  const steps = iterable[Symbol.asyncIterator]()
  let first: IteratorResult<T> | undefined = await steps.next()
  const iterator = {
    [Symbol.asyncIterator]: () => iterator,
    next() {
      const step = first ? Promise.resolve(first) : steps.next()
      first = undefined
      return step
    },
    return: async () => (await steps.return?.()) ?? { done: true as const, value: undefined },
  }
  return iterator
}
