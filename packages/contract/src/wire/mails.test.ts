import { expect, test } from 'vitest'
import { english } from '../words/words.ts'
import { type MailName, mails } from './mails.ts'

test.each(Object.keys(mails) as MailName[])(
  'the mail %s has its texts, which mention its values and no others',
  (name) => {
    const text = english[`Mail.${name}.subject`] + english[`Mail.${name}.text`]
    const mentioned = new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, value]) => value))
    expect([...mentioned].sort()).toEqual([...mails[name]].sort())
  },
)
