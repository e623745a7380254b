/**
 * The own-name rule: money of a customer goes to a bank account in the customer's own name and to no other. A bank
 * writes names in capitals, in another order, without middle names and accents, or with a title.
 * Source: CBN, Guidelines on the Nigeria Uniform Bank Account Number; SEC Nigeria, direct cash settlement, 2017.
 *
 * @param accountName as the bank has it.
 * @param customerName of joint holders with `&` between them.
 * @returns whether the one name has every word of the other: two at least, unless the customer's name is one word. A company's
 * names have the same words apart from its legal form. Joint holders own an account of one of them, and one that names each.
 */
export function isOwnName(accountName: string, customerName: string): boolean {
  const holders = customerName.split('&').map(wordsOf)
  const areJoint = holders.length > 1 && holders.every((words) => words.length > 1 && !isCompany(words))
  if (!areJoint) return isNameOf(accountName, wordsOf(customerName))
  const ofBank = wordsOf(accountName).filter((word) => word !== 'AND')
  const namesEach = holders.every((words) => namesIn(words.filter((word) => ofBank.includes(word))) > 1)
  const isOfAll = namesEach && ofBank.every((word) => TITLES.has(word) || holders.flat().includes(word))
  return isOfAll || (!/&|\band\b/i.test(accountName) && holders.some((words) => isNameOf(accountName, words)))
}

function isNameOf(accountName: string, ofCustomer: readonly string[]): boolean {
  // A bank puts a title before the name. What the customer is called by is none: Prince Okafor has two names.
  const ofBank = wordsOf(accountName).filter((word) => !TITLES.has(word) || ofCustomer.includes(word))
  const [fewer, more] = ofBank.length <= ofCustomer.length ? [ofBank, ofCustomer] : [ofCustomer, ofBank]
  if (isCompany(ofCustomer) && namesIn(fewer) !== namesIn(more)) return false
  const least = Math.min(2, namesIn(ofCustomer))
  if (least === 0 || namesIn(fewer) < least) return false
  return fewer.every((word) => more.includes(word))
}

const isCompany = (words: readonly string[]): boolean => words.some((word) => LEGAL_FORMS.has(word))

/** How many words tell one from another: a legal form or a kind of business does not. */
const namesIn = (words: readonly string[]): number => new Set(words.filter((word) => !FORMS.has(word))).size

/** The words of a name as they are compared: without accents and capitals, and as companies abbreviate them. */
const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/['’.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => SHORT_FORMS[word] ?? word)

const TITLES = new Set(
  'MR MRS MS MISS DR PROF ENGR BARR ARC CHIEF ALHAJI ALHAJA HAJIA MALAM MALLAM PASTOR REV SIR LADY OBA PRINCE PRINCESS'.split(
    ' ',
  ),
)

const SHORT_FORMS: Readonly<Record<string, string>> = {
  LIMITED: 'LTD',
  COMPANY: 'CO',
  NIGERIA: 'NIG',
  ENTERPRISES: 'ENT',
  VENTURES: 'VENT',
}

const LEGAL_FORMS = new Set(['LTD', 'PLC', 'CO', 'ENT', 'VENT'])
const FORMS = new Set([...Object.values(SHORT_FORMS), 'PLC', 'AND'])
