/**
 * How a figure that was typed is read: the one rule for prices, quantities and amounts, wherever they are
 * entered. A keypad may have only a comma, and a person may write as another country does, so a mark is read
 * by where it is. What could mean two figures is asked about, never guessed:
 *
 * | typed                                       | read as                                      |
 * |---------------------------------------------|----------------------------------------------|
 * | `1000`                                      | 1000                                         |
 * | `1,000` `1 000` `1,000,000` `1.000.000`     | thousands: each group has three digits       |
 * | `36.80` `36.8` `.5` `36.`                   | a fraction after the point                   |
 * | `36,80` `36,8` `,5` `36,` `0,125`           | a fraction after the comma: no group of three|
 * | `1,245.50` `1.245,50` `1 245,50`            | thousands, then a fraction                   |
 * | `1.000`                                     | asked: one, or a thousand?                   |
 * | `1,0000` `1000,000` `1,00,000` `1.000,000`  | asked: the marks part neither                |
 *
 * `k` and `m` at the end stand for thousands and millions: `2.5k`, `2,5k`.
 */

/** Zeros that a shorthand stands for. */
const shorthands: Readonly<Record<string, number>> = { '': 0, k: 3, m: 6 }

/** The digits of a figure before and after its decimal mark. */
export interface Decimal {
  readonly whole: string
  readonly fraction: string
  /** The mark before the fraction; empty where there is none. */
  readonly mark: string
}

/**
 * Why a text is not a figure: its marks part neither thousands nor a fraction, it could be one of two figures,
 * or it is something else.
 */
export type NoFigure = 'separator' | 'twoMeanings' | 'invalid'

/** The forms of a figure, the first that fits. Thousands begin with a digit other than 0. */
const forms: readonly { readonly form: RegExp; readonly no?: NoFigure }[] = [
  { form: /^(?<whole>\d+)$/ },
  { form: /^[1-9]\d{0,2}\.\d{3}$/, no: 'twoMeanings' },
  { form: /^(?<whole>[1-9]\d{0,2}(?:(?<group>[,.\s])\d{3})(?:\k<group>\d{3})*)$/ },
  // After thousands that a mark parts, the other mark begins the fraction. Three digits there are more likely thousands too.
  { form: /^[1-9]\d{0,2}(?:\.\d{3})+,\d{3}$/, no: 'separator' },
  {
    form: /^(?<whole>[1-9]\d{0,2}(?:(?<group>[,.\s])\d{3})(?:\k<group>\d{3})*)(?!\k<group>)(?<mark>[.,])(?<fraction>\d*)$/,
  },
  { form: /^(?<whole>0*)(?<mark>[.,])(?<fraction>\d+)$/ },
  { form: /^(?<whole>\d+)(?<mark>,)(?<fraction>\d{0,2})$/ },
  { form: /^\d+\.\d{3}$/, no: 'twoMeanings' },
  { form: /^(?<whole>\d+)(?<mark>\.)(?<fraction>\d*)$/ },
  { form: /^(?=.*\d)[\d.,\s]+$/, no: 'separator' },
]

/** The digits of a figure, or why it is none. */
export function readDecimal(text: string): Decimal | NoFigure {
  for (const { form, no } of forms) {
    const groups = form.exec(text)?.groups
    if (no && form.test(text)) return no
    if (groups?.whole === undefined) continue
    const { whole, fraction = '', mark = '' } = groups
    return { whole: whole.replaceAll(/\D/g, ''), fraction, mark }
  }
  return 'invalid'
}

/** The two figures that a text with two meanings may be: `1.000` is 1, or 1,000. */
export const meaningsOf = (text: string): { readonly less: string; readonly more: string } => {
  const { figure } = shorthandOf(text.trim().replace(SIGNS, ''))
  return { less: writeFigure(Number(figure)), more: writeFigure(Number(figure.replace('.', ''))) }
}

/** The shorthand at the end of a figure, and how many places it moves the point: `k` three, `m` six. */
export function shorthandOf(typed: string): { readonly figure: string; readonly places: number } {
  const shorthand = /[km]$/i.exec(typed)?.[0] ?? ''
  return {
    figure: typed.slice(0, typed.length - shorthand.length).trimEnd(),
    places: shorthands[shorthand.toLowerCase()] ?? 0,
  }
}

/** What may be before the digits. */
const SIGNS = /^[-−₦\s]+/

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

/** A figure as a field shows it, which reads it again: thousands parted, no more decimals than it needs. */
export function writeFigure(value: number): string {
  const written = figures.format(value)
  // Three decimals could be thousands.
  return readFigure(written) === 'twoMeanings' ? `${written}0` : written
}
