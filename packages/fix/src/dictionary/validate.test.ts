import { describe, expect, test } from 'vitest'
import { parse } from '../wire/message.ts'
import { rawMessage } from '../wire/text.fixture.ts'
import { rejectReasons } from './rejects.ts'
import { groupsOf, validate } from './validate.ts'
import { FIX44, FIX50, FIX50SP1, FIX50SP2, FIXT11 } from './versions.ts'

const header = '34=2|49=A|52=20261126-10:00:00|56=B|'
const order = `35=D|${header}11=ID|21=1|40=2|44=10.5|54=1|38=100|55=GTCO|60=20261126-10:00:00|`
const parties = '453=2|448=M1|447=D|452=1|448=C7|447=D|452=3|'
const logon = `35=A|${header}98=0|108=30|`

/** A message of 4.4, and SessionRejectReason(373) with RefTagID(371), or what it says. */
const cases: [title: string, text: string, verdict: string][] = [
  ['a heartbeat', `35=0|${header}`, 'accepted'],
  ['an order', order, 'accepted'],
  ['header fields in another order', `35=0|56=B|52=20261126-10:00:00|49=A|34=2|`, 'accepted'],
  ['a quantity with zeros before it', order.replace('38=100', '38=002000.00'), 'accepted'],
  ['a group', order + parties, 'accepted'],
  ['a group of none', `${order}453=0|`, 'accepted'],
  ['a group in a group', `${order}453=1|448=M|447=D|452=1|802=2|523=x|803=1|523=y|803=2|`, 'accepted'],
  ['data of its length', `${logon}95=3|96=a\x01b|`, 'accepted'],
  ['several allowed values', `${order}18=1 2|`, 'accepted'],
  ['a tag that is not in the standard', `35=0|${header}999999=HI|`, '0 by 999999'],
  ['tag 0', `35=0|${header}0=HI|`, '0 by 0'],
  ['a negative tag', `35=0|${header}-1=HI|`, '0 by -1'],
  ['a field without a tag', `35=0|${header}HI|`, '0'],
  ['a tag of a venue that the dictionary does not have', `35=0|${header}5000=HI|`, '0 by 5000'],
  ['no TargetCompID', `35=0|${header.replace('56=B|', '')}`, '1 by 56'],
  ['no Side', order.replace('54=1|', ''), '1 by 54'],
  ['no value that a group requires', `${order}384=1|372=D|`, '2 by 384'],
  ['a field of other messages', `35=0|${header}58=Text|`, '2 by 58'],
  ['no value', `35=0|${header.replace('56=B', '56=')}`, '4 by 56'],
  ['no value in a field of other messages', `35=0|${header}58=|`, '4 by 58'],
  ['a value that is not listed', order.replace('21=1', '21=4'), '5 by 21'],
  ['one of several values that is not listed', `${order}18=1 _|`, '5 by 18'],
  ['a length that is not that of the data', `${logon}95=3|96=ab|`, '5 by 95'],
  ['a sign before a quantity', order.replace('38=100', '38=+200.00'), '6 by 38'],
  ['letters in a price', order.replace('44=10.5', '44=10.5x'), '6 by 44'],
  ['a timestamp without its time', order.replace('60=20261126-10:00:00', '60=20261126'), '6 by 60'],
  ['two characters as a character', order.replace('54=1', '54=12'), '6 by 54'],
  ['a count that is not a number', `${order}453=x|`, '6 by 453'],
  ['a message type that is not in the standard', `35=*|${header}`, '11'],
  ['a field twice', `${order}40=2|`, '13 by 40'],
  ['a header field twice', `35=0|${header}34=3|`, '13 by 34'],
  ['a header field after the body', `35=D|11=ID|${header}`, '14 by 34'],
  ['a field of the body after the trailer', `${order}93=1|89=x|58=x|`, '14 by 58'],
  ['data without its length', `${logon}96=abc|`, '14 by 96'],
  ['a group that begins with another field', `${order}453=1|447=D|448=M1|452=1|`, '15 by 447'],
  ['a group in another order', `${order}453=1|448=M1|452=1|447=D|`, '15 by 447'],
  ['fewer in a group than counted', `${order}453=3|448=M1|448=M2|`, '16 by 453'],
  ['more in a group than counted', `${order}453=1|448=M1|448=M2|`, '16 by 453'],
  ['some in a group of none', `${order}453=0|448=M1|`, '16 by 453'],
  ['a field twice in one of a group', `${order}453=1|448=M1|447=D|447=D|`, '13 by 447'],
]

const verdictOf = (text: string, session = FIX44, application = FIX44) => {
  const violation = validate(parse(rawMessage(text)), session, application)
  if (!violation) return 'accepted'
  const [code] = rejectReasons[violation.reason]
  return violation.tag === undefined ? String(code) : `${code} by ${violation.tag}`
}

test.each(cases)('%s', (_, text, verdict) => {
  expect(verdictOf(text)).toBe(verdict)
  // What was seen before is forgotten.
  expect(verdictOf(text)).toBe(verdict)
})

describe('FIXT', () => {
  test('takes header and session messages from its own dictionary, the others from the application', () => {
    expect(verdictOf(`${logon}1137=8|`, FIXT11, FIX50SP1)).toBe('accepted')
    expect(verdictOf(logon, FIXT11, FIX50SP1)).toBe('1 by 1137')
    expect(verdictOf(order, FIXT11, FIX50SP1)).toBe('accepted')
    expect(verdictOf(`35=0|${header}11=ID|`, FIXT11, FIX50SP1)).toBe('0 by 11')
  })

  test.each([FIX50, FIX50SP1, FIX50SP2])('$name has every message it lists', (dictionary) => {
    for (const type of dictionary.types)
      expect(dictionary.message(type)?.members.all.length).toBeGreaterThan(0)
    expect(dictionary.message('D')?.name).toBe('NewOrderSingle')
  })
})

test('a venue adds fields, values and members', () => {
  const venue = FIX44.with({
    fields: ['5001 BoardID STRING', '925 NewPassword STRING', '59 TimeInForce CHAR 0 S'],
    messages: { D: '5001!', A: '925' },
  })
  expect(verdictOf(order, venue, venue)).toBe('1 by 5001')
  expect(verdictOf(`${order}5001=MAIN|59=S|`, venue, venue)).toBe('accepted')
  expect(verdictOf(`${order}5001=MAIN|59=1|`, venue, venue)).toBe('5 by 59')
  expect(verdictOf(`${logon}925=new|`, venue, venue)).toBe('accepted')
  expect(verdictOf(`${order}59=S|`)).toBe('5 by 59')
  expect(() => FIX44.with({ messages: { '??': '1' } })).toThrow('has no message')
  expect(() => FIX44.with({ messages: { D: '60000' } }).message('D')).toThrow('has no field 60000')
})

test('the instances of a group are read in order', () => {
  const nested = parse(rawMessage(`${order}453=2|448=M1|452=1|802=1|523=x|803=4|448=C7|447=D|58=end|`))
  const instances = groupsOf(nested, FIX44.message('D')!.members, 453)
  expect(instances.map((instance) => [...instance])).toEqual([
    [
      [448, 'M1'],
      [452, '1'],
      [802, '1'],
      [523, 'x'],
      [803, '4'],
    ],
    [
      [448, 'C7'],
      [447, 'D'],
    ],
  ])
})
