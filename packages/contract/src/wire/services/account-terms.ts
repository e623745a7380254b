import { byHand, call } from '../call.ts'
import { posted } from '../cash-shapes.ts'
import { accountTermsInput } from '../schemas/account-terms.ts'

const settings = { any: ['Pages.Settings', 'REVIEW_REQUESTS'] } as const

const accountTerms = accountTermsInput.omit({ cscsAcct: true, postingID: true, accountName: true })

/** What was agreed for an account about its cash. */
export const accountTermsCalls = {
  'BackOffice/GetAccountTerms': call({
    summary: 'Where an account’s sale proceeds go, and the customer’s own bank account on file',
    needs: settings,
    shows: { screen: 'bankAccount', by: 'account' },
    input: accountTermsInput.pick({ cscsAcct: true }),
    output: accountTerms,
  }),
  'BackOffice/UpdateAccountTerms': call({
    summary:
      'Request a change to where an account’s sale proceeds go, once per posting id. Another person approves it; it applies from the next settlement. The direct route needs a bank account on file',
    needs: settings,
    twoPeople: 'requests',
    limit: byHand,
    once: 'ownID',
    input: accountTermsInput,
    output: posted,
  }),
}
