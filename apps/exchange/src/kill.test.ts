import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { folder, order, Peer, profile } from './market.fixture.ts'

const KILLS = Number(process.env.TRADEBOOK_TEST_KILLS ?? 3)
const PER_ROUND = 40

let running: ChildProcess | undefined
afterEach(() => running?.kill('SIGKILL'))

async function start(data: string, file: string): Promise<number> {
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  const child = spawn(process.execPath, [main, '--profile', file, '--port', '0', '--data', data])
  running = child
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /^FIX on 127\.0\.0\.1:(\d+)/.exec(line)?.[1]
    if (port) return Number(port)
  }
  throw new Error('the exchange did not start')
}

test(
  'after kill -9 under load each order exists once, and no report is lost or added',
  async () => {
    const data = folder()
    const own = profile({ crowdRate: 200 })
    const file = join(data, 'profile.json')
    writeFileSync(file, JSON.stringify(own))
    const a = new Peer('A', own)
    const reports: string[] = []
    let sent = 0
    for (let round = 0; round <= KILLS; round++) {
      await a.connect(await start(data, file))
      for (let one = 0; one < PER_ROUND; one++) a.send('D', order(`o${sent++}`, { 44: '55.10' }))
      if (round === KILLS) break
      // It ends while it is at work on what follows this report.
      reports.push((await a.next()).fields.get(11)!)
      const ended = once(running!, 'exit')
      running!.kill('SIGKILL')
      await ended
      await a.cut()
    }
    while (reports.length < sent) reports.push((await a.next()).fields.get(11)!)
    expect(reports).toEqual(Array.from({ length: sent }, (_, one) => `o${one}`))
    a.send('AF', [
      [584, 'all'],
      [585, '7'],
    ])
    expect(await a.shown(584, 911)).toBe(`8 584=all 911=${sent}`)
  },
  30_000 + KILLS * 10_000,
)
