import { expect, test } from 'vitest'
import { english } from '../words/words.ts'
import {
  acceptance,
  isEverTaken,
  isTaken,
  leastShown,
  mayHaveMinimum,
  mayShowPart,
  offeredOrdTypes,
  offeredTimesInForce,
  type Phase,
  phaseOfSession,
  phases,
  requiredExecInst,
} from './acceptance.ts'
import { takenInWords } from './acceptance-words.ts'
import { ExecInst, OrdType, TimeInForce } from './fix.ts'

const kinds = {
  market: OrdType.market,
  limit: OrdType.limit,
  stop: OrdType.stop,
  'stop limit': OrdType.stopLimit,
}
const durations = {
  day: TimeInForce.day,
  'immediate or cancel': TimeInForce.immediateOrCancel,
  'fill or kill': TimeInForce.fillOrKill,
  'good till cancel': TimeInForce.goodTillCancel,
  'good till open': TimeInForce.goodTillOpen,
  'good till date': TimeInForce.goodTillDate,
  'good till close': TimeInForce.goodTillClose,
}
const instructions = {
  plain: null,
  'all or none': ExecInst.allOrNone,
  'imbalance only': ExecInst.imbalanceOnly,
}

/** Stop orders, which wait at the desk where trades that trigger them are still to come. */
const stops = [
  'stop, day, plain',
  'stop limit, day, plain',
  'stop limit, good till cancel, plain',
  'stop limit, good till date, plain',
]

/** The rules as a broker writes them: what each phase takes; whatever is not in a list is refused. */
const rules: Readonly<Record<Phase, readonly string[]>> = {
  preOpen: [
    'limit, day, plain',
    'limit, good till cancel, plain',
    'limit, good till open, plain',
    'limit, good till date, plain',
    ...stops,
  ],
  preOpenImbalance: ['limit, day, imbalance only', 'limit, good till open, imbalance only'],
  continuous: [
    'market, day, plain',
    'market, day, all or none',
    'market, immediate or cancel, plain',
    'market, immediate or cancel, all or none',
    'market, fill or kill, plain',
    'market, fill or kill, all or none',
    'market, good till close, plain',
    'limit, day, plain',
    'limit, day, all or none',
    'limit, immediate or cancel, plain',
    'limit, immediate or cancel, all or none',
    'limit, fill or kill, plain',
    'limit, fill or kill, all or none',
    'limit, good till cancel, plain',
    'limit, good till cancel, all or none',
    'limit, good till date, plain',
    'limit, good till date, all or none',
    'limit, good till close, plain',
    ...stops,
  ],
  preClose: [
    'market, day, plain',
    'market, good till close, plain',
    'limit, day, plain',
    'limit, good till cancel, plain',
    'limit, good till date, plain',
    'limit, good till close, plain',
  ],
  preCloseImbalance: ['limit, day, imbalance only', 'limit, good till close, imbalance only'],
  closed: [],
  halted: [],
  reopening: [
    'limit, day, plain',
    'limit, good till cancel, plain',
    'limit, good till date, plain',
    ...stops,
  ],
}

test.each(phases)(
  '%s: each order type, time in force and instruction is accepted or refused by the rules',
  (phase) => {
    const taken = Object.entries(kinds).flatMap(([kind, ordType]) =>
      Object.entries(durations).flatMap(([duration, timeInForce]) =>
        Object.entries(instructions)
          .filter(([, execInst]) => isTaken(phase, { ordType, timeInForce, execInst }))
          .map(([instruction]) => [kind, duration, instruction].join(', ')),
      ),
    )
    expect(taken).toEqual(rules[phase])
  },
)

test.each<[Phase, string]>([
  ['preOpen', '4/2, one price at the end; replace any, cancel'],
  ['preOpenImbalance', '4/2, one price at the end; replace improving'],
  ['continuous', '2/3, order by order; replace any, cancel'],
  ['preClose', '5/4, one price at the end; replace any, cancel'],
  ['preCloseImbalance', '5/4, one price at the end; replace improving'],
  ['closed', '3/5, not at all; replace none, cancel'],
  ['halted', '1/3, not at all; replace none, cancel'],
  ['reopening', '4/9, one price at the end; replace any, cancel'],
])('%s: status and session, matching, and what may be done with orders that rest', (phase, row) => {
  const { tradSesStatus, tradingSessionSubID, matching, mayReplace, mayCancel } = acceptance[phase]
  const matched = { call: 'one price at the end', continuous: 'order by order', none: 'not at all' }[matching]
  expect(
    `${tradSesStatus}/${tradingSessionSubID}, ${matched}; replace ${mayReplace}${mayCancel ? ', cancel' : ''}`,
  ).toBe(row)
})

test.each<[Phase, string]>([
  ['preOpen', 'Limit orders (Day, GTC, GTD, At the open); changes; cancels'],
  ['preOpenImbalance', 'Limit orders, imbalance only (Day, At the open); changes that reduce the imbalance'],
  [
    'continuous',
    'Limit orders (Day, GTC, GTD, IOC, FOK); Limit orders, all or none (Day, GTC, GTD, IOC, FOK); Limit orders (At the close); Market orders (Day, IOC, FOK); Market orders, all or none (Day, IOC, FOK); Market orders (At the close); changes; cancels',
  ],
  ['closed', 'cancels'],
])('%s: the accepted orders in words', (phase, words) => {
  expect(takenInWords(phase, (key) => english[key])).toBe(words)
})

/** The kind of orders that a rule is of. */
const kindOf = (rule: string) => kinds[rule.split(',')[0] as keyof typeof kinds]

test('a ticket offers exactly what a phase accepts', () => {
  for (const phase of phases) {
    const kindsTaken = Object.values(kinds).filter((kind) =>
      rules[phase].some((rule) => kindOf(rule) === kind),
    )
    expect([...offeredOrdTypes(phase)].sort()).toEqual(kindsTaken.sort())
    for (const ordType of offeredOrdTypes(phase)) {
      const execInst = requiredExecInst(phase, ordType)
      const offered = offeredTimesInForce(phase, ordType)
      const taken = Object.values(durations).filter((timeInForce) =>
        isTaken(phase, { ordType, timeInForce, execInst }),
      )
      expect([...offered].sort()).toEqual(taken.sort())
      expect(offered[0]).toBe(TimeInForce.day)
    }
  }
  const limit = { ordType: OrdType.limit, execInst: null }
  expect(isEverTaken({ ...limit, ordType: OrdType.stop, timeInForce: TimeInForce.day })).toBe(true)
  expect(isEverTaken({ ...limit, ordType: OrdType.stop, timeInForce: TimeInForce.goodTillDate })).toBe(false)
})

test('an imbalance session has the session number of its collection, which a reader finds first', () => {
  expect(['2', '3', '4', '5', '9'].map(phaseOfSession)).toEqual([
    'preOpen',
    'continuous',
    'preClose',
    'closed',
    'reopening',
  ])
  expect(phaseOfSession('1')).toBeUndefined()
})

test('only a plain limit order that rests shows a part, and only one that may trade at entry has a minimum', () => {
  const shown = { ordType: OrdType.limit, timeInForce: TimeInForce.day, execInst: null }
  expect(mayShowPart(shown)).toBe(true)
  for (const execInst of Object.values(ExecInst)) {
    expect(mayShowPart({ ...shown, execInst })).toBe(false)
    expect(mayHaveMinimum('continuous', { ...shown, execInst })).toBe(false)
  }
  expect(mayShowPart({ ...shown, ordType: OrdType.market })).toBe(false)
  expect(mayShowPart({ ...shown, timeInForce: TimeInForce.fillOrKill })).toBe(false)
  expect(phases.filter((phase) => mayHaveMinimum(phase, shown))).toEqual(['continuous'])
  expect(mayHaveMinimum('continuous', { ...shown, timeInForce: TimeInForce.goodTillClose })).toBe(false)
  expect([1, 100, 101, 2_001].map(leastShown)).toEqual([1, 1, 2, 21])
})
