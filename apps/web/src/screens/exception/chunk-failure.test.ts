import { expect, test } from 'vitest'
import { chunkFailure } from './chunk-failure.ts'

test('a script chunk is known by the error’s name, a style chunk by its code', () => {
  const script = Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' })
  const style = Object.assign(new Error('Loading CSS chunk 7 failed'), { code: 'CSS_CHUNK_LOAD_FAILED' })
  expect(chunkFailure(script)).toEqual({ code: undefined })
  expect(chunkFailure(style)).toEqual({ code: 'CSS_CHUNK_LOAD_FAILED' })
  expect(chunkFailure(new Error('Loading chunk by hand'))).toBeUndefined()
})
