import { expect, test } from 'vitest'
import {
  acceptance,
  isEverTaken,
  isTaken,
  offeredOrdTypes,
  offeredTimesInForce,
  type Phase,
  phaseOfSession,
  phases,
  tradingSessionSubIDOf,
} from './acceptance.ts'
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

/** The rules as a broker writes them: what each phase takes; whatever is not in a list is refused. */
const rules: Readonly<Record<Phase, readonly string[]>> = {
  continuous: [
    'market, day, plain',
    'market, immediate or cancel, plain',
    'market, fill or kill, plain',
    'limit, day, plain',
    'limit, immediate or cancel, plain',
    'limit, fill or kill, plain',
  ],
  closed: [],
  halted: [],
}

test.each(phases)('%s: each kind, duration and instruction is taken or not, by the rules', (phase) => {
  const taken = Object.entries(kinds).flatMap(([kind, ordType]) =>
    Object.entries(durations).flatMap(([duration, timeInForce]) =>
      Object.entries(instructions)
        .filter(([, execInst]) => isTaken(phase, { ordType, timeInForce, execInst }))
        .map(([instruction]) => [kind, duration, instruction].join(', ')),
    ),
  )
  expect(taken).toEqual(rules[phase])
})

test.each<[Phase, { replace: boolean; cancel: boolean }]>([
  ['continuous', { replace: true, cancel: true }],
  ['closed', { replace: false, cancel: true }],
  ['halted', { replace: false, cancel: true }],
])('%s: what may be done with orders that rest', (phase, may) => {
  const { mayReplace: replace, mayCancel: cancel } = acceptance[phase]
  expect({ replace, cancel }).toEqual(may)
})

test('a ticket offers what some phase takes, the limit order for the day first', () => {
  expect(offeredOrdTypes).toEqual([OrdType.limit, OrdType.market])
  expect(offeredTimesInForce).toEqual([
    TimeInForce.day,
    TimeInForce.immediateOrCancel,
    TimeInForce.fillOrKill,
  ])
  const plain = { execInst: null, timeInForce: TimeInForce.day }
  expect(isEverTaken({ ...plain, ordType: OrdType.limit })).toBe(true)
  expect(isEverTaken({ ...plain, ordType: OrdType.stop })).toBe(false)
})

test('the wire has a session for each scheduled phase, and a halt is none', () => {
  for (const phase of ['continuous', 'closed'] as const) {
    expect(phaseOfSession(tradingSessionSubIDOf(phase))).toBe(phase)
  }
  expect(phaseOfSession('1')).toBeUndefined()
})
