/** The database cannot be asked now: it is away, does not answer, or has no room left. */
export class DatabaseUnavailable extends Error {
  constructor(words: string, cause?: unknown) {
    super(words, { cause })
    this.name = new.target.name
  }
}

/** The database was lost when it was asked to commit: whether the change is kept is not known. */
export class OutcomeUnknown extends DatabaseUnavailable {}

/**
 * What an operator should know about an error of reaching or using the database, or `undefined`
 * when it is about what was asked and not about the database itself.
 */
export function whyUnavailable(error: unknown): string | undefined {
  if (error instanceof DatabaseUnavailable) return error.message
  if (!(error instanceof Error)) return undefined
  if (isDiskFull(error)) return DISK_FULL
  const code = codeOf(error)
  const words = reasons.find(([codes]) => codes.test(code))?.[1]
  if (words !== undefined) return words
  return driverMessages.find(([messages]) => messages.test(error.message))?.[1]
}

export const DISK_FULL = 'The disk of the database is full.'

/** SQLSTATE classes (PostgreSQL, appendix A) and Node's codes of connections. */
const reasons: readonly (readonly [codes: RegExp, words: string])[] = [
  [/^55P03$/, 'Another session keeps the database locked.'],
  [/^57014$/, 'The database took too long.'],
  [/^57P03$/, 'The database is starting or stopping.'],
  [/^57P/, 'The database ended the connection.'],
  [/^53300$/, 'The database has no connection left.'],
  [/^53/, 'The database has run out of resources.'],
  [/^58/, 'The database cannot use its disk.'],
  [/^25006$/, 'The database only reads: another may have taken its place.'],
  [/^08/, 'The connection to the database was lost.'],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/, 'The database cannot be reached.'],
  [/^ETIMEDOUT$/, 'The database does not answer.'],
  [/^(ECONNRESET|EPIPE)$/, 'The connection to the database was lost.'],
]

/** The driver's messages about connections that carry no code. */
const driverMessages: readonly (readonly [messages: RegExp, words: string])[] = [
  [/^timeout e|due to connection timeout$/, 'The database does not answer.'],
  [
    /^Connection terminated|is not queryable$|^Cannot use a pool after/,
    'The connection to the database was lost.',
  ],
]

const codeOf = (error: Error): string => String((error as { code?: unknown }).code ?? '')

const NO_SPACE = /No space left on device|ENOSPC|EDQUOT|Disk quota exceeded/

/** Whether a file could not be written for lack of space, by Node, `initdb` or PostgreSQL (53100). */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && (codeOf(error) === '53100' || NO_SPACE.test(`${codeOf(error)} ${error.message}`))

/** Too many questions of one requester wait already: this one was not asked. */
export class DatabaseBusy extends Error {
  constructor() {
    super('Too many questions of one requester wait for the database.')
  }
}
