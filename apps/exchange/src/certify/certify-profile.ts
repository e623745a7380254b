import { z } from 'zod'

const schema = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]{1,32}$/, 'small letters, digits and -'),
  host: z.string().default('127.0.0.1'),
  port: z.int().min(1).max(65_535),
  version: z.enum(['FIX.4.4', 'FIX.5.0', 'FIX.5.0SP1', 'FIX.5.0SP2']),
  /** The CompID of the member, and that of the exchange. */
  senderCompID: z.string().min(1),
  targetCompID: z.string().min(1),
  username: z.string().min(1).optional(),
  password: z.string().min(1).optional(),
  heartBtInt: z.int().min(1).max(3600).default(30),
  symbol: z.string().min(1),
  /** Prices in today's limits: a buy at the low one rests, a buy at the high one meets a sell at the low one. */
  lowPrice: z.string().regex(/^\d+(\.\d+)?$/),
  highPrice: z.string().regex(/^\d+(\.\d+)?$/),
  quantity: z.int().min(1).default(100),
  /** Account (1) of orders, where the exchange asks for one. */
  account: z.string().min(1).optional(),
  /** How long an answer may take. */
  answerMs: z.int().min(1).max(60_000).default(5000),
  /** What the exchange does not offer is left out, and the report says so. */
  offers: z
    .strictObject({
      orderStatus: z.boolean().default(true),
      massStatus: z.boolean().default(true),
      massCancel: z.boolean().default(true),
      marketData: z.boolean().default(true),
      securityList: z.boolean().default(true),
      sessionStatus: z.boolean().default(true),
    })
    .prefault({}),
})

/** Whom a certification connects to, as whom, and what it may expect there. */
export type CertifyProfile = z.infer<typeof schema>

/** A profile as a file has it. @throws Error that names the first value that is not as it must be. */
export function certifyProfile(value: unknown): CertifyProfile {
  const { data, error } = schema.safeParse(value)
  if (data) return data
  const [issue] = error.issues
  throw new Error(`${issue?.path.join('.') || 'profile'}: ${issue?.message}`)
}
