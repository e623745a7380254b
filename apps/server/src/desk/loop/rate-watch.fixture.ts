import { BUYER } from '../desk.fixture.ts'

/** A firm whose accounts take one order a second each. */
const firmState = {
  firms: new Map([
    [
      BUYER.tenantId,
      {
        limits: {
          ratesOf: ({ account }: { account: string }) => ({ user: null, account: account ? 1 : null }),
        },
      },
    ],
  ]),
  orders: new Map(),
  killSwitches: { isOn: () => false },
}
/** What a desk of that firm knows; it has one request. */
export const known = { firmState, requests: { isKnown: (_: object, clOrdID: string) => clOrdID === 'known' } }
