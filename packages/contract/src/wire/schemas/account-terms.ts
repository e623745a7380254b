import { z } from 'zod'
import { bankCodes, cashRoutes } from '../../rules/banks.ts'
import { toDigits } from '../text.ts'
import { code, lineOfText, ownID } from './shown-text.ts'

/** Where the proceeds of an account's sales go when these settle, as a person enters it. */
export const accountTermsInput = z.object({
  /** The person's own id of the request: what makes sending it twice harmless. */
  postingID: ownID(),
  cscsAcct: code(32),
  cashRoute: z.enum(cashRoutes),
  /** The sort code of the customer's own bank. */
  bankCode: z.enum(bankCodes).nullable(),
  /** Ten digits, the last of which checks the others. */
  /** Whose it is, as the bank says: the customer's own name. Asked for where the bank account changes. */
  accountName: lineOfText(128).nullish(),
  bankAccount: z.string().overwrite(toDigits).max(10).nullable(),
})
