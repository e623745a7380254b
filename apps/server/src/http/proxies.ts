import { BlockList, isIP, isIPv4 } from 'node:net'

/** Addresses, alone or as the blocks they are in. */
export interface Addresses {
  /** Whether this address is one of them; text that is not an address is not. */
  has(address: string | undefined): boolean
}

/**
 * Addresses and blocks of addresses as a list (`10.0.0.1`, `10.0.0.0/8`, `fd00::/8`).
 *
 * @throws Error naming the first that is neither.
 */
export function addressesIn(list: readonly string[]): Addresses {
  const blocks = new BlockList()
  for (const item of list) {
    const [address = '', prefix, more] = item.split('/')
    const family = familyOf(address)
    const most = family === 'ipv4' ? 32 : 128
    if (isIP(address) === 0 || more !== undefined || !isPrefix(prefix, most))
      throw new Error(`${item} is neither an address nor a block such as 10.0.0.0/8`)
    blocks.addSubnet(address, prefix === undefined ? most : Number(prefix), family)
  }
  return {
    has(address) {
      // The zone of a link-local address is not part of it.
      const plain = address?.replace(/%.*$/, '') ?? ''
      return isIP(plain) !== 0 && blocks.check(plain, familyOf(plain))
    },
  }
}

const isPrefix = (prefix: string | undefined, most: number): boolean =>
  prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= most)

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')
