import { afterAll, beforeAll } from 'vitest'
import { type DemoServer, openDemo } from '../demo-server.ts'
import { type Readers, signEverybodyIn } from './reader.ts'

export let server: DemoServer
export let readers: Readers

/** One server for the tests of a file, with everybody signed in. */
export function readersForAllTests(environment: Readonly<Record<string, string>> = {}): void {
  beforeAll(async () => {
    server = await openDemo({ TRADEBOOK_TRUSTED_PROXIES: '127.0.0.1', ...environment })
    readers = await signEverybodyIn(server)
  })

  afterAll(async () => {
    await Promise.all(readers?.all.map(({ hub }) => hub?.stop()) ?? [])
    await server?.close()
  })
}
