import { z } from 'zod'
import { byHand, call, fileCall } from '../call.ts'
import { listFileInput, listInput } from '../list-input.ts'
import { corporateActionList, entitlementList } from '../lists/corporate-actions.ts'
import { items, listPage } from '../paging.ts'
import {
  corporateActionEffect,
  corporateActionInput,
  corporateActionRow,
  entitlementDue,
  entitlementRow,
  revocationInput,
} from '../schemas/corporate-actions.ts'
import { code } from '../schemas/shown-text.ts'
import { dateInput } from '../schemas/time.ts'

const marketControl = { all: ['MARKET_CONTROL'] } as const
const staff = { any: ['TRADE_ALL_ACCOUNTS', 'MARKET_CONTROL'] } as const

/** What companies do to their shareholders: the host announces it, each firm reads what it gives to its own accounts. */
export const corporateActionCalls = {
  'BackOffice/GetCorporateActions': call({
    summary: 'Dividends, bonuses and splits that were announced, the newest first',
    needs: 'member',
    heavy: true,
    input: listInput(corporateActionList),
    output: listPage(corporateActionRow),
  }),
  'BackOffice/DownloadCorporateActions': fileCall({
    summary: 'Dividends, bonuses and splits that were announced, as a file',
    needs: 'member',
    input: listFileInput(corporateActionList),
  }),
  'BackOffice/PreviewCorporateAction': call({
    summary: 'What a corporate action does to the price, and what it gives to the firm’s accounts',
    needs: staff,
    verb: 'GET',
    heavy: true,
    input: listInput(entitlementList).extend(corporateActionInput.shape),
    output: listPage(entitlementRow).extend(corporateActionEffect.shape),
  }),
  'BackOffice/DownloadCorporateActionEntitlements': fileCall({
    summary: 'What a corporate action gives to the firm’s accounts, as a file',
    needs: staff,
    input: listFileInput(entitlementList).extend(corporateActionInput.shape),
  }),
  'BackOffice/GetEntitlementsDue': call({
    summary: 'What an account is due from corporate actions between their ex-day and their pay date',
    needs: 'member',
    heavy: true,
    input: z.object({
      cscsAcct: code(32),
      /** Without it: on the market day. */
      asOf: dateInput.optional(),
    }),
    output: items(entitlementDue),
  }),
  'BackOffice/PostCorporateAction': call({
    summary: 'Announce a dividend, bonus or split to the market; announced twice, it happens once',
    needs: marketControl,
    limit: byHand,
    // A company announces one action of a type for a register date.
    once: 'ownID',
    input: corporateActionInput,
    output: z.object({ id: z.number().int() }),
  }),
  'BackOffice/RevokeCorporateAction': call({
    summary: 'Revoke a corporate action before its ex-day',
    needs: marketControl,
    limit: byHand,
    input: revocationInput,
    output: z.object({ id: z.number().int() }),
  }),
}
