import type { TextKey } from '../words/words.ts'
import { INT32_LIMIT, percentOf } from './money.ts'

/** Alerts that a user waits for with at most so many; of those that fired so many are kept, the newest. */
export const MOST_ALERTS = 1_000

/**
 * What an alert waits for: which figure of the security, and whether it has to rise or fall to the level. A level is an
 * integer: kobo of a price, hundredths of a percent of a change.
 */
interface AlertCondition {
  readonly of: 'price' | 'percent' | 'news'
  /** 1: the figure reaches the level from below. -1: from above. */
  readonly direction: 1 | -1
  readonly title: TextKey
}

export const alertConditions = {
  atOrAbove: { of: 'price', direction: 1, title: 'Alert.Condition.atOrAbove' },
  atOrBelow: { of: 'price', direction: -1, title: 'Alert.Condition.atOrBelow' },
  riseOf: { of: 'percent', direction: 1, title: 'Alert.Condition.riseOf' },
  fallOf: { of: 'percent', direction: -1, title: 'Alert.Condition.fallOf' },
  news: { of: 'news', direction: 1, title: 'Alert.Condition.news' },
} as const satisfies Record<string, AlertCondition>

export type AlertConditionName = keyof typeof alertConditions
export const alertConditionNames = Object.keys(alertConditions) as [
  AlertConditionName,
  ...AlertConditionName[],
]

export const alertStates = {
  waiting: 'Alert.State.waiting',
  fired: 'Alert.State.fired',
} as const satisfies Record<string, TextKey>
export type AlertState = keyof typeof alertStates
export const alertStateNames = Object.keys(alertStates) as [AlertState, ...AlertState[]]

/** Percentages that an alert can wait for: a price falls by less than all of it. */
export const LARGEST_ALERT_PERCENT = { riseOf: 1_000, fallOf: 99.99 } as const

const HUNDREDTHS = 100

/**
 * The level of what a person asked for: of a fall the negative change. `undefined` where it is no price or percentage
 * with at most two decimals, or out of bounds.
 */
export function alertLevel(condition: AlertConditionName, value: number): number | undefined {
  const level = Math.round(value * HUNDREDTHS)
  if (level < 1 || level >= INT32_LIMIT || level / HUNDREDTHS !== value) return undefined
  if (condition !== 'riseOf' && condition !== 'fallOf') return level
  if (value > LARGEST_ALERT_PERCENT[condition]) return undefined
  return condition === 'fallOf' ? -level : level
}

/** What a person asked for, of a level; a change that an alert fired at keeps its sign. */
export const alertValue = (condition: AlertConditionName, level: number): number =>
  (condition === 'fallOf' ? -level : level) / HUNDREDTHS

/** Kobo or hundredths of a percent as the number of the wire. */
export const ofHundredths = (level: number): number => level / HUNDREDTHS

/** Whether a figure has reached the level. */
export const hasReached = (direction: 1 | -1, level: number, figure: number): boolean =>
  direction === 1 ? figure >= level : figure <= level

/** The change from the reference price in hundredths of a percent, rounded as statistics publish it. */
export const changeInHundredths = (price: number, reference: number): number =>
  Math.round(percentOf(BigInt(price - reference), BigInt(reference)) * HUNDREDTHS)
