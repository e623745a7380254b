import { z } from 'zod'
import { tenantFields } from './schemas/tenants.ts'

/** A firm in the list of the host. */
export const tenantRow = z.object({
  id: z.number().int(),
  tenancyName: z.string(),
  name: z.string(),
  isActive: z.boolean(),
  creationTime: z.string(),
})
export type TenantRow = z.infer<typeof tenantRow>

/** A firm with all that the host decides about it. */
export const tenantRecord = z.object({
  ...tenantRow.shape,
  features: tenantFields.features,
  memberCode: z.string(),
  address: z.string(),
  phone: z.string(),
  /** Where the administrator's link to choose the first password was mailed; `null` once the administrator has signed in. */
  adminEmailAddress: z.string().nullable(),
  /** Who was named as the second administrator; `null` until somebody is. */
  secondAdmin: z
    .object({
      userName: z.string(),
      name: z.string(),
      surname: z.string(),
      /** Where the link was mailed; `null` once that one has signed in. */
      emailAddress: z.string().nullable(),
    })
    .nullable(),
  /** Whether the host's kill switch of the firm is on. */
  isKillSwitchOn: z.boolean(),
  /** How many open orders the firm has. */
  openOrderCount: z.number().int(),
  /** How many of these are cancelled also where the others are halted: orders for one auction, without a price, or for an imbalance. */
  cancelledByHalt: z.number().int(),
  /** Whether these are out of the market until the host's kill switch is released. */
  areOrdersHalted: z.boolean(),
})
export type TenantRecord = z.infer<typeof tenantRecord>

/** How the administrator of a firm signs in for the first time. */
export const firstLink = z.object({
  adminUserName: z.string(),
  adminEmailAddress: z.string(),
  /** The link that was mailed to the administrator: it sets the password, can be used once, and is shown only now. */
  passwordLink: z.string(),
  /** When the link is no longer valid. */
  passwordLinkExpires: z.string(),
})
export type FirstLink = z.infer<typeof firstLink>

/** A firm that was made, and how its administrator signs in for the first time. */
export const tenantCreated = tenantRecord.extend(firstLink.shape)
export type TenantCreated = z.infer<typeof tenantCreated>
