import { firstProblem, orderTerms } from '@tradebook/contract/schemas/order-terms'
import { z } from 'zod'

const compID = z.string().regex(/^[A-Za-z0-9_.-]{1,32}$/, 'a CompID has letters, digits and _ . -')

const member = z.strictObject({
  compID,
  version: z.enum(['FIX.4.4', 'FIX.5.0', 'FIX.5.0SP1', 'FIX.5.0SP2']),
  username: z.string().min(1).optional(),
  password: z.string().min(1).optional(),
  /** The members whose reports this session gets, too; it may not send orders. */
  dropCopyOf: z.array(compID).min(1).optional(),
  /** Whether what still rests is cancelled when the connection ends. */
  cancelOnDisconnect: z.boolean().default(false),
})

const capabilities = orderTerms.extend({ massCancel: z.boolean().default(true) })

const schema = z
  .strictObject({
    name: z.string().regex(/^[a-z0-9-]{1,32}$/, 'small letters, digits and -'),
    /** Our CompID. */
    compID,
    members: z.array(member).min(1),
    /** `always` trades continuously round the clock; `exchange` keeps the timetable of the market's rules. */
    hours: z.enum(['always', 'exchange']).default('always'),
    /** The listed securities; all of the built-in list unless given. */
    securities: z.array(z.string()).min(1).optional(),
    /** Orders of the crowd in a second; 0 for none. */
    crowdRate: z.int().min(0).max(10_000).default(20),
    seed: z.int().min(0).default(1),
    capabilities: capabilities.prefault({}),
  })
  .refine(({ members }) => new Set(members.map(({ compID }) => compID)).size === members.length, {
    path: ['members'],
    message: 'a CompID is given twice',
  })
  .refine(
    ({ members }) =>
      members.every(({ dropCopyOf = [] }) =>
        dropCopyOf.every((id) => members.some(({ compID, dropCopyOf }) => compID === id && !dropCopyOf)),
      ),
    { path: ['members'], message: 'dropCopyOf names a CompID that sends no orders here' },
  )
  .refine(
    ({ members }) => members.every((one) => (one.username === undefined) === (one.password === undefined)),
    {
      path: ['members'],
      message: 'username and password come together',
    },
  )

/** What a market offers to whom. */
export type VenueProfile = z.infer<typeof schema>
export type MemberProfile = VenueProfile['members'][number]
export type Capabilities = VenueProfile['capabilities']

/** A profile as a file has it. @throws Error that names the first value that is not as it must be. */
export function venueProfile(value: unknown): VenueProfile {
  const { data, error } = schema.safeParse(value)
  if (data) return data
  throw new Error(firstProblem(error))
}

/** The market that starts without a profile: three firms in three versions, each with a session for market data, and the drop copy of the first. */
export const market: VenueProfile = venueProfile({
  name: 'market',
  compID: 'TRADEBOOK',
  members: [
    { compID: 'FIRM1', version: 'FIX.4.4' },
    { compID: 'FIRM2', version: 'FIX.5.0SP2' },
    { compID: 'FIRM3', version: 'FIX.5.0SP1' },
    { compID: 'FIRM1-DROP', version: 'FIX.4.4', dropCopyOf: ['FIRM1'] },
    { compID: 'FIRM1-DATA', version: 'FIX.4.4' },
    { compID: 'FIRM2-DATA', version: 'FIX.5.0SP2' },
    { compID: 'FIRM3-DATA', version: 'FIX.5.0SP1' },
  ],
})
