import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** The exchange in a process of its own, as a person starts it: two firms, each with a session for market data. */
export class OwnExchange {
  readonly #folder = mkdtempSync(join(tmpdir(), 'own-exchange-'))
  #child: ChildProcess | undefined
  #port = 0
  #console = 0

  /** Starts it, on the ports that it had before. */
  async start(): Promise<this> {
    const profile = this.#write('exchange', {
      name: 'shared',
      compID: 'EXCHANGE',
      members: ['NORTH', 'SOUTH'].flatMap((compID) => [
        { compID, version: 'FIX.5.0SP1', username: compID, password: 'a password' },
        { compID: `${compID}-DATA`, version: 'FIX.5.0SP1' },
      ]),
      crowdRate: 0,
    })
    const child = spawn(
      process.execPath,
      [
        ...[main, '--profile', profile, '--data', this.#folder],
        ...['--port', String(this.#port), '--console', String(this.#console)],
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    this.#child = child
    for await (const line of createInterface({ input: child.stdout })) {
      this.#port = Number(/^FIX on [^:]+:(\d+)/.exec(line)?.[1] ?? this.#port)
      this.#console = Number(/^console on .*:(\d+)$/.exec(line)?.[1] ?? this.#console)
      if (this.#port && this.#console) break
    }
    child.stdout.resume()
    return this
  }

  /** Where it accepts FIX. */
  get port(): number {
    return this.#port
  }

  /** What a server needs to trade here as a member. @param port of a proxy in front. */
  env(compID: 'NORTH' | 'SOUTH', own: object = {}, port = this.#port): Readonly<Record<string, string>> {
    const session = { targetCompID: 'EXCHANGE', host: '127.0.0.1', port, heartbeat: 2 }
    return {
      TRADEBOOK_VENUE: 'fix',
      TRADEBOOK_VENUE_PROFILE: this.#write(compID, {
        name: 'shared',
        version: 'FIX.5.0SP1',
        hours: 'always',
        orders: {
          ...session,
          senderCompID: compID,
          credentials: { username: 'EXCHANGE_USER', password: 'EXCHANGE_PASSWORD' },
        },
        marketData: { ...session, senderCompID: `${compID}-DATA` },
        ...own,
      }),
      EXCHANGE_USER: compID,
      EXCHANGE_PASSWORD: 'a password',
    }
  }

  /** Asks the console, or with a body tells it to do something. */
  async console<Answer>(path: string, body?: object): Promise<Answer> {
    const response = await fetch(`http://127.0.0.1:${this.#console}${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json' },
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json().catch(() => undefined)) as Answer
  }

  async kill(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  async close(): Promise<void> {
    await this.kill()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #write(name: string, value: object): string {
    const path = join(this.#folder, `${name}.json`)
    writeFileSync(path, JSON.stringify(value))
    return path
  }
}

const main = fileURLToPath(new URL('../../apps/exchange/src/main.ts', import.meta.url))
