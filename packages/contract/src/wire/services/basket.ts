import { z } from 'zod'
import { basket, basketOutcome, basketPreview, basketRow } from '../basket-shapes.ts'
import { byHand, call, fileCall } from '../call.ts'
import { listFileInput, listInput } from '../list-input.ts'
import { basketLineList, basketList } from '../lists/baskets.ts'
import { listPage } from '../paging.ts'
import { basketID, basketInput, basketOrders, sendBasketInput, stopBasketInput } from '../schemas/baskets.ts'

const traders = { any: ['BUY', 'SELL'] } as const
/** Three hundred orders, each with a text of its own. */
const LONGEST_BODY = 384 * 1024

export const basketCalls = {
  'Basket/GetAll': call({
    summary: "The user's own baskets, and those that the firm shares",
    needs: traders,
    input: listInput(basketList),
    output: listPage(basketRow),
  }),
  'Basket/Get': call({
    summary: 'A basket with its lines',
    needs: traders,
    input: z.object({ id: basketID }),
    output: basket,
  }),
  'Basket/DownloadLines': fileCall({
    summary: 'The lines of a basket as a file',
    needs: traders,
    input: listFileInput(basketLineList).extend({ id: basketID }),
  }),
  'Basket/Save': call({
    summary: 'Save a basket: a new one or, with `id` and `version`, a changed one',
    needs: traders,
    limit: byHand,
    bodyBytes: LONGEST_BODY,
    once: 'transaction',
    input: basketInput,
    output: basket,
  }),
  'Basket/Preview': call({
    summary:
      'What orders would come to if they were sent now, one after the other: cash and limits count for all of them',
    needs: traders,
    limit: byHand,
    bodyBytes: LONGEST_BODY,
    refusals: 'none',
    input: basketOrders,
    output: basketPreview,
  }),
  'Basket/Send': call({
    summary:
      'Enter orders one after the other, as fast as limits allow; returns what became of each. Sent again with the same `sendID`, it enters only those that are missing',
    needs: traders,
    limit: byHand,
    bodyBytes: LONGEST_BODY,
    input: sendBasketInput,
    output: basketOutcome,
  }),
  'Basket/Stop': call({
    summary: 'Stop a basket that is being sent: what has been sent stays, the rest is not sent',
    needs: traders,
    limit: byHand,
    input: stopBasketInput,
    output: z.object({}),
  }),
  'Basket/Delete': call({
    summary: "Delete one of the user's own baskets",
    needs: traders,
    limit: byHand,
    input: z.object({ id: basketID }),
    output: z.object({}),
  }),
}
