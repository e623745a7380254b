import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './running-server.ts'

/** The program, as `npm test` found it; without one, tests of several processes cannot run. */
export const NATS_SERVER = process.env.NATS_SERVER

/** A real NATS server on a port of its own, which can be killed and started again there. */
export class NatsServer {
  readonly url: string
  readonly #port: number
  readonly #options: readonly string[]
  #child: ChildProcess | undefined

  private constructor(port: number, options: readonly string[]) {
    this.#port = port
    this.#options = options
    this.url = `nats://127.0.0.1:${port}`
  }

  /** @param options of its command line, besides where it listens. */
  static async start(...options: readonly string[]): Promise<NatsServer> {
    const server = new NatsServer(await freePort(), options)
    await server.start()
    return server
  }

  /** Resolves when it takes connections. */
  async start(): Promise<void> {
    const child = spawn(
      NATS_SERVER ?? '',
      ['--addr', '127.0.0.1', '--port', String(this.#port), ...this.#options],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    this.#child = child
    let output = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    while (!output.includes('Server is ready')) {
      if (child.exitCode !== null) throw new Error(`The NATS server did not start.\n${output}`)
      await sleep(10)
    }
  }

  /** `kill -9`. */
  async kill(): Promise<void> {
    if (!this.#child || this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#child.kill('SIGKILL')
    await once(this.#child, 'exit')
  }
}
