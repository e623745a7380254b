import { z } from 'zod'
import { byHand, call } from '../call.ts'
import { killSwitchOn, limitRow } from '../limit-shapes.ts'
import { killSwitchInput, limitsInput } from '../schemas/limits.ts'

const settings = { all: ['Pages.Settings'] } as const

export const limitCalls = {
  'Limits/GetAll': call({
    summary:
      'Limits and kill switches of the firm and of its users and accounts that have any; for the host, of the market and its firms',
    needs: settings,
    input: z.object({}),
    output: z.object({ items: z.array(limitRow) }),
  }),
  'Limits/Update': call({
    summary:
      'Change limits of the firm, a user or an account from the next order on. Null removes a limit; limits left out stay',
    needs: settings,
    limit: byHand,
    input: limitsInput,
    output: z.object({}),
  }),
  'Limits/SetKillSwitch': call({
    summary:
      'Stop, or resume, everything that adds risk for a user, an account, a firm or the whole market, at once. Cancels are always accepted',
    needs: { any: ['Pages.Settings', 'MARKET_CONTROL'] },
    limit: byHand,
    input: killSwitchInput,
    output: z.object({}),
  }),
  'Limits/GetKillSwitchesOn': call({
    summary: "The kill switches that stop the caller's orders now",
    needs: 'member',
    input: z.object({}),
    output: z.object({ items: z.array(killSwitchOn) }),
  }),
}
