import { readFileSync } from 'node:fs'
import {
  nairaToKobo,
  type PriceGroup,
  type PriceKobo,
  priceGroups,
  priceKobo,
  type SecurityType,
  type Shares,
  shares,
  tickOf,
} from '@tradebook/contract'

/** A listed equity of the demo market. */
export interface DemoSecurity {
  /** The ticker symbol. */
  readonly securityID: string
  readonly name: string
  readonly sector: string
  readonly isin: string | null
  readonly securityType: SecurityType
  readonly priceGroup: PriceGroup
  /** The close of February 2025 on its group's tick. */
  readonly referencePx: PriceKobo
  readonly sharesOutstanding: Shares
}

/** The equities list that is part of the product, in file order; its source is named in NOTICE. */
export const readSecurities = (): DemoSecurity[] =>
  parseSecurities(readFileSync(new URL('securities.csv', import.meta.url), 'utf8'))

const HEADER =
  'symbol,name,sector,isin,close_2025_01,market_cap_2025_01,close_2025_02,market_cap_2025_02,' +
  'shares_outstanding_derived,price_group_derived'

/** The securities in the text of such a file. @throws Error naming the line that is not as it must be. */
export function parseSecurities(text: string): DemoSecurity[] {
  const [header, ...lines] = text.trimEnd().split('\n')
  if (header !== HEADER) throw new Error('securities, line 1: not the expected header')
  const seen = new Set<string>()
  return lines.map((line, index) => {
    const security = parseLine(line)
    if (typeof security === 'string') throw new Error(`securities, line ${index + 2}: ${security}`)
    if (seen.has(security.securityID)) {
      throw new Error(`securities, line ${index + 2}: ${security.securityID} is there twice`)
    }
    seen.add(security.securityID)
    return security
  })
}

/** The security of a line, or what is wrong with it. No field of this file is quoted. */
function parseLine(line: string): DemoSecurity | string {
  const fields = line.split(',')
  if (fields.length !== HEADER.split(',').length) return `${fields.length} fields`
  const [symbol = '', name = '', sector = '', isin = '', , , close = '', , outstanding = '', group = ''] =
    fields
  if (!/^[A-Z0-9]{2,12}$/.test(symbol)) return `symbol "${symbol}"`
  if (name === '' || sector === '') return 'no name or no sector'
  if (isin !== '' && !/^NG[A-Z0-9]{9}[0-9]$/.test(isin)) return `isin "${isin}"`
  if (!/^[1-9][0-9]*$/.test(outstanding)) return `shares outstanding "${outstanding}"`
  if (!isPriceGroup(group)) return `price group "${group}"`
  const closeKobo = /^[0-9]+(\.[0-9]+)?$/.test(close) ? nairaToKobo(Number(close)) : undefined
  if (closeKobo === undefined) return `close "${close}"`
  return {
    securityID: symbol,
    name,
    sector,
    isin: isin === '' ? null : isin,
    securityType: typeOf(name),
    priceGroup: group,
    referencePx: onTick(Number(closeKobo), tickOf(group)),
    sharesOutstanding: shares(BigInt(outstanding)),
  }
}

/** The file has no kind of security; a trust or a fund is recognised by its name. */
const typeOf = (name: string): SecurityType =>
  name.endsWith('REAL ESTATE INVESTMENT TRUST') ? 'REIT' : name.endsWith(' FUND') ? 'MF' : 'CS'

const isPriceGroup = (group: string): group is PriceGroup => Object.hasOwn(priceGroups, group)

/** The nearest whole tick, half up, at least one tick. */
const onTick = (price: number, tickKobo: number): PriceKobo =>
  priceKobo(Math.max(Math.floor(price / tickKobo + 0.5) * tickKobo, tickKobo))
