import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { refuseTakenPort } from './free-port.ts'

test('a port that another program listens on is refused with a clear message, a free one is not, and stays free', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const where = { port, host: '127.0.0.1' }
  await expect(refuseTakenPort(where)).rejects.toThrow(
    `listens on port ${port}. Stop it, or choose another port`,
  )
  other.close()
  await once(other, 'close')
  await refuseTakenPort(where)
  await refuseTakenPort(where)
})

test('another machine’s address is left to the server', async () => {
  await refuseTakenPort({ port: 1, host: '192.0.2.1' })
})
