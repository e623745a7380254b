/** Zeros that a shorthand stands for. */
const shorthands: Readonly<Record<string, number>> = { '': 0, k: 3, m: 6 }

/**
 * A decimal as it is written here: a point before the fraction; thousands in groups of three, parted
 * by commas or by spaces all through, or not at all. A comma anywhere else may be another country's
 * decimal point: `1,5` is refused rather than read as 15.
 */
const DECIMAL = /^(?<whole>[1-9]\d{0,2}(?:(?<mark>[,\s])\d{3})(?:\k<mark>\d{3})*|\d*)(?:\.(?<fraction>\d*))?$/

/** Why a text is no figure: a comma or a space that parts no thousands, or anything else. */
export type NoFigure = 'separator' | 'invalid'

/** The digits of a decimal, or why it is none. */
export function readDecimal(text: string): { whole: string; fraction: string } | NoFigure {
  const { whole, fraction = '' } = DECIMAL.exec(text)?.groups ?? {}
  if (whole !== undefined && whole + fraction !== '') return { whole: whole.replaceAll(/\D/g, ''), fraction }
  return /^[\d.,\s]+$/.test(text) && /[,\s]/.test(text) ? 'separator' : 'invalid'
}

/** The shorthand at the end of a figure, and how many places it moves the point: `k` three, `m` six. */
export function shorthandOf(typed: string): { readonly figure: string; readonly places: number } {
  const shorthand = /[km]$/i.exec(typed)?.[0] ?? ''
  return {
    figure: typed.slice(0, typed.length - shorthand.length).trimEnd(),
    places: shorthands[shorthand.toLowerCase()] ?? 0,
  }
}

/** A figure as it is typed into a form: `1,000,000.50`, `2.5k`, `₦5m`. Digits are moved, never multiplied. */
export function readFigure(text: string): number | NoFigure {
  const typed = text.trim().replace(/^₦\s*/, '')
  const sign = /^[-−]/.test(typed) ? -1 : 1
  const { figure, places } = shorthandOf(sign < 0 ? typed.slice(1).trimStart() : typed)
  const decimal = readDecimal(figure)
  if (typeof decimal === 'string') return decimal
  const fraction = decimal.fraction.padEnd(places, '0')
  return sign * Number(`${decimal.whole}${fraction.slice(0, places)}.${fraction.slice(places)}`)
}

const FRACTION_DIGITS = 10
const figures = new Intl.NumberFormat('en-NG', { maximumFractionDigits: FRACTION_DIGITS })

/** A figure as a field shows it: thousands parted, no more decimals than it has. */
export const writeFigure = (value: number): string => figures.format(value)
