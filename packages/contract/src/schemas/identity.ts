import { z } from 'zod'

export const authenticateInput = z.object({
  userNameOrEmailAddress: z.string().min(1).max(256),
  password: z.string().min(1).max(128),
  rememberClient: z.boolean().default(false),
  twoFactorVerificationCode: z.string().max(32).nullish(),
  tenancyName: z.string().max(64).nullish(),
})
