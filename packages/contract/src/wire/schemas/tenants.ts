import { z } from 'zod'
import { featureNames } from '../../rules/features.ts'
import { stoppedOrders } from '../../rules/limits.ts'
import { emailAddress, personName, userName } from './identity.ts'
import { settingsInput } from './settings.ts'
import { lineOfText, lineOfTextIfAny, soughtText } from './shown-text.ts'
import { rowId } from './users.ts'

const { memberCode, address, phone } = settingsInput.shape

/** What the host decides about a firm. Names and lengths are ABP's. */
export const tenantFields = {
  tenancyName: soughtText(64).regex(/^[a-zA-Z][a-zA-Z0-9_-]+$/),
  name: lineOfText(128),
  features: z.object(
    Object.fromEntries(featureNames.map((name) => [name, z.boolean()])) as Record<
      (typeof featureNames)[number],
      z.ZodBoolean
    >,
  ),
}

/** What the host may leave as it is. */
const particulars = {
  features: tenantFields.features.partial().optional(),
  memberCode: memberCode.optional(),
  address: address.optional(),
  phone: phone.optional(),
}

const { tenancyName, name } = tenantFields

const adminEmailAddress = emailAddress

export const tenantCreateInput = z.object({
  tenancyName,
  name,
  adminEmailAddress,
  /** ABP's clients leave it out for a firm that is not active. */
  isActive: z.boolean().default(false),
  /** Every firm lives in the one database: a client that names another is refused. */
  connectionString: z.string().max(0).nullish(),
  ...particulars,
})

export const tenantUpdateInput = z.object({
  ...rowId.shape,
  tenancyName,
  name,
  isActive: z.boolean(),
  /** What becomes of the open orders of a firm that is disabled by it, or is disabled already; absent: those of a firm that is disabled by it are cancelled. */
  openOrders: z.enum(stoppedOrders).optional(),
  ...particulars,
})

export const tenantIdInput = rowId

export const tenantFirstLinkInput = rowId.extend({ adminEmailAddress })

/** Who is a firm’s administrator besides the first. */
export const tenantSecondAdminInput = rowId.extend({
  userName,
  name: personName,
  surname: personName,
  emailAddress,
})

export const tenantActivateInput = tenantIdInput.extend({
  /** Whether the host's kill switch of the firm is switched off, too, so that it trades at once. */
  releaseKillSwitch: z.boolean().default(false),
})

export const tenantDeActivateInput = tenantIdInput.extend({
  /** Why the firm's trading is stopped, for those who are stopped. */
  reason: lineOfTextIfAny(256).unwrap().optional(),
  /** What becomes of its open orders. */
  openOrders: z.enum(stoppedOrders).default('cancel'),
})

/** What the host fills in for a new firm, each feature as a field of its own. */
export const tenantCreateForm = tenantCreateInput
  .omit({ features: true, connectionString: true })
  .extend(tenantFields.features.shape)

/** The same for a firm that there is; whether it is active is changed apart. */
export const tenantUpdateForm = tenantUpdateInput
  .omit({ features: true, openOrders: true })
  .extend(tenantFields.features.shape)
