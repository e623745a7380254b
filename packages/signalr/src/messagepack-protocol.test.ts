import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack'
import { encode } from '@msgpack/msgpack'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonProtocol } from './json-protocol.ts'
import { messagePackProtocol } from './messagepack-protocol.ts'
import { assertElementsPresent } from './messagepack-structure.ts'
import type { HubMessage } from './messages.ts'

/** What each message is as JSON and, in hexadecimal digits, as MessagePack. */
const golden: readonly (readonly [HubMessage, string, string])[] = [
  [{ type: 6 }, '{"type":6}', '029106'],
  [{ type: 7 }, '{"type":7}', '049307c0c2'],
  [
    { type: 7, error: 'no', allowReconnect: true },
    '{"type":7,"error":"no","allowReconnect":true}',
    '069307a26e6fc3',
  ],
  [{ type: 8, sequenceId: 300 }, '{"type":8,"sequenceId":300}', '059208cd012c'],
  [{ type: 9, sequenceId: 1 }, '{"type":9,"sequenceId":1}', '03920901'],
  [
    { type: 1, target: 'say', arguments: ['a', 1] },
    '{"type":1,"target":"say","arguments":["a",1]}',
    '0d960180c0a373617992a1610190',
  ],
  [
    { type: 1, invocationId: 's1', target: 'name', arguments: [] },
    '{"type":1,"invocationId":"s1","target":"name","arguments":[]}',
    '0d960180a27331a46e616d659090',
  ],
  [{ type: 2, invocationId: '1', item: 42 }, '{"type":2,"invocationId":"1","item":42}', '06940280a1312a'],
  [{ type: 3, invocationId: '1' }, '{"type":3,"invocationId":"1"}', '06940380a13102'],
  [
    { type: 3, invocationId: '1', result: null },
    '{"type":3,"invocationId":"1","result":null}',
    '07950380a13103c0',
  ],
  [
    { type: 3, invocationId: '1', error: 'no' },
    '{"type":3,"invocationId":"1","error":"no"}',
    '09950380a13101a26e6f',
  ],
]

test.each(golden)('%j is written as documented', (message, json, hex) => {
  expect(String(jsonProtocol.write(message))).toBe(`${json}\x1e`)
  expect(messagePackProtocol.write(message).toString('hex')).toBe(hex)
})

test.each(golden)('%j is read by the official client', (message) => {
  const bytes = messagePackProtocol.write(message)
  const [read] = new MessagePackHubProtocol().parseMessages(new Uint8Array(bytes).buffer, {
    log: () => {},
  })
  expect(read).toMatchObject({ type: message.type })
})

test('messages are split wherever their bytes are cut, short and long ones', () => {
  const lengths = fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 4 })
  fc.assert(
    fc.property(lengths, fc.nat(50_000), (sizes, at) => {
      const messages = sizes.map((size) =>
        messagePackProtocol.write({ type: 2, invocationId: '1', item: 'x'.repeat(size) }),
      )
      const all = Buffer.concat(messages)
      const [first, second] = [all.subarray(0, at), all.subarray(at)]
      const found: Buffer[] = []
      let rest: Buffer = first
      const takeAll = () => {
        for (let split = messagePackProtocol.split(rest); split; split = messagePackProtocol.split(rest)) {
          found.push(split.message)
          rest = split.rest
        }
      }
      takeAll()
      rest = Buffer.concat([rest, second])
      takeAll()
      expect(rest).toHaveLength(0)
      const items = found.map(
        (message) => (messagePackProtocol.parse(message) as { item: string }).item.length,
      )
      expect(items).toEqual(sizes)
    }),
    { numRuns: 100 },
  )
})

describe('a hostile message', () => {
  const parse = (hex: string) => () => messagePackProtocol.parse(Buffer.from(hex, 'hex'))

  test.each([
    ['with more length bytes than there can be', () => messagePackProtocol.split(Buffer.alloc(5, 0xff))],
    ['that announces billions of elements', parse('ddffffffff')],
    ['whose arrays announce more than there are, one in another', parse('dc7fff'.repeat(1_000))],
    ['that ends in a header', parse('dd00')],
    ['that ends in a text', parse('a5616263')],
    ['that is not an array', parse('2a')],
    ['that is nothing', parse('')],
    ['with a byte that means nothing', parse('91c1')],
    ['without a target', parse('930180c0')],
  ])('%s is refused', (_case, read) => {
    expect(read).toThrow(expect.objectContaining({ name: 'ProtocolError' }))
  })

  test('is recognised by its structure only; every honest one passes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const bytes = Buffer.from(encode(value))
        assertElementsPresent(bytes)
        if (bytes.length > 1) expect(() => assertElementsPresent(bytes.subarray(0, 0))).toThrow()
      }),
      { numRuns: 300 },
    )
  })
})
