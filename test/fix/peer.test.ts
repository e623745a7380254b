import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { protocols } from '@tradebook/fix'
import { expect, test } from 'vitest'
import { Acceptor } from '../../apps/exchange/src/acceptor.ts'

/** `npm run faults` sends as many as an hour of trading has. */
const ORDERS = process.env.TRADEBOOK_TEST_LONG === '1' ? 2000 : 300
/** About 97 messages, of both directions. */
const CUT_AFTER_BYTES = 97 * 150

const isInstalled = existsSync('/usr/include/quickfix/SocketInitiator.h') && existsSync('/usr/bin/g++')

test.skipIf(!isInstalled)(
  'a session with a QuickFIX peer loses and repeats nothing while the line is cut again and again (libquickfix-dev, g++)',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tradebook-fix-'))
    const program = join(folder, 'peer')
    const source = new URL('peer.cpp', import.meta.url).pathname
    await promisify(execFile)('g++', ['-std=c++14', '-w', '-o', program, source, '-lquickfix', '-pthread'])

    const ordered: string[] = []
    const acceptor = new Acceptor(
      [
        {
          settings: {
            role: 'acceptor',
            protocol: protocols['FIX.4.4'],
            senderCompId: 'EXCHANGE',
            targetCompId: 'PEER',
          },
          open:
            () =>
            ({ type, fields }, send) => {
              if (type !== 'D') return
              ordered.push(fields.get(11)!)
              const fill = {
                type: '8',
                keep: true,
                fields: [
                  [6, '10'],
                  [11, fields.get(11)!],
                  [14, 100],
                  [17, `E${ordered.length}`],
                  [37, `O${ordered.length}`],
                  [39, '2'],
                  [54, fields.get(54)!],
                  [55, fields.get(55)!],
                  [150, 'F'],
                  [151, 0],
                ],
              } as const
              send(fill)
            },
        },
      ],
      () => {},
    )
    const port = await acceptor.listen(0, '127.0.0.1')

    let cuts = 0
    const proxy = createServer((peer) => {
      const ours = connect(port, '127.0.0.1')
      let left = CUT_AFTER_BYTES
      const cut = () => {
        peer.destroy()
        ours.destroy()
      }
      for (const [from, to] of [
        [peer, ours],
        [ours, peer],
      ] as const) {
        from.on('error', cut)
        from.on('close', cut)
        from.on('data', (bytes) => {
          // The last message is cut in the middle.
          to.write(bytes.subarray(0, left))
          left -= bytes.length
          if (left > 0) return
          cuts++
          cut()
        })
      }
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')

    const { port: proxied } = proxy.address() as AddressInfo
    // A peer that waits for what does not come ends before the test does.
    const peer = spawn(program, [String(proxied), String(ORDERS), folder], { timeout: 200_000 })
    let printed = ''
    peer.stdout.on('data', (text) => {
      printed += text
    })
    const [code] = await once(peer, 'exit')
    const closed = once(proxy, 'close')
    proxy.close()
    await Promise.all([acceptor.close(), closed])
    await rm(folder, { recursive: true })

    const expected = Array.from({ length: ORDERS }, (_, number) => `C${number}`)
    expect(code).toBe(0)
    expect(ordered).toEqual(expected)
    expect(printed.trim().split('\n')).toEqual(expected)
    expect(cuts).toBeGreaterThan(ORDERS / 100)
  },
)
