import { ofBackOffice } from './ways-to-name/back-office.ts'
import { ofMarket } from './ways-to-name/market.ts'
import type { WaysToName } from './ways-to-name/names.ts'
import { ofPeople } from './ways-to-name/people.ts'

/**
 * For every call, the ways to name with it what may be another's. None where it cannot: the
 * market is everybody's, of oneself one asks without naming, and who knows a password is its owner.
 */
export const waysToName: WaysToName = { ...ofPeople, ...ofMarket, ...ofBackOffice }
