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
  tenantSecondAdminInput,
  tenantUpdateInput,
} from '../schemas/tenants.ts'
import { firstLink, tenantCreated, tenantRecord, tenantRow } from '../tenant-shapes.ts'

const tenants = { all: ['Pages.Tenants'] } as const

export const tenantCalls = {
  'Tenant/GetAll': call({
    summary: 'The firms of the installation, filtered by keyword and status',
    needs: tenants,
    input: listInput(tenantList).extend({ isActive: z.boolean().optional() }),
    output: listPage(tenantRow),
  }),
  'Tenant/Get': call({
    summary: 'A firm with its features and details',
    needs: tenants,
    input: tenantIdInput,
    output: tenantRecord,
  }),
  'Tenant/Create': call({
    summary:
      'Create a firm with the static roles and its user admin, who is e-mailed a link to set the password. Only this answer contains the link',
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
      'E-mail a new password link to a firm’s administrator at the given address, if that administrator has not signed in yet. Only this answer contains it; the earlier link is no longer valid',
    needs: tenants,
    secret: true,
    limit: byHand,
    input: tenantFirstLinkInput,
    output: firstLink,
  }),
  'Tenant/NameSecondAdministrator': call({
    summary:
      'Create the second administrator of a firm, who is independent of the first, and e-mail a link to set the password. Until that person has signed in, the same call corrects the details and replaces the link, which only this answer contains',
    needs: tenants,
    secret: true,
    limit: byHand,
    input: tenantSecondAdminInput,
    output: firstLink,
  }),
  'Tenant/Update': call({
    summary: 'Change the names, features and details of a firm, and whether it is active',
    needs: tenants,
    limit: byHand,
    input: tenantUpdateInput,
    output: tenantRecord,
  }),
  'Tenant/Delete': call({
    summary: 'Hide a firm that has neither balances nor open orders; its name becomes available',
    needs: tenants,
    limit: byHand,
    input: tenantIdInput,
    output: z.null(),
  }),
  'Tenant/Activate': call({
    summary:
      'Let the users of a firm sign in again. Its kill switch stays on and its halted orders stay out of the market, unless the kill switch is released at the same time',
    needs: tenants,
    limit: byHand,
    input: tenantActivateInput,
    output: tenantRecord,
  }),
  'Tenant/DeActivate': call({
    summary:
      'Stop the trading of a firm, cancel or halt its open orders, end all its sessions and let none of its users sign in',
    needs: tenants,
    limit: byHand,
    input: tenantDeActivateInput,
    output: tenantRecord,
  }),
}
