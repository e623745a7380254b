import { describe, expect, test } from 'vitest'
import type { Dictionary, Member, Members } from '../dictionary/dictionary.ts'
import { validate } from '../dictionary/validate.ts'
import { type Fields, parse } from '../wire/message.ts'
import { MessageStream } from '../wire/stream.ts'
import { bytesOf, rawMessage, textOf } from '../wire/text.fixture.ts'
import { instantOf } from '../wire/time.ts'
import { type Protocol, protocols } from './protocol.ts'
import { Session } from './session.ts'

/** How many messages are mutated for each end of each version: `TRADEBOOK_TEST_MUTATIONS=250000` for a million. */
const COUNT = Number(process.env.TRADEBOOK_TEST_MUTATIONS ?? 2500)
/** A million takes its time. */
const timeout = 90_000 + COUNT * 4
const NOW = instantOf('20261126-10:00:00')!

const header = '34=2|49=PEER|52=20261126-10:00:00|56=US|'
const order = '11=A1|21=1|38=100|40=2|44=10.5|54=1|55=GTCO|60=20261126-10:00:00|'
const corpus = [
  `35=0|${header}112=TEST|`,
  `35=1|${header}112=TEST|`,
  `35=2|${header}7=1|16=0|`,
  `35=3|${header}45=1|371=11|372=D|373=5|58=why|`,
  `35=4|${header}123=Y|36=9|`,
  `35=5|${header}58=bye|354=3|355=bye|`,
  `35=A|34=1|49=PEER|52=20261126-10:00:00|56=US|98=0|108=30|141=Y|1137=8|`,
  `35=D|${header}${order}453=2|448=M1|447=D|452=1|802=2|523=x|803=1|523=y|803=2|448=C7|447=D|452=3|`,
  `35=D|34=2|43=Y|49=PEER|52=20261126-10:00:00|56=US|122=20261126-09:59:59|${order}18=1 2|386=2|336=1|336=2|`,
  `35=8|${header}37=1|17=2|150=0|39=0|55=GTCO|54=1|151=100|14=0|6=0|382=1|375=X|337=Y|`,
  `35=G|${header}41=A0|${order}`,
  `35=F|${header}41=A0|11=A2|54=1|55=GTCO|60=20261126-10:00:00.123|38=5|`,
  `35=B|${header}148=News|33=2|58=one|354=2|355=|\x01|58=two|95=4|96=a\x01b|`,
  `35=W|${header}55=GTCO|268=2|269=0|270=10|271=5|269=1|270=11|271=6|`,
]

/** Numbers from a seed (mulberry32), so that a failure can be run again. */
function chanceOf(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

type Chance = ReturnType<typeof chanceOf>

const tags = [
  '8',
  '9',
  '10',
  '34',
  '35',
  '43',
  '49',
  '52',
  '54',
  '56',
  '58',
  '60',
  '95',
  '96',
  '108',
  '122',
  '123',
]
const values = [
  '',
  '0',
  '-1',
  'Y',
  'N',
  'x',
  '1e9',
  '99999999999999999999',
  '20261126-10:00:00',
  '1 2',
  '\xff',
  '1.',
]

/** Ways to change the fields of a message. */
const changes: ((fields: string[], chance: Chance) => void)[] = [
  (fields, chance) => fields.splice(chance(fields.length), 1),
  (fields, chance) => fields.splice(chance(fields.length), 0, fields[chance(fields.length)]!),
  (fields, chance) => {
    const [a, b] = [chance(fields.length), chance(fields.length)]
    ;[fields[a], fields[b]] = [fields[b]!, fields[a]!]
  },
  (fields, chance) => {
    const at = chance(fields.length)
    fields[at] = `${fields[at]!.split('=')[0]}=${values[chance(values.length)]}`
  },
  (fields, chance) => {
    const at = chance(fields.length)
    fields[at] = fields[at]!.replace(/^[^=]*/, chance(2) ? tags[chance(tags.length)]! : String(chance(1500)))
  },
  (fields, chance) => {
    const other = corpus[chance(corpus.length)]!.split('|')
    fields.splice(
      chance(fields.length),
      0,
      ...other.slice(chance(other.length)).filter((field) => field !== ''),
    )
  },
  (fields, chance) => {
    const at = chance(fields.length)
    const text = fields[at]!
    const place = chance(text.length + 1)
    fields[at] = text.slice(0, place) + String.fromCharCode(chance(256)) + text.slice(place + chance(2))
  },
]

/** A message of the corpus, changed; in most of them length and checksum are right afterwards. */
function mutated(chance: Chance, beginString: string): Uint8Array {
  const fields = corpus[chance(corpus.length)]!.split('|').filter((field) => field !== '')
  for (let turn = chance(4); turn >= 0; turn--) {
    if (fields.length > 1) changes[chance(changes.length)]!(fields, chance)
  }
  const bytes = rawMessage(`${fields.join('|')}|`, beginString)
  if (chance(4) > 0) return bytes
  const cut = chance(3) === 0 ? bytes.slice(0, chance(bytes.length)) : bytes
  if (cut.length > 0) cut[chance(cut.length)] = chance(256)
  return cut
}

/** The rules of the dictionary, written a second time in another way: a tree is built, then each level is checked. */
function isAllowed(message: Fields, { session, applications }: Protocol): boolean {
  const type = message.get(35)!
  const application = [...applications.values()][0]!
  const body = (session.message(type) ? session : application).message(type)?.members
  if (!body) return false
  const fields = [...message]
  const levels = [session.header, body, session.trailer]
  for (const members of levels) {
    const own: [number, string][] = []
    while (fields.length > 0 && isIn(members, fields[0]![0])) own.push(fields.shift()!)
    if (!isLevel(own, members)) return false
  }
  return fields.length === 0
}

function isIn(members: Members, tag: number): boolean {
  return members.all.some(({ field, group }) => field.tag === tag || (group && isIn(group, tag)))
}

function isLevel(fields: [number, string][], members: Members): boolean {
  const seen = new Map<number, Member>()
  const rest = [...fields]
  let before: [number, string] | undefined
  while (rest.length > 0) {
    const [tag, value] = rest.shift()!
    const member = members.all.find(({ field }) => field.tag === tag)
    if (!member || seen.has(tag) || !isValue(member, value)) return false
    if (/^(XML)?DATA$/.test(member.field.type) && before?.[1] !== String(value.length)) {
      if (Number(before?.[1]) !== value.length) return false
    }
    seen.set(tag, member)
    before = [tag, value]
    if (!member.group) continue
    const first = member.group.all[0]!.field.tag
    const instances: [number, string][][] = []
    while (rest.length > 0 && isIn(member.group, rest[0]![0])) {
      if (rest[0]![0] === first) instances.push([])
      if (instances.length === 0) return false
      instances.at(-1)!.push(rest.shift()!)
    }
    if (instances.length !== Number(value)) return false
    const group = member.group
    if (!instances.every((instance) => isLevel(instance, group) && isOrdered(instance, group))) return false
  }
  return members.all.every(({ required, field }) => !required || seen.has(field.tag))
}

/** Whether the members of one level of a group come in their order; those of groups in it are behind their count. */
function isOrdered(fields: [number, string][], members: Members): boolean {
  const places = fields.flatMap(([tag]) => members.all.findIndex(({ field }) => field.tag === tag))
  const own = places.filter((place) => place >= 0)
  return own.every((place, index) => index === 0 || place > own[index - 1]!)
}

function isValue({ field }: Member, value: string): boolean {
  if (value === '' || field.format?.test(value) === false) return false
  if (!field.values) return true
  return field.values.has(value) || (field.several && value.split(' ').every((one) => field.values!.has(one)))
}

const versions: [string, Protocol][] = [
  ['FIX.4.4', protocols['FIX.4.4']],
  ['FIX.5.0SP1', protocols['FIX.5.0SP1']],
]

describe.each(versions)('mutated messages of %s', (_, protocol) => {
  test('are accepted only if the dictionary allows them', { timeout }, () => {
    const chance = chanceOf(1)
    const application: Dictionary = [...protocol.applications.values()][0]!
    const wrong: string[] = []
    let accepted = 0
    for (let turn = 0; turn < COUNT * 2; turn++) {
      for (const { kind, bytes } of new MessageStream(65_536).push(mutated(chance, protocol.beginString))) {
        if (kind !== 'message') continue
        const message = parse(bytes)
        const isAccepted = validate(message, protocol.session, application) === undefined
        if (isAccepted) accepted++
        if (isAccepted && !isAllowed(message, protocol)) wrong.push(textOf(bytes))
      }
    }
    expect(wrong.slice(0, 5)).toEqual([])
    expect(accepted).toBeGreaterThan(COUNT / 50)
  })

  test.each(['acceptor', 'initiator'] as const)('do not stop an %s', { timeout }, (role) => {
    const chance = chanceOf(role.length)
    const session = new Session(
      {
        role,
        protocol,
        senderCompId: 'US',
        targetCompId: 'PEER',
        answers: { burst: 1e9, perSecond: 1 },
        largestMessage: 4096,
      },
      { nextIn: 1, nextOut: 1, since: NOW },
      NOW,
    )
    const logon = corpus.find((text) => text.startsWith('35=A'))!.replace('141=Y|', '')
    const forVersion = protocol.beginString === 'FIX.4.4' ? logon.replace('1137=8|', '') : logon
    let active = 0
    for (let turn = 0; turn < COUNT; turn++) {
      if (session.phase === 'disconnected') {
        session.handle({ kind: 'connected' }, NOW)
        const next = forVersion.replace('34=1', `34=${session.numbers.nextIn}`)
        session.handle({ kind: 'bytes', bytes: rawMessage(next, protocol.beginString) }, NOW)
      }
      if (session.phase === 'active') active++
      const before = session.numbers
      const step = session.handle({ kind: 'bytes', bytes: mutated(chance, protocol.beginString) }, NOW)
      for (const { fields } of step.received) {
        expect(isAllowed(fields, protocol), [...fields].map((field) => field.join('=')).join('|')).toBe(true)
      }
      // The number goes up by what was taken, and down only with a reset.
      if (!step.reset) expect(session.numbers.nextIn).toBeGreaterThanOrEqual(before.nextIn)
      for (const bytes of step.send) {
        expect([...new MessageStream(65_536).push(bytes)].map(({ kind }) => kind)).toEqual(['message'])
      }
    }
    expect(active).toBeGreaterThan(COUNT / 4)
  })
})

test('bytes of any kind do not stop a stream', { timeout }, () => {
  const chance = chanceOf(7)
  const stream = new MessageStream(4096)
  for (let turn = 0; turn < COUNT; turn++) {
    const text = Array.from({ length: chance(60) }, () => '8=FIX.4.4|9=10|35=0|\x01x7'[chance(23)]).join('')
    for (const { kind } of stream.push(bytesOf(text))) expect(kind).toBe('garbled')
    expect(stream.pending).toBeLessThan(20_000)
  }
})
