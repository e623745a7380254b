import { constants } from 'node:zlib'
import type { FastifyCompressOptions } from '@fastify/compress'

/**
 * What answers are compressed by: levels that cost less than the bytes they save, on threads of
 * their own so that no turn of the loop waits. Small answers, such as an order's, go as they are. An
 * answer with a secret is never compressed (its row of the contract marks it): next to something the
 * requester chose, its size would reveal the secret (BREACH). Requests are read as they come: no body
 * grows while it is unpacked.
 */
export const compression = {
  encodings: ['br', 'gzip'],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  zlibOptions: { level: 6 },
  /** Bytes an answer must have. */
  threshold: 2_048,
  /** Bytes up to which the loop itself may compress: none. */
  syncThreshold: 0,
  globalDecompression: false,
} satisfies FastifyCompressOptions
