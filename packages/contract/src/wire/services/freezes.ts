import { z } from 'zod'
import { documentLimits } from '../../rules/account-requests.ts'
import { byHand, call, type FilesTaken, fileCall } from '../call.ts'
import { posted } from '../cash-shapes.ts'
import { accountFreeze } from '../freeze-shapes.ts'
import { items } from '../paging.ts'
import { freezeInput, unfreezeInput } from '../schemas/freezes.ts'
import { code } from '../schemas/shown-text.ts'
import { count } from '../wire-fields.ts'

const freezes = { all: ['FREEZE_ACCOUNTS'] } as const

const document: FilesTaken = {
  files: 1,
  kinds: documentLimits.types,
  bytes: documentLimits.bytes,
  parts: ['document'],
}

/** Freezes of accounts: one person freezes, two end it. */
export const freezeCalls = {
  'BackOffice/GetAccountFreezes': call({
    summary: 'Whether an account is frozen; for staff with the right to know: why, since when and by whom',
    needs: 'member',
    shows: { screen: 'freezes', by: 'account' },
    input: z.object({ cscsAcct: code(32) }),
    output: items(accountFreeze).extend({
      isFrozen: z.boolean(),
      /** The open orders, which a freeze cancels or keeps in the market; null for people who may not freeze. */
      openOrders: count.nullable(),
    }),
  }),
  'BackOffice/FreezeAccount': call({
    summary:
      'Freeze an account at once: no orders, withdrawals, transfers out or changes to its bank account. Its open orders are cancelled or stay in the market',
    needs: freezes,
    limit: byHand,
    once: 'ownID',
    takes: document,
    input: freezeInput,
    output: posted,
  }),
  'BackOffice/UnfreezeAccount': call({
    summary: 'Request that one freeze of an account be lifted. Another person approves it',
    needs: freezes,
    twoPeople: 'requests',
    limit: byHand,
    once: 'ownID',
    input: unfreezeInput,
    output: posted,
  }),
  'BackOffice/GetFreezeDocument': fileCall({
    summary: 'The document attached to a freeze',
    // Who approves the end of a freeze reads what began it.
    needs: { any: ['FREEZE_ACCOUNTS', 'APPROVE_LEDGER'] },
    shows: { screen: 'freezes', by: 'freeze' },
    input: z.object({ id: count }),
  }),
}
