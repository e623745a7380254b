/** What the bundler calls a style sheet that did not arrive. */
export const CSS_CHUNK_LOAD_FAILED = 'CSS_CHUNK_LOAD_FAILED'

/** Whether an error is a screen's chunk that did not load, and its code where it has one. */
export function chunkFailure(error: unknown): { code: string | undefined } | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? error.code : undefined
  if (code === CSS_CHUNK_LOAD_FAILED) return { code }
  return error.name === 'ChunkLoadError' ? { code: undefined } : undefined
}
