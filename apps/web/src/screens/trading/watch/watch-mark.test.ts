import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_MARK, reduceMark, type Step, steps, type WatchEvent, type WatchMark } from './watch-mark.ts'

const rows = ['DANGCEM', 'MTNN', 'GTCO', 'UBA']
const shown = (names: readonly string[], search = ''): WatchEvent => ({ type: 'shown', rows: names, search })
const walked = (step: Step, selected?: string): WatchEvent => ({ type: 'walked', step, page: 2, selected })
const pointed = (securityID: string): WatchEvent => ({ type: 'pointed', securityID })

const after = (...events: readonly WatchEvent[]): WatchMark =>
  events.reduce(reduceMark, reduceMark(NO_MARK, shown(rows)))

test.each<[string, string | undefined, readonly WatchEvent[]]>([
  ['nothing, at first: neither the focus nor the selected security is a mark', undefined, []],
  ['the first row found, as soon as something is typed', 'GTCO', [shown(['GTCO'], 'gtco')]],
  [
    'the one found, though another security is selected',
    'GTCO',
    [shown(['GTCO', 'UBA'], 'g'), shown(['GTCO'], 'gtco')],
  ],
  [
    'the first row found, though another was marked before',
    'GTCO',
    [pointed('MTNN'), shown(['GTCO'], 'gtco')],
  ],
  ['nothing, where nothing is found', undefined, [pointed('MTNN'), shown([], 'xyz')]],
  ['nothing, once the search is cleared', undefined, [shown(['GTCO'], 'gtco'), shown(rows)]],
  ['what was marked, wherever an update moves it', 'GTCO', [pointed('GTCO'), shown(rows.toReversed())]],
  ['nothing, when its row is not shown any more', undefined, [pointed('GTCO'), shown(['MTNN'])]],
  ['nothing, though its row comes back', undefined, [pointed('GTCO'), shown(['MTNN']), shown(rows)]],
  ['nothing that is not shown', undefined, [pointed('NOBODY')]],
  ['the selected security, when walking begins', 'MTNN', [walked('next', 'MTNN')]],
  [
    'the first row, when walking begins and the selected one is not shown',
    'DANGCEM',
    [walked('next', 'FBNH')],
  ],
  ['the next row', 'UBA', [pointed('GTCO'), walked('next')]],
  ['the last row, and none after it', 'UBA', [pointed('UBA'), walked('next')]],
  ['the row before', 'MTNN', [pointed('GTCO'), walked('previous')]],
  ['a page on', 'UBA', [pointed('MTNN'), walked('pageDown')]],
  ['a page back', 'DANGCEM', [pointed('MTNN'), walked('pageUp')]],
  ['the first', 'DANGCEM', [pointed('GTCO'), walked('first')]],
  ['the last', 'UBA', [walked('last', 'MTNN')]],
])('marked is %s', (_, marked, events) => {
  expect(after(...events).marked).toBe(marked)
})

test('whatever was typed, walked, pointed at and updated, the highlight is one of the rows shown or none', () => {
  const security = fc.constantFrom(...rows, 'FBNH', 'NB')
  const event = fc.oneof<fc.Arbitrary<WatchEvent>[]>(
    fc.record({
      type: fc.constant('shown' as const),
      rows: fc.uniqueArray(security),
      search: fc.constantFrom('', ' ', 'g', 'gt'),
    }),
    fc.record({ type: fc.constant('pointed' as const), securityID: security }),
    fc.record({
      type: fc.constant('walked' as const),
      step: fc.constantFrom(...steps),
      page: fc.integer({ min: 1, max: 5 }),
      selected: fc.option(security, { nil: undefined }),
    }),
  )
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      let mark = NO_MARK
      for (const next of events) {
        mark = reduceMark(mark, next)
        expect(mark.marked === undefined || mark.rows.includes(mark.marked)).toBe(true)
      }
    }),
  )
})
