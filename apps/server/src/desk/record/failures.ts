/** Another desk was elected meanwhile: this one must end, nothing of the batch was kept. */
export class FencedOut extends Error {
  constructor() {
    super('Another Tradebook has taken over this database.')
  }
}

/**
 * A batch cannot be kept for what it contains. It is certain that nothing of it was: it failed
 * before anything was sent, or PostgreSQL answered that it refused a statement of the transaction.
 */
export class Unrecordable extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/**
 * SQLSTATE classes (PostgreSQL, appendix A) of errors that are about the data of a statement and
 * not about the database: cardinality violation, data exception, integrity constraint violation,
 * WITH CHECK OPTION violation, program limit exceeded.
 */
const dataClasses: ReadonlySet<string> = new Set(['21', '22', '23', '44', '54'])

/** Whether PostgreSQL refused a statement because of its data. */
export const isAboutData = (error: unknown): boolean => dataClasses.has(sqlStateOf(error).slice(0, 2))

/** PostgreSQL's code of an error; empty when it is none of PostgreSQL's. */
export const sqlStateOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
