/** What a basket holds: the lines of orders that a person prepares together. */

/** Lines of one basket. */
export const MOST_BASKET_LINES = 300
/** Baskets that a user may keep. */
export const MOST_BASKETS = 100
/** UTF-16 code units that one cell keeps. */
export const LONGEST_BASKET_CELL = 256

/** The cells of a line, in the order in which a sheet has them. */
export const basketColumns = [
  'account',
  'side',
  'securityID',
  'orderQty',
  'price',
  'stopPx',
  'timeInForce',
  'expireDate',
  'text',
] as const
export type BasketColumn = (typeof basketColumns)[number]

/** A line as it was typed, pasted or imported: nothing is lost, whether or not it is an order yet. */
export type BasketLine = Readonly<Record<BasketColumn, string>>
