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
    summary: 'Announced dividends, bonuses and splits, newest first',
    needs: 'member',
    heavy: true,
    input: listInput(corporateActionList),
    output: listPage(corporateActionRow),
  }),
  'BackOffice/DownloadCorporateActions': fileCall({
    summary: 'Announced dividends, bonuses and splits as a file',
    needs: 'member',
    input: listFileInput(corporateActionList),
  }),
  'BackOffice/PreviewCorporateAction': call({
    summary: 'How a corporate action changes the price, and what the firm’s accounts receive',
    needs: staff,
    verb: 'GET',
    heavy: true,
    input: listInput(entitlementList).extend(corporateActionInput.shape),
    output: listPage(entitlementRow).extend(corporateActionEffect.shape),
  }),
  'BackOffice/DownloadCorporateActionEntitlements': fileCall({
    summary: 'What the firm’s accounts receive from a corporate action, as a file',
    needs: staff,
    input: listFileInput(entitlementList).extend(corporateActionInput.shape),
  }),
  'BackOffice/GetEntitlementsDue': call({
    summary: 'What an account is due from corporate actions between their ex-day and their payment date',
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
    summary: 'Announce a dividend, bonus or split to the market. A repeated announcement has no effect',
    needs: marketControl,
    limit: byHand,
    // A company announces one action of a type for a qualification date.
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
