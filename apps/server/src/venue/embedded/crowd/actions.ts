import {
  acceptance,
  isTaken,
  type MatchingMode,
  type OrderTerms,
  type Phase,
  phases,
  type Side,
} from '@tradebook/contract'
import type { CrowdCommand } from '../crowd-port.ts'
import { type AuctionTraders, callTerms } from './auction-traders.ts'
import { type Makers, quoteTerms } from './makers.ts'
import type { Name } from './name.ts'
import { type Takers, takerTerms } from './takers.ts'
import type { Quote } from './trader.ts'

/** Something that the crowd does where a phase allows it. */
export interface CrowdAction {
  /** How often, next to the other actions that the phase allows. */
  readonly weight: number
  readonly isAllowed: (phase: Phase) => boolean
  readonly act: (name: Name, side: Side, quote: Quote) => CrowdCommand | undefined
}

interface Participants {
  readonly makers: Makers
  readonly takers: Takers
  readonly auctions: AuctionTraders
}

const takes = (terms: OrderTerms) => (phase: Phase) => isTaken(phase, terms)
const replaces = (phase: Phase) => acceptance[phase].mayReplace === 'any'
const improves = (phase: Phase) => acceptance[phase].mayReplace === 'improving'
const cancels = (phase: Phase) => acceptance[phase].mayCancel

/** What the crowd does by how a phase matches. The first of continuous trading trade; the others keep the book deep and moving. */
const actionsOf = ({
  makers,
  takers,
  auctions,
}: Participants): Record<MatchingMode, readonly CrowdAction[]> => ({
  continuous: [
    {
      weight: 25,
      isAllowed: takes(takerTerms.immediate),
      act: (name, _, quote) => takers.byChance(name, quote),
    },
    {
      weight: 11,
      isAllowed: takes(takerTerms.immediate),
      act: (name, side, quote) => takers.followTrend(name, quote) ?? makers.add(name, side, quote),
    },
    {
      weight: 1,
      isAllowed: takes(takerTerms.fillOrKill),
      act: (name, _, quote) => takers.fillOrKill(name, quote),
    },
    {
      weight: 1,
      isAllowed: takes(takerTerms.immediate),
      act: (name, _, quote) => takers.atLeast(name, quote),
    },
    { weight: 1, isAllowed: takes(takerTerms.atClose), act: (name, side) => takers.atClose(name, side) },
    { weight: 30, isAllowed: replaces, act: (name, side, quote) => makers.requote(name, side, quote) },
    { weight: 22, isAllowed: takes(quoteTerms), act: (name, side, quote) => makers.add(name, side, quote) },
    {
      weight: 1,
      isAllowed: takes(quoteTerms),
      act: (name, side, quote) => makers.addIceberg(name, side, quote),
    },
    { weight: 8, isAllowed: cancels, act: (name, side) => makers.drop(name, side) },
  ],
  call: [
    {
      weight: 50,
      isAllowed: takes(callTerms.limit),
      act: (name, side, quote) => auctions.interest(name, side, quote),
    },
    {
      weight: 10,
      isAllowed: takes(callTerms.market),
      act: (name, side, quote) => auctions.atAnyPrice(name, side, quote),
    },
    { weight: 20, isAllowed: replaces, act: (name, side, quote) => auctions.revise(name, side, quote) },
    { weight: 20, isAllowed: takes(quoteTerms), act: (name, side, quote) => makers.add(name, side, quote) },
    {
      weight: 60,
      isAllowed: takes(callTerms.imbalance),
      act: (name, _, quote) => auctions.cure(name, quote),
    },
    { weight: 40, isAllowed: improves, act: (name, _, quote) => auctions.improve(name, quote) },
  ],
  none: [],
})

/** The actions that each phase allows by the table of acceptance. */
export function actionsByPhase(participants: Participants): Readonly<Record<Phase, readonly CrowdAction[]>> {
  const actions = actionsOf(participants)
  const allowed = phases.map((phase) => [
    phase,
    actions[acceptance[phase].matching].filter(({ isAllowed }) => isAllowed(phase)),
  ])
  return Object.fromEntries(allowed)
}
