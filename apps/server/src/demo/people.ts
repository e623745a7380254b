import {
  type AccountType,
  type FirmSettings,
  type Kobo,
  kobo,
  type LimitLevel,
  noLimits,
  type OrderLimits,
  type Quantity,
  type RoleName,
  type Shares,
  shares,
} from '@tradebook/contract'
import { Random } from '../venue/embedded/crowd/random.ts'
import { particularsOf } from './particulars.ts'
import type { DemoSecurity } from './securities.ts'

/** A broker firm of the demo with its people; all of them are invented. */
export interface DemoFirm {
  readonly tenancyName: string
  readonly name: string
  readonly particulars: Pick<
    FirmSettings,
    'memberCode' | 'address' | 'phone' | 'emailAddress' | 'rcNumber' | 'secNumber' | 'taxNumber' | 'payIn'
  >
  readonly users: readonly DemoUser[]
  readonly customers: readonly DemoCustomer[]
  readonly limits: readonly DemoLimits[]
}

/** What orders of the firm, a user or an account may come to at first. */
export interface DemoLimits {
  readonly level: LimitLevel
  /** The user name or the account number; empty for the firm. */
  readonly who: string
  readonly limits: OrderLimits
}

export interface DemoUser {
  readonly userName: string
  readonly name: string
  readonly surname: string
  readonly emailAddress: string
  readonly role: RoleName
}

export interface DemoCustomer {
  readonly name: string
  readonly accountType: AccountType
  readonly emailAddress: string
  readonly phoneNumber: string
  /** What the firm knows of the customer, as a request's answers have it. */
  readonly particulars: ReturnType<typeof particularsOf>
  readonly accountNumber: string
  /** Ten digits. */
  readonly cscsAccount: string
  /** Clearing house number: C, eight digits, two letters. */
  readonly chn: string
  /** The user whose own account this is. */
  readonly userName: string | null
  readonly cash: Kobo
  readonly holdings: readonly DemoHolding[]
}

export interface DemoHolding {
  readonly securityID: string
  readonly quantity: Shares
  /** What a share cost, fees included. */
  readonly unitCost: Kobo
}

/** The demo's firms, the same for the same seed; holdings are of the securities given. */
export const demoFirms = (securities: readonly DemoSecurity[], seed: number): DemoFirm[] =>
  firms.map((firm) => ({
    tenancyName: firm.tenancyName,
    name: firm.name,
    particulars: {
      ...{
        memberCode: firm.code,
        address: firm.address,
        phone: firm.phone,
        rcNumber: `RC ${firm.firstNumber}`,
      },
      ...{ secNumber: `SEC/BD/${firm.firstNumber}`, taxNumber: `${firm.firstNumber}00-0001` },
      ...{ emailAddress: `office@${firm.domain}`, payIn: `${firm.name}, clients’ account\n${firm.bank}` },
    },
    limits: firm.limits ?? [],
    users: firm.users.map(([userName, role, name, surname]) => ({
      userName,
      name,
      surname,
      emailAddress: `${userName}@${firm.domain}`,
      role,
    })),
    customers: firm.customers.map(([name, wealthNaira, userName], index) => {
      const random = new Random(seed, `${firm.tenancyName} ${name}`)
      const number = firm.firstNumber + index
      const accountType = COMPANY.test(name) ? 'corporate' : 'individual'
      const emailAddress = userName ? `${userName}@${firm.domain}` : `${mailbox(name)}@example.com`
      const phoneNumber = `+23480000${String(number).slice(-5)}`
      return {
        ...{ name, accountType, emailAddress, phoneNumber },
        particulars: particularsOf(accountType, name, number, { emailAddress, phoneNumber }),
        accountNumber: `${firm.code}${number}`,
        cscsAccount: String(number * 37).padStart(10, '0'),
        chn: `C${String(number).padStart(8, '0')}${initials(name)}`,
        userName: userName ?? null,
        cash: kobo(Math.round(wealthNaira * (0.3 + 0.4 * random.unit())) * 100),
        holdings: holdings(random, securities, wealthNaira),
      }
    }),
  }))

const COMPANY = / (Ltd|Society)$/

type UserRow = readonly [userName: string, role: RoleName, name: string, surname: string]
type CustomerRow = readonly [name: string, wealthNaira: number, userName?: string]

const firms: readonly {
  readonly tenancyName: string
  readonly name: string
  /** Reserved for examples, so that no mail of the demo reaches anybody. */
  readonly domain: string
  readonly code: string
  readonly address: string
  readonly phone: string
  /** Where customers pay in. */
  readonly bank: string
  readonly firstNumber: number
  readonly users: readonly UserRow[]
  readonly customers: readonly CustomerRow[]
  readonly limits?: readonly DemoLimits[]
}[] = [
  {
    tenancyName: 'Meridian',
    name: 'Meridian Securities Ltd',
    domain: 'meridian.example',
    code: 'MSL',
    address: '14 Harbour Crescent\nMarina, Lagos',
    phone: '+2348000000014',
    bank: 'First Bank 2034567890',
    firstNumber: 100_201,
    users: [
      ['admin', 'ADMIN', 'Folake', 'Adeyemi'],
      ['broker', 'BROKER', 'Chinedu', 'Okafor'],
      ['customer', 'CUSTOMER', 'Amina', 'Bello'],
      ['supervisor', 'ADMIN', 'Musa', 'Garba'],
    ],
    customers: [
      ['Amina Bello', 25_000_000, 'customer'],
      ['Emeka Nwosu', 48_000_000],
      ['Ngozi Eze', 9_500_000],
      ['Tunde Bakare', 130_000_000],
      ['Halima Sani', 17_000_000],
      ['Osaze Igbinedion', 6_200_000],
      ['Harmattan Pension Managers Ltd', 2_400_000_000],
      ['Blessing Effiong', 33_000_000],
    ],
  },
  {
    tenancyName: 'Zenith-Hill',
    name: 'Zenith-Hill Stockbrokers Ltd',
    domain: 'zenith-hill.example',
    code: 'ZHS',
    address: '3 Hill View Close\nWuse 2, Abuja',
    phone: '+2348000000003',
    bank: 'GTBank 0123456789',
    firstNumber: 300_451,
    users: [
      ['admin', 'ADMIN', 'Babatunde', 'Ogunleye'],
      ['broker', 'BROKER', 'Ifeoma', 'Chukwu'],
      ['customer', 'CUSTOMER', 'Yusuf', 'Danladi'],
      ['supervisor', 'ADMIN', 'Grace', 'Ekong'],
    ],
    customers: [
      ['Yusuf Danladi', 18_000_000, 'customer'],
      ['Adaeze Obi', 64_000_000],
      ['Kunle Afolabi', 7_800_000],
      ['Zainab Mohammed', 41_000_000],
      ['Ebere Uche', 12_500_000],
      ['Idara Bassey', 5_400_000],
      ['Savannah Cooperative Society', 850_000_000],
    ],
    limits: [
      {
        level: 'firm',
        who: '',
        limits: { ...noLimits, orderValue: kobo(1_000_000_000_00n), dailyTurnover: kobo(20_000_000_000_00n) },
      },
      { level: 'user', who: 'customer', limits: { ...noLimits, collarBps: 1_000, ordersPerSecond: 50 } },
      { level: 'account', who: 'ZHS300453', limits: { ...noLimits, orderQty: 1_000_000 as Quantity } },
    ],
  },
]

/** Held by everybody, so that any account can sell into a busy book at once. */
export const widelyHeld = ['GTCO', 'ZENITHBANK', 'UBA', 'MTNN', 'DANGCEM']
const OTHER_HOLDINGS = 4

/**
 * About as much in shares as the person is worth, in the names many hold and a few others. What a person is worth is a
 * parameter of a distribution and no amount: quantities and costs are rounded to whole shares and kobo.
 */
function holdings(random: Random, securities: readonly DemoSecurity[], wealthNaira: number): DemoHolding[] {
  const held = new Set(securities.filter(({ securityID }) => widelyHeld.includes(securityID)))
  const wanted = Math.min(held.size + OTHER_HOLDINGS, securities.length)
  while (held.size < wanted) held.add(random.pick(securities))

  const perSecurityKobo = (wealthNaira * 100) / wanted
  return [...held].map(({ securityID, referencePx }) => {
    const quantity = (perSecurityKobo * (0.4 + 1.2 * random.unit())) / referencePx
    return {
      securityID,
      quantity: shares(roundLot(quantity)),
      unitCost: kobo(Math.max(Math.round(referencePx * (0.55 + 0.6 * random.unit())), 1)),
    }
  })
}

/** Round as people buy: hundreds when there are many, tens when there are few, at least ten. */
const roundLot = (quantity: number): number =>
  quantity >= 1_000 ? Math.round(quantity / 100) * 100 : Math.max(Math.round(quantity / 10) * 10, 10)

const mailbox = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]+/g, '.')

const initials = (name: string): string =>
  name
    .split(' ')
    .map((word) => word.charAt(0))
    .join('')
    .slice(0, 2)
