/**
 * A document of one or more A4 pages as data: who made it, what it is, its facts, one table. All texts are
 * in the reader's language and written out; the layout decides only where they stand.
 */
export interface PrintedDocument {
  readonly title: string
  /** BCP 47. */
  readonly language: string
  /** Who issues it: the name, then what else is known of it. */
  readonly issuer: readonly [name: string, ...lines: string[]]
  /** What has to be known before anything else. */
  readonly notice?: string
  readonly facts: readonly Fact[]
  readonly columns: readonly PrintedColumn[]
  /** A cell for each column. */
  readonly rows: readonly (readonly string[])[]
  /** Rows below the others, in bold. */
  readonly sums: readonly (readonly string[])[]
  /** What is said below the table. */
  readonly remarks: readonly string[]
}

export interface Fact {
  readonly label: string
  readonly value: string
}

export interface PrintedColumn {
  readonly heading: string
  readonly align: 'left' | 'right'
  /** Of the page's width, beside the shares of the others. */
  readonly share: number
}
