import { z } from 'zod'
import { alert } from '../alert-shapes.ts'
import { byHand, call } from '../call.ts'
import { listInput } from '../list-input.ts'
import { alertList } from '../lists/alerts.ts'
import { listPage } from '../paging.ts'
import { alertID, alertInput } from '../schemas/alerts.ts'

export const alertCalls = {
  'Alert/GetAll': call({
    summary: "The user's own alerts, waiting and fired",
    needs: 'member',
    input: listInput(alertList),
    output: listPage(alert),
  }),
  'Alert/Save': call({
    summary: 'Set an alert: a new one or, with `id`, a change to a waiting one',
    needs: 'member',
    limit: byHand,
    once: 'transaction',
    input: alertInput,
    output: alert,
  }),
  'Alert/Delete': call({
    summary: "Remove one of the user's alerts, waiting or fired",
    needs: 'member',
    limit: byHand,
    input: alertID,
    output: z.object({}),
  }),
}
