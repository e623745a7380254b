import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Influence, type InfluenceKind, influenceKinds, sharedHand } from './independence.ts'

const [ADA, BOLA, CHIDI, DAYO, EMEKA] = [1, 2, 3, 4, 5]
/** `[who, by whom, what]`. */
type Row = readonly [number, number, InfluenceKind]
const of = (rows: readonly Row[]): Influence[] => rows.map(([userId, byId, kind]) => ({ userId, byId, kind }))

test.each<[string, readonly Row[], number, number, boolean]>([
  // what happened, the influences, who asks, who approves → whether they are two
  ['nothing', [], ADA, BOLA, true],
  ['Ada made Bola', [[BOLA, ADA, 'created']], ADA, BOLA, false],
  ['Ada set the password of Bola', [[BOLA, ADA, 'password']], ADA, BOLA, false],
  ['Ada changed the address of Bola', [[BOLA, ADA, 'address']], ADA, BOLA, false],
  ['Ada turned Bola’s second factor off', [[BOLA, ADA, 'secondFactor']], ADA, BOLA, false],
  ['Ada changed the rights of Bola', [[BOLA, ADA, 'rights']], ADA, BOLA, false],
  ['Ada gave Bola the right to post', [[BOLA, ADA, 'postingRight']], ADA, BOLA, false],
  ['Ada gave Bola, who asks, the right to post', [[BOLA, ADA, 'postingRight']], BOLA, ADA, false],
  ['Ada made Bola, who asks', [[BOLA, ADA, 'created']], BOLA, ADA, false],
  ['Ada changed the rights of Bola, who asks', [[BOLA, ADA, 'rights']], BOLA, ADA, true],
  [
    'Ada made Bola, who made Chidi',
    [
      [BOLA, ADA, 'created'],
      [CHIDI, BOLA, 'created'],
    ],
    ADA,
    CHIDI,
    false,
  ],
  [
    'the same, and Chidi asks',
    [
      [BOLA, ADA, 'created'],
      [CHIDI, BOLA, 'created'],
    ],
    CHIDI,
    ADA,
    false,
  ],
  [
    'Ada made Bola and Chidi',
    [
      [BOLA, ADA, 'created'],
      [CHIDI, ADA, 'created'],
    ],
    BOLA,
    CHIDI,
    false,
  ],
  [
    'Ada changed the rights of Bola and Chidi',
    [
      [BOLA, ADA, 'rights'],
      [CHIDI, ADA, 'rights'],
    ],
    BOLA,
    CHIDI,
    true,
  ],
  [
    'Ada gave Bola and Chidi the right to post',
    [
      [BOLA, ADA, 'postingRight'],
      [CHIDI, ADA, 'postingRight'],
    ],
    BOLA,
    CHIDI,
    false,
  ],
  [
    'Ada gave Bola the right to post, who gave it Chidi, who asks',
    [
      [BOLA, ADA, 'postingRight'],
      [CHIDI, BOLA, 'postingRight'],
    ],
    CHIDI,
    ADA,
    false,
  ],
  [
    'Ada gave Bola the right to post and made Chidi, and Bola asks',
    [
      [BOLA, ADA, 'postingRight'],
      [CHIDI, ADA, 'created'],
    ],
    BOLA,
    CHIDI,
    false,
  ],
  [
    'Ada gave Bola the right to post, Chidi gave it Dayo',
    [
      [BOLA, ADA, 'postingRight'],
      [DAYO, CHIDI, 'postingRight'],
    ],
    BOLA,
    DAYO,
    true,
  ],
  [
    'Ada made Bola, who changed the rights of Chidi',
    [
      [BOLA, ADA, 'created'],
      [CHIDI, BOLA, 'rights'],
    ],
    ADA,
    CHIDI,
    false,
  ],
  [
    'Ada changed the rights of Bola, who made Chidi',
    [
      [BOLA, ADA, 'rights'],
      [CHIDI, BOLA, 'created'],
    ],
    ADA,
    CHIDI,
    true,
  ],
  [
    'Ada made Bola, Chidi made Dayo',
    [
      [BOLA, ADA, 'created'],
      [DAYO, CHIDI, 'created'],
    ],
    BOLA,
    DAYO,
    true,
  ],
  [
    'Ada and Bola set the passwords of each other',
    [
      [BOLA, ADA, 'password'],
      [ADA, BOLA, 'password'],
    ],
    ADA,
    CHIDI,
    true,
  ],
])('%s', (_, rows, maker, decider, areTwo) => {
  expect(sharedHand(maker, decider, of(rows)) === undefined).toBe(areTwo)
})

test('anyone who decides how a user signs in, or gave the user the right to post, counts as the same person, no matter who asks', () => {
  for (const kind of influenceKinds.filter((each) => each !== 'rights'))
    for (const [maker, decider] of [
      [ADA, BOLA],
      [BOLA, ADA],
    ] as const)
      expect([kind, sharedHand(maker, decider, of([[BOLA, ADA, kind]]))?.byId]).toEqual([kind, ADA])
})

const person = fc.constantFrom(ADA, BOLA, CHIDI, DAYO, EMEKA)
const influences = fc.array(
  fc.record({ userId: person, byId: person, kind: fc.constantFrom(...influenceKinds) }),
  { maxLength: 12 },
)

/** The same by its definition: everybody asked for, of everybody. */
function areTwo(maker: number, decider: number, all: readonly Influence[]): boolean {
  const mayActAs = (hand: number, user: number, left: readonly Influence[] = all): boolean =>
    hand === user ||
    left.some(
      (one) =>
        one.kind !== 'rights' &&
        one.userId === user &&
        mayActAs(
          hand,
          one.byId,
          left.filter((other) => other !== one),
        ),
    )
  return ![ADA, BOLA, CHIDI, DAYO, EMEKA].some(
    (hand) =>
      mayActAs(hand, maker) &&
      (mayActAs(hand, decider) ||
        all.some(
          ({ kind, userId, byId }) => kind === 'rights' && userId === decider && mayActAs(hand, byId),
        )),
  )
}

test('random influences give the result of the definition, and a further influence never makes two people independent', () => {
  fc.assert(
    fc.property(influences, influences, person, person, (before, more, maker, decider) => {
      const found = sharedHand(maker, decider, before)
      if (maker !== decider) expect(found === undefined).toBe(areTwo(maker, decider, before))
      if (found) expect(sharedHand(maker, decider, [...before, ...more])).toBeDefined()
    }),
    { numRuns: 500 },
  )
})
