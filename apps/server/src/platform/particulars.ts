import { particularNames } from '@tradebook/contract/schemas/customers'

/** What a firm knows of a customer, as the answers of a request and their corrections have it. */

type Answers = Readonly<Record<string, unknown>>

/** Those answers of a request that are a customer's particulars. */
export const particularsOf = (answers: Answers): Answers =>
  Object.fromEntries(particularNames.flatMap((name) => (name in answers ? [[name, answers[name]]] : [])))

/** Where letters go, in one line. */
export const postalAddress = ({ address1, address2, city, state }: Answers): string =>
  [address1, address2, city, state].filter(Boolean).join(', ')
