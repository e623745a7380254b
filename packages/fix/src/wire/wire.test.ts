import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encode, UnsendableField } from './encode.ts'
import { type Field, latin1, NOT_A_TAG, parse } from './message.ts'
import { readable } from './readable.ts'
import { MessageStream } from './stream.ts'
import { bytesOf, message, rawMessage, textOf } from './text.fixture.ts'
import { instantOf, timestampOf } from './time.ts'

const heartbeat = message('35=0|34=2|49=A|52=20261126-10:00:00.000|56=B|')
const order = message('35=D|34=3|49=A|52=20261126-10:00:00.000|56=B|11=ID|54=1|55=GTCO|')

describe('a message', () => {
  test('is encoded with its length and checksum', () => {
    expect(textOf(heartbeat)).toBe('8=FIX.4.4|9=45|35=0|34=2|49=A|52=20261126-10:00:00.000|56=B|10=062|')
  })

  test('is parsed into the fields that were encoded, whatever they are', () => {
    const text = (least: number) =>
      fc
        .array(fc.integer({ min: least, max: 255 }), { minLength: 1, maxLength: 60 })
        .map((bytes) => String.fromCharCode(...bytes))
    const plain = fc.tuple(fc.constantFrom(1, 11, 58, 100, 9999, 123_456), text(2)).map((field) => [field])
    const data = text(0).map((bytes) => [
      [95, String(bytes.length)],
      [96, bytes],
    ])
    fc.assert(
      fc.property(fc.array(fc.oneof(plain, data), { maxLength: 20 }), (groups) => {
        const fields: Field[] = [[35, '0'], ...(groups.flat() as Field[])]
        const parsed = [...parse(encode('FIXT.1.1', fields))]
        expect(parsed.slice(2, -1)).toEqual(fields)
        expect(parsed[0]).toEqual([8, 'FIXT.1.1'])
      }),
    )
  })

  test.each([
    ['an empty value', [[58, '']]],
    ['a delimiter in a value', [[58, 'a\x01b']]],
    ['a character that is not a byte', [[58, '₦']]],
    ['a number with a fraction', [[38, 1.5]]],
    ['a number that is none', [[38, Number.NaN]]],
    ['a tag that is none', [[0, 'x']]],
    [
      'a data field of another length',
      [
        [95, 3],
        [96, 'ab'],
      ],
    ],
    [
      'a length without its data field',
      [
        [95, 3],
        [58, 'abc'],
      ],
    ],
    ['a length at the end', [[95, 3]]],
  ] satisfies [string, Field[]][])('is not sent with %s', (_, fields) => {
    expect(() => encode('FIX.4.4', [[35, '0'], ...fields])).toThrow(UnsendableField)
  })

  test('of 100,000 bytes is encoded and parsed', () => {
    const long = 'x'.repeat(100_000)
    expect(
      parse(
        encode('FIX.4.4', [
          [35, 'B'],
          [58, long],
        ]),
      ).get(58),
    ).toBe(long)
  })

  test.each([
    ['-1=HI', -1],
    ['0=HI', 0],
    ['garbled', NOT_A_TAG],
    ['4garbled9=TW', NOT_A_TAG],
    ['=x', NOT_A_TAG],
    ['12345678901=x', NOT_A_TAG],
  ])('with the field %s is parsed; its tag tells', (field, tag) => {
    expect(parse(rawMessage(`35=0|${field}|112=x|`)).tags).toEqual([8, 9, 35, tag, 112, 10])
  })

  test('with a data field that is not as long as stated is parsed to the next delimiter', () => {
    const fields = [...parse(rawMessage('35=0|95=5|96=abc|58=x|'))]
    expect(fields.slice(3, -1)).toEqual([
      [95, '5'],
      [96, 'abc'],
      [58, 'x'],
    ])
  })
})

describe('a stream', () => {
  const framesOf = (chunks: Uint8Array[], largest = 1000) => {
    const stream = new MessageStream(largest)
    return chunks.flatMap((chunk) => [...stream.push(chunk)]).map(({ kind, bytes }) => [kind, textOf(bytes)])
  }
  const whole = [
    ['message', textOf(heartbeat)],
    ['message', textOf(order)],
  ]
  const both = Uint8Array.of(...heartbeat, ...order)

  test('is cut into messages, wherever it is divided', () => {
    for (let cut = 0; cut <= both.length; cut++) {
      expect(framesOf([both.subarray(0, cut), both.subarray(cut)])).toEqual(whole)
    }
    expect(framesOf(Array.from(both, (byte) => Uint8Array.of(byte)))).toEqual(whole)
  })

  test('of 100 KB in one read is cut', () => {
    const bytes = Uint8Array.from(Array.from({ length: 2000 }, () => [...heartbeat]).flat())
    expect(framesOf([bytes])).toHaveLength(2000)
  })

  test('may have the text of a trailer in a data field', () => {
    const data = '8=FIX.4.4\x0110=000\x01x'
    const bytes = encode('FIX.4.4', [
      [35, 'B'],
      [95, data.length],
      [96, data],
    ])
    expect(framesOf([bytes])).toEqual([['message', textOf(bytes)]])
  })

  const text = textOf(heartbeat)
  test.each([
    ['bytes before a message', 'noise|'],
    ['another first field', text.replace('8=FIX.4.4|', '')],
    ['another second field', text.replace('9=45', '19=45')],
    ['another third field', text.replace('35=0|34=2|', '34=2|35=0|')],
    ['a length that is too small', text.replace('9=45', '9=30')],
    ['a length that is not a number', text.replace('9=45', '9=4x')],
    ['no length', text.replace('9=45', '9=')],
    ['a length above the limit', text.replace('9=45', '9=45000')],
    ['another checksum', text.replace('10=062', '10=063')],
    ['a checksum of one digit', text.replace('10=062', '10=9')],
    ['a checksum above 255', text.replace('10=062', '10=355')],
    ['a BeginString without end', `8=${'F'.repeat(60)}`],
  ])('ignores %s and reads the next message', (_, garbled) => {
    const frames = framesOf([bytesOf(garbled), order])
    expect(frames.at(-1)).toEqual(['message', textOf(order)])
    expect(frames.filter(([kind]) => kind === 'message')).toHaveLength(1)
  })

  test('skips what an excessive length claims, and continues after it', () => {
    const garbled = bytesOf(text.replace('9=45', '9=60'))
    const frames = framesOf([garbled, heartbeat, order])
    expect(frames.map(([kind]) => kind)).toEqual(['garbled', 'message'])
  })

  test('keeps no more than the largest message while it waits', () => {
    const stream = new MessageStream(1000)
    const endless = bytesOf(`8=FIX.4.4|9=900|35=0|${'x'.repeat(100)}`)
    for (const _ of stream.push(endless)) throw new Error('nothing is complete')
    for (let turn = 0; turn < 1000; turn++) for (const _ of stream.push(bytesOf('y'.repeat(100)))) void _
    expect(stream.pending).toBeLessThan(2200)
  })
})

test.each([
  ['20261126-10:00:00', 1_795_687_200_000],
  ['20261126-10:00:00.123', 1_795_687_200_123],
  ['20261126-10:00:00.123456', 1_795_687_200_123],
  ['20261126 10:00:00', undefined],
])('the timestamp %s', (timestamp, instant) => {
  expect(instantOf(timestamp)).toBe(instant)
  if (instant) expect(timestampOf(instant).slice(0, timestamp.length)).toBe(timestamp.slice(0, 21))
})

test('a log has no secrets', () => {
  const logon = message('35=A|98=0|108=30|553=broker|554=open sesame|95=4|96=a\x01bc|58=two\nlines|')
  expect(readable(logon)).toBe(
    `8=FIX.4.4|9=70|35=A|98=0|108=30|553=b***|554=***|95=***|96=***|58=two?lines|${latin1(logon).slice(-7, -1)}|`,
  )
  expect(readable(rawMessage('35=A|554 =open sesame|'))).toContain('|35=A|***|10=')
})
