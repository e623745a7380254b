import { parentPort, workerData } from 'node:worker_threads'
import { isPlainPdf } from './pdf-check.ts'

/** The program of the thread that checks one PDF file. */

parentPort?.postMessage(isPlainPdf(Buffer.from(workerData as Uint8Array)))
