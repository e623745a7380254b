import { z } from 'zod'
import { killSwitchCauses, killSwitchScopes } from '../rules/limits.ts'
import { limitValues } from './schemas/limits.ts'

/** A kill switch that is on. */
const killSwitch = z.object({
  reason: z.string(),
  cause: z.enum(killSwitchCauses),
  /** The user name of the person who switched it on; null of one that went on by itself, and of the host's as a firm sees it. */
  by: z.string().nullable(),
  /** Wall time. */
  since: z.string(),
})

/** Whose limits and kill switch a row shows: the whole market and its firms the host's, a firm's own the others. */
export const limitRow = z.object({
  /** No two rows share it. */
  key: z.string(),
  scope: z.enum(killSwitchScopes),
  /** The user name or account number; of a firm its tenancy name; empty for the market. */
  id: z.string(),
  /** The name of the firm, the person or the account's customer. */
  name: z.string(),
  ...limitValues,
  /** The one that who asks may switch: the firm's, and for the host its own. */
  killSwitch: killSwitch.nullable(),
  /** Of a firm as it sees itself: the host's switch, which only the host switches off. */
  hostKillSwitch: killSwitch.nullable(),
})
export type LimitRow = z.infer<typeof limitRow>

/** A kill switch was switched: who it may concern asks which is on. */
export const killSwitchChange = z.object({ scope: z.enum(killSwitchScopes) })
export type KillSwitchChange = z.infer<typeof killSwitchChange>

/** A kill switch that refuses the caller's orders. */
export const killSwitchOn = z.object({
  scope: z.enum(killSwitchScopes),
  /** The account whose orders are refused; empty where all of the caller's are. */
  account: z.string(),
  reason: z.string(),
  cause: z.enum(killSwitchCauses),
  since: z.string(),
})
export type KillSwitchOn = z.infer<typeof killSwitchOn>
