/** Prices and quantities as FIX writes them. */

/** Kobo as a decimal price in naira. */
export const priceText = (kobo: number): string => decimal(BigInt(kobo), 2)

/** A whole number of units, of which 10^places are one, as a decimal. */
export function decimal(units: bigint, places: number): string {
  const digits = units.toString().padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** A quantity, which FIX may write with decimals; undefined unless it is whole. */
export const whole = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,12}(\.0*)?$/.test(text) ? Number(text.split('.')[0]) : undefined

/** A decimal price in naira as kobo; undefined unless it is a whole number of kobo. */
export function koboOf(text: string): number | undefined {
  const [, naira, fraction = ''] = /^(\d{1,12})(?:\.(\d*))?$/.exec(text) ?? []
  if (naira === undefined || !/^\d{0,2}0*$/.test(fraction)) return undefined
  return Number(naira) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'))
}
