import { refuse, settingsFrom } from '@tradebook/contract'
import type { DeskPort } from '../../desk/desk-port.ts'
import type { MarketPicture } from '../../desk/publishing/market-picture.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Tenants } from '../../platform/tenants.ts'

export interface HomeParts {
  readonly desk: Pick<DeskPort, 'session'>
  readonly picture: MarketPicture
  readonly tenants: Tenants
}

/** What the landing page shows to everybody. All of it is in memory: strangers ask for it. */
export const home = ({ desk, picture, tenants }: HomeParts): Handlers<'Home/GetOverview'> => ({
  async 'Home/GetOverview'({ tenancyName }) {
    const { session } = desk
    const summary = picture.summary()
    if (!session || !summary) return refuse('unavailable')
    const { index, advancers, decliners, unchanged, tradeValue, tradeVolume, numberOfTrades } = summary
    const market = { index, advancers, decliners, unchanged, tradeValue, tradeVolume, numberOfTrades }
    return { firm: tenancyName ? await firmNamed(tenants, tenancyName) : null, market, session }
  },
})

/** A firm that can be signed in to; whether there was another one is not said. */
async function firmNamed(tenants: Tenants, tenancyName: string) {
  const firm = await tenants.named(tenancyName)
  if (!firm?.isActive) return null
  const { registrationOpen } = settingsFrom(await tenants.settingsOf(firm.id, null))
  return { tenancyName: firm.tenancyName, name: firm.name, isRegistrationOpen: registrationOpen }
}
