/**
 * Whether two persons are two pairs of eyes. Who made a user, or chose how the user signs in, may be behind that user;
 * so two users behind whom one person may be count as that one. So does who gave a user the right to post: the user may
 * be one that this person registered under another name. Other changed rights put nobody behind a user, but who changed
 * them may not have that user approve what is their own.
 */

/**
 * What one person decided about another: the first four decide how that one signs in; `postingRight` gave what posts and
 * approves, `rights` anything else.
 */
export const influenceKinds = [
  'created',
  'password',
  'address',
  'secondFactor',
  'postingRight',
  'rights',
] as const
export type InfluenceKind = (typeof influenceKinds)[number]

export interface Influence {
  readonly userId: number
  readonly byId: number
  readonly kind: InfluenceKind
}

/**
 * The influence by which one person may be behind both a maker and who decides, of those that count; `undefined`
 * where they are independent. Chains count, in either direction: who makes a user that makes a user is behind both.
 */
export function sharedHand(
  makerId: number,
  deciderId: number,
  influences: readonly Influence[],
): Influence | undefined {
  const behindMaker = handsBehind(makerId, influences)
  const byBoth = (userId: number): Influence | null | undefined => {
    for (const [hand, by] of handsBehind(userId, influences)) {
      const shared = behindMaker.get(hand)
      if (shared !== undefined) return by ?? shared
    }
    return undefined
  }
  return (
    byBoth(deciderId) ??
    influences.find(
      ({ userId, byId, kind }) => kind === 'rights' && userId === deciderId && byBoth(byId) !== undefined,
    )
  )
}

/** Who may act as a user, the user among them, each with the influence that puts that one there; `null` for the user. */
function handsBehind(userId: number, influences: readonly Influence[]): Map<number, Influence | null> {
  const hands = new Map<number, Influence | null>([[userId, null]])
  for (const hand of hands.keys())
    for (const influence of influences)
      if (influence.userId === hand && influence.kind !== 'rights' && !hands.has(influence.byId))
        hands.set(influence.byId, influence)
  return hands
}
