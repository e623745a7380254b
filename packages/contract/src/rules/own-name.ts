import type { AccountType } from './account-requests.ts'

/**
 * The own-name rule: money of a customer goes to a bank account in the customer's own name and to no other. A bank
 * writes names in capitals, in another order, without middle names and accents, or with a title.
 * Source: CBN, Guidelines on the Nigeria Uniform Bank Account Number; SEC Nigeria, direct cash settlement, 2017.
 *
 * - A person: the bank's name has every word of the customer's and at most one more, a middle name; or it leaves some
 *   out and has two at least. An account of a business, of several people or in trust is not a person's own.
 * - Joint holders: an account of one of them, or of several of them and nobody else.
 * - A company: the same words apart from its legal form. A director's own account is not the company's.
 *
 * @param accountName as the bank has it.
 * @param customerName of joint holders with `&` between them.
 * @param type of the customer; what the name says where it is not known.
 */
export function isOwnName(
  accountName: string,
  customerName: string,
  type = typeByName(customerName),
): boolean {
  const ofBank = partsOf(accountName)
  switch (type) {
    case 'corporate':
      return isOfCompany(wordsOf(accountName), wordsOf(customerName))
    case 'individual':
      return ofBank.length === 1 && isOfPerson(ofBank[0]!, wordsOf(customerName))
    case 'joint':
      return isOfHolders(ofBank, partsOf(customerName))
  }
}

/** Of customers that were opened before the type was kept. */
function typeByName(customerName: string): AccountType {
  if (wordsOf(customerName).some((word) => BUSINESS.has(word))) return 'corporate'
  const holders = partsOf(customerName)
  return holders.length > 1 && holders.every((words) => words.length > 1) ? 'joint' : 'individual'
}

function isOfCompany(ofBank: readonly string[], ofCustomer: readonly string[]): boolean {
  const telling = (words: readonly string[]) =>
    new Set(words.filter((word) => !LEGAL_FORMS.has(word) && word !== 'AND'))
  const [one, other] = [telling(ofBank), telling(ofCustomer)]
  return one.size > 0 && one.size === other.size && isIn(one, other)
}

function isOfPerson(ofBank: readonly string[], ofCustomer: readonly string[]): boolean {
  // A bank puts a title before the name. What the customer is called by is none: Prince Okafor has two names.
  const names = new Set(ofBank.filter((word) => !TITLES.has(word) || ofCustomer.includes(word)))
  const own = new Set(ofCustomer)
  if (own.size < 2) return own.size === 1 && names.size === 1 && isIn(names, own)
  if ([...names].some((word) => NOT_OF_PERSONS.has(word) && !own.has(word))) return false
  const isShorter = names.size >= 2 && isIn(names, own)
  return isShorter || (names.size <= own.size + 1 && isIn(own, names))
}

const isIn = (some: ReadonlySet<string>, all: ReadonlySet<string>): boolean =>
  [...some].every((word) => all.has(word))

/** A bank that lists the holders with nothing between them has written them one after the other. */
function isOfHolders(ofBank: readonly string[][], holders: readonly string[][]): boolean {
  if (ofBank.length > 1) return nameEach(withSharedSurname(ofBank), holders)
  const words = ofBank[0] ?? []
  // With the name of another holder in it, the account is not that of the one.
  const isOfOne = holders.some(
    (own) =>
      isOfPerson(words, own) &&
      !holders.some((other) => words.some((word) => other.includes(word) && !own.includes(word))),
  )
  if (isOfOne) return true
  return words.some((_, cut) => nameEach([words.slice(0, cut), words.slice(cut)], holders))
}

/** Whether each of the names is that of another holder. */
function nameEach(names: readonly (readonly string[])[], holders: readonly string[][]): boolean {
  const [name, ...others] = names
  if (!name) return true
  return holders.some((own, at) => isOfPerson(name, own) && nameEach(others, holders.toSpliced(at, 1)))
}

/** `ADA AND MUSA OBI`: whose part is one word has the surname of the last one. */
function withSharedSurname(parts: readonly string[][]): string[][] {
  const surname = parts.at(-1)?.at(-1)
  return parts.map((words) => (words.length === 1 && surname !== undefined ? [...words, surname] : words))
}

/** The words of each of several people. A comma or a dash parts people where each side may be a whole name. */
const partsOf = (name: string): string[][] =>
  name.split(/[&/+;]|\b(?:and|or)\b/i).flatMap((part) => {
    const parts = wordsOfEach(part.split(/,|\s[-–—]\s/))
    return parts.every((words) => words.length > 1) ? parts : wordsOfEach([part])
  })

const wordsOfEach = (names: readonly string[]): string[][] =>
  names.map(wordsOf).filter((words) => words.length > 0)

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
  ENTERPRISE: 'ENT',
  ENTERPRISES: 'ENT',
  VENTURE: 'VENT',
  VENTURES: 'VENT',
  INTERNATIONAL: 'INTL',
  INVESTMENTS: 'INVESTMENT',
}

const LEGAL_FORMS = new Set(['LTD', 'PLC', 'CO', 'LLP'])

/** What only the name of a business has. The list is never complete: the person who approves decides what it misses. */
const BUSINESS = new Set([
  ...LEGAL_FORMS,
  ...'ENT VENT NIG INTL SONS BROTHERS HOLDINGS PARTNERS ASSOCIATES CHAMBERS TRADING GLOBAL SERVICES STORES GROUP'.split(
    ' ',
  ),
  ...'INVESTMENT CONCEPTS CONSULTING CONSULTANTS SOLUTIONS RESOURCES INDUSTRIES FARMS MOTORS LOGISTICS PROPERTIES'.split(
    ' ',
  ),
  ...'CONSTRUCTION BAKERY COLLEGE MEMORIAL KITCHEN KITCHENS LOUNGE SALON FASHION COMMUNICATIONS ELECTRONICS'.split(
    ' ',
  ),
  ...'FOUNDATION MINISTRIES CHURCH SCHOOL SCHOOLS COOPERATIVE TRUST ESTATE PHARMACY CLINIC HOSPITAL HOTEL'.split(
    ' ',
  ),
])

/** What makes a bank account that names a person another's: of a business, or held in trust. */
const NOT_OF_PERSONS = new Set([
  ...BUSINESS,
  'ITF',
  'FBO',
  'FAO',
  'MINOR',
  'NOMINEE',
  'NOMINEES',
  'TRUSTEE',
  'TRUSTEES',
])
