import { z } from 'zod'
import { byHand, call } from '../call.ts'
import { accountTermsInput } from '../schemas/account-terms.ts'

const settings = { all: ['Pages.Settings'] } as const

const accountTerms = accountTermsInput.omit({ cscsAcct: true })

/** What was agreed for an account about its cash. */
export const accountTermsCalls = {
  'BackOffice/GetAccountTerms': call({
    summary: 'Where the proceeds of an account’s sales go, and the customer’s own bank account on file',
    needs: settings,
    input: accountTermsInput.pick({ cscsAcct: true }),
    output: accountTerms,
  }),
  'BackOffice/UpdateAccountTerms': call({
    summary:
      'Choose where the proceeds of an account’s sales go from the next settlement on; the direct route needs a bank account on file',
    needs: settings,
    limit: byHand,
    input: accountTermsInput,
    output: z.object({}),
  }),
}
