import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pack } from './pack.ts'

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'signalr-example-'))

beforeAll(() => {
  const tarball = pack(folder)
  const installed = join(folder, 'node_modules/@tradebook/signalr')
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'])
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  expect(Object.keys(dependencies)).toEqual(['@msgpack/msgpack', 'ws'])
  mkdirSync(join(folder, 'node_modules/@msgpack'))
  for (const name of Object.keys(dependencies))
    symlinkSync(join(REPOSITORY, 'node_modules', name), join(folder, 'node_modules', name))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the packed package, installed in an empty folder, runs the example of its README', async () => {
  const readme = readFileSync(join(folder, 'node_modules/@tradebook/signalr/README.md'), 'utf8')
  const [, example] = /```ts\n([\s\S]*?)```/.exec(readme)!
  writeFileSync(join(folder, 'example.mts'), example!)
  const server = spawn(process.execPath, ['example.mts'], {
    cwd: folder,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const port = /port: (\d+)/.exec(String((await once(server.stdout, 'data'))[0]))?.[1]
    const client = new HubConnectionBuilder()
      .withUrl(`http://127.0.0.1:${port}/chat?name=ada`)
      .withHubProtocol(new MessagePackHubProtocol())
      .configureLogging(LogLevel.None)
      .build()
    const said = new Promise((resolve) => client.on('said', (...args) => resolve(args)))
    await client.start()
    await client.invoke('Say', 'hello')
    expect(await said).toEqual(['ada', 'hello'])
    await client.stop()
  } finally {
    server.kill()
  }
})
