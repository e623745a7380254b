import { ofBackOffice } from './asking/back-office.ts'
import { ofMarket } from './asking/market.ts'
import { ofPeople } from './asking/people.ts'
import { ofProvider } from './asking/provider.ts'
import type { Asking } from './asking/row.ts'

/** How each call is asked. */
export const asking: Asking = { ...ofPeople, ...ofMarket, ...ofBackOffice, ...ofProvider }
