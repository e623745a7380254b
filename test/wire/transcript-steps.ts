import { account } from './transcript-steps/account.ts'
import { customers } from './transcript-steps/customers.ts'
import { passkeys } from './transcript-steps/passkeys.ts'
import { registration } from './transcript-steps/registration.ts'
import { reports } from './transcript-steps/reports.ts'
import { roles } from './transcript-steps/roles.ts'
import { signIn } from './transcript-steps/sign-in.ts'
import { start } from './transcript-steps/start.ts'
import type { Step } from './transcript-steps/step.ts'
import { tenants } from './transcript-steps/tenants.ts'
import { users } from './transcript-steps/users.ts'

/** The transcripts by the names of their files: what old clients ask of each call, in the order of a person's way. */
export const transcripts: Readonly<Record<string, readonly Step[]>> = {
  start,
  'sign-in': signIn,
  account,
  registration,
  roles,
  users,
  tenants,
  reports,
  customers,
  passkeys,
}
