/**
 * The banks that customers are paid by, as the specification (§9) lists them: the sort code that bank account
 * numbers are checked by, and the name.
 */
export const banks = {
  '044': 'Access',
  '058': 'Guaranty Trust',
  '057': 'Zenith',
  '033': 'United Bank for Africa',
  '011': 'First Bank',
  '032': 'Union',
  '035': 'Wema',
  '232': 'Sterling',
  '070': 'Fidelity',
  '050': 'Ecobank',
  '214': 'FCMB',
  '221': 'Stanbic IBTC',
  '301': 'Jaiz',
  '215': 'Unity',
  '076': 'Polaris',
  '082': 'Keystone',
  '084': 'Enterprise',
  '030': 'Heritage',
  '014': 'Mainstreet',
  '104': 'Paralex',
  '601': 'Lotus',
  '102': 'Titan Trust',
  '302': 'Taj',
  '559': 'Coronation',
  '103': 'Globus',
  '51310': 'Sparkle',
} as const
export type BankCode = keyof typeof banks

/** The sort codes by the names of their banks: keys that look like numbers have no order of their own. */
export const bankCodes = (Object.keys(banks) as BankCode[]).sort((a, b) => (banks[a] < banks[b] ? -1 : 1))

export const isBankCode = (code: string): code is BankCode => Object.hasOwn(banks, code)

/** A customer's account at a bank. */
export interface BankAccount {
  readonly bankCode: BankCode
  /** Ten digits: the Nigeria Uniform Bank Account Number (NUBAN), whose last digit checks the others. */
  readonly number: string
}

/**
 * The check digit of a bank account number. The bank's code is padded to six digits, 000xxx for one of three
 * and 9xxxxx for one of five. Source: Central Bank of Nigeria, revised NUBAN standard of 2020.
 *
 * @param serial the first nine digits of the number.
 */
export function nubanCheckDigit(bankCode: BankCode, serial: string): number {
  const padded = bankCode.length === 5 ? `9${bankCode}` : bankCode.padStart(6, '0')
  const sum = [...padded, ...serial].reduce(
    (total, digit, index) => total + Number(digit) * (index % 3 === 1 ? 7 : 3),
    0,
  )
  return (10 - (sum % 10)) % 10
}

/** What is wrong with a bank account: `number`, it has not ten digits; `checkDigit`, the last of them is another. */
export function bankAccountFault({ bankCode, number }: BankAccount): 'number' | 'checkDigit' | undefined {
  if (!/^\d{10}$/.test(number)) return 'number'
  return nubanCheckDigit(bankCode, number.slice(0, 9)) === Number(number[9]) ? undefined : 'checkDigit'
}

/**
 * Whether a number is refused for its check digit. How codes of five digits are weighted is not a published rule,
 * so that of such a bank the check is a warning.
 */
export const isCheckDigitCertain = (bankCode: BankCode): boolean => bankCode.length === 3

/** A bank account as entries of the ledger name it. */
export const bankAccountText = ({ bankCode, number }: BankAccount): string => `${bankCode} ${number}`

/**
 * Where the proceeds of a sale are when it has settled: with the broker, or at the customer's own bank account.
 * Source: SEC Nigeria, direct cash settlement, 2017.
 */
export const cashRoutes = ['broker', 'direct'] as const
export type CashRoute = (typeof cashRoutes)[number]

/** What was agreed for an account about its cash. */
export interface CashTerms {
  readonly route: CashRoute
  /** The customer's own bank account on file; the direct route needs one. */
  readonly bankAccount: BankAccount | null
}

/** The terms of accounts for which nothing else was agreed. */
export const brokerCash: CashTerms = { route: 'broker', bankAccount: null }
