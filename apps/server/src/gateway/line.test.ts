import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { protocols } from '@tradebook/fix'
import { expect, test } from 'vitest'
import { Line } from './line.ts'

test('a message that is committed after the connection has ended is not logged as sent', async () => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')

  const waiting: (() => void)[] = []
  const logged: string[] = []
  const line = new Line(
    {
      ...{ role: 'initiator', protocol: protocols['FIX.5.0SP1'], heartBtInt: 30 },
      ...{ senderCompId: 'NORTH', targetCompId: 'EXCHANGE' },
    },
    () => () => {},
    (_, direction, text) => logged.push(`${direction} ${text}`),
    Date.now,
    { commits: { record: () => {}, after: (act) => waiting.push(act) } },
  )
  line.attach(socket, new Uint8Array())
  const closed = once(socket, 'close')
  socket.destroy()
  await closed
  for (const act of waiting) act()
  server.close()
  expect(logged).toEqual([
    expect.stringMatching(/^! not sent, the connection has ended: 8=FIXT\.1\.1\|.*\|35=A\|/),
  ])
})
