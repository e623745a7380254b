import { isIPv4 } from 'node:net'

/**
 * The block of addresses that one household, office or provider's customer has: the /24 of an IPv4
 * address, the /64 of an IPv6 one. Within it a new address costs nothing.
 */
export function addressBlock(address: string): string {
  const plain = plainAddress(address)
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  const [head = '', tail] = plain.split('::', 2)
  const groups = head === '' ? [] : head.split(':')
  const known = tail === undefined ? groups : [...groups, ...Array<string>(8).fill('0')]
  return `${known
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/**
 * What limits by address count as one: an IPv4 address, which many may share, and the /64 of an IPv6 one, whose
 * addresses one machine has as many of as it likes.
 */
export function countedAddress(address: string): string {
  const plain = plainAddress(address)
  return isIPv4(plain) ? plain : addressBlock(plain)
}

/** Without the mapping of an IPv4 address into IPv6, and without a zone. */
const plainAddress = (address: string): string =>
  address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
