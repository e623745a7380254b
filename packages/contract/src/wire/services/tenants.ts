import { z } from 'zod'
import { byHand, call } from '../call.ts'
import { listInput } from '../list-input.ts'
import { tenantList } from '../lists/tenants.ts'
import { listPage } from '../paging.ts'
import {
  tenantActivateInput,
  tenantCreateInput,
  tenantDeActivateInput,
  tenantFirstLinkInput,
  tenantIdInput,
  tenantUpdateInput,
} from '../schemas/tenants.ts'
import { firstLink, tenantCreated, tenantRecord, tenantRow } from '../tenant-shapes.ts'

const tenants = { all: ['Pages.Tenants'] } as const

export const tenantCalls = {
  'Tenant/GetAll': call({
    summary: 'The firms of the installation, filtered by keyword and by whether they are active',
    needs: tenants,
    input: listInput(tenantList).extend({ isActive: z.boolean().optional() }),
    output: listPage(tenantRow),
  }),
  'Tenant/Get': call({
    summary: 'A firm with its features and particulars',
    needs: tenants,
    input: tenantIdInput,
    output: tenantRecord,
  }),
  'Tenant/Create': call({
    summary:
      'Make a firm with the static roles and its user admin, who is mailed a link to set the password; the link is in this answer alone',
    needs: tenants,
    secret: true,
    limit: byHand,
    // No two firms have one tenancy name.
    once: 'ownID',
    input: tenantCreateInput,
    output: tenantCreated,
  }),
  'Tenant/RenewFirstLink': call({
    summary:
      'Mail the administrator of a firm, who has not signed in yet, another link to set the password, to this address; it is in this answer alone, and the earlier one is no longer valid',
    needs: tenants,
    secret: true,
    limit: byHand,
    input: tenantFirstLinkInput,
    output: firstLink,
  }),
  'Tenant/Update': call({
    summary: 'Change the names, features and particulars of a firm, and whether it is active',
    needs: tenants,
    limit: byHand,
    input: tenantUpdateInput,
    output: tenantRecord,
  }),
  'Tenant/Delete': call({
    summary: 'Hide a firm that has neither balances nor open orders, and free its name',
    needs: tenants,
    limit: byHand,
    input: tenantIdInput,
    output: z.null(),
  }),
  'Tenant/Activate': call({
    summary:
      'Let the people of a firm sign in again; its kill switch stays on, and halted orders out of the market, unless it is released with it',
    needs: tenants,
    limit: byHand,
    input: tenantActivateInput,
    output: tenantRecord,
  }),
  'Tenant/DeActivate': call({
    summary:
      'Stop the trading of a firm, cancel its open orders or halt them, end all its sessions and let nobody of it sign in',
    needs: tenants,
    limit: byHand,
    input: tenantDeActivateInput,
    output: tenantRecord,
  }),
}
