import {
  type BusinessRejectReason,
  businessRejectReasons,
  rejectReasons,
  type Violation,
} from '../dictionary/rejects.ts'
import type { Field, Fields } from '../wire/message.ts'
import type { Outgoing } from './step.ts'

/** Where an answer goes: what was on behalf of somebody is delivered to them, and the other way round. */
const reversed: readonly (readonly [from: number, to: number])[] = [
  [115, 128],
  [116, 129],
  [144, 145],
  [128, 115],
  [129, 116],
  [145, 144],
]

export function reversedRoute(message: Fields): Field[] {
  return reversed.flatMap(([from, to]): Field[] => {
    const value = message.get(from)
    return value ? [[to, value]] : []
  })
}

/** The fields of a Reject(3) of a message. */
export function rejectOf(message: Fields, { reason, tag }: Violation): Field[] {
  const [code, text] = rejectReasons[reason]
  const type = message.get(35)
  return [
    [45, message.number(34) ?? 0],
    [58, text],
    ...(tag === undefined ? [] : [[371, tag] as const]),
    ...(type ? [[372, type] as const] : []),
    [373, code],
  ]
}

/** A BusinessMessageReject(j) of a message that an application cannot process. */
export function businessReject(message: Fields, reason: BusinessRejectReason, text?: string): Outgoing {
  const [code, standard] = businessRejectReasons[reason]
  return {
    type: 'j',
    header: reversedRoute(message),
    fields: [
      [45, message.number(34) ?? 0],
      [58, text ?? standard],
      [372, message.get(35) ?? ''],
      [380, code],
    ],
    keep: true,
  }
}
