import { z } from 'zod'
import { byHand, call } from '../call.ts'
import { killSwitchOn, limitRow } from '../limit-shapes.ts'
import { killSwitchInput, limitsInput } from '../schemas/limits.ts'

const settings = { all: ['Pages.Settings'] } as const

export const limitCalls = {
  'Limits/GetAll': call({
    summary:
      'The limits of the firm, and of its users and accounts that have any, with their kill switches; for the host the market and its firms',
    needs: settings,
    input: z.object({}),
    output: z.object({ items: z.array(limitRow) }),
  }),
  'Limits/Update': call({
    summary:
      'Change limits of the firm, a user or an account, from the next order on; null takes one away, what is left out stays',
    needs: settings,
    limit: byHand,
    input: limitsInput,
    output: z.object({}),
  }),
  'Limits/SetKillSwitch': call({
    summary:
      'Stop what brings new risk of a user, an account, a firm or the whole market at once, or let it go on; cancels always pass',
    needs: { any: ['Pages.Settings', 'MARKET_CONTROL'] },
    limit: byHand,
    input: killSwitchInput,
    output: z.object({}),
  }),
  'Limits/GetKillSwitchesOn': call({
    summary: 'The kill switches that stop orders of the caller now',
    needs: 'member',
    input: z.object({}),
    output: z.object({ items: z.array(killSwitchOn) }),
  }),
}
