import { expect, test } from 'vitest'
import {
  approvalRules,
  keepingApprovalRules,
  type SettingTexts,
  settingChanges,
  withSettings,
} from './settings.ts'

const rules = (independenceDays: number, approversByTwo: boolean) => ({ independenceDays, approversByTwo })

/** What is in force on each of these days after the changes, each made on its day. */
function inForce(
  changes: readonly (readonly [string, ReturnType<typeof rules>])[],
  day: string,
): ReturnType<typeof approvalRules> {
  const texts = changes.reduce<SettingTexts>(
    (own, [date, values]) => withSettings(own, keepingApprovalRules(own, {}, settingChanges(values), date)),
    {},
  )
  return approvalRules(texts, {}, day)
}

test.each([
  // changes, then the day → what approvals need on it
  ['the usual', [], '2026-11-20', rules(7, false)],
  ['stronger at once', [['2026-11-20', rules(30, true)]], '2026-11-20', rules(30, true)],
  ['weaker not yet', [['2026-11-20', rules(0, false)]], '2026-11-26', rules(7, false)],
  ['weaker after the earlier days', [['2026-11-20', rules(0, false)]], '2026-11-27', rules(0, false)],
  [
    'by two until the days are over',
    [
      ['2026-11-01', rules(7, true)],
      ['2026-11-20', rules(7, false)],
    ],
    '2026-11-26',
    rules(7, true),
  ],
  [
    'weaker, and stronger again',
    [
      ['2026-11-20', rules(1, false)],
      ['2026-11-21', rules(9, false)],
    ],
    '2026-11-21',
    rules(9, false),
  ],
  [
    'weaker twice',
    [
      ['2026-11-20', rules(3, false)],
      ['2026-11-21', rules(0, false)],
    ],
    '2026-11-27',
    rules(7, false),
  ],
] as const)('%s: the rules in force', (_, changes, day, expected) => {
  expect(inForce(changes, day)).toEqual(expected)
})
