import { parentPort } from 'node:worker_threads'
import { documentBytes } from './document-check.ts'
import type { DocumentChecked, DocumentToCheck } from './document-checks.ts'

/** The program of the thread that checks documents, one after the other. */

parentPort?.on('message', ({ type, bytes }: DocumentToCheck) => {
  let kept: DocumentChecked = null
  try {
    kept = documentBytes(type, Buffer.from(bytes.buffer))?.length ?? null
  } catch {
    // What cannot be read is refused.
  }
  parentPort?.postMessage(kept)
})
