/**
 * A document of one or more A4 pages as data: who made it, for whom, what it is, its facts, its tables. All texts
 * are in the reader's language and written out; the layout decides only where they stand.
 */
export interface PrintedDocument {
  readonly title: string
  /** BCP 47. */
  readonly language: string
  /** Who issues it: the name, then what else is known of it. */
  readonly issuer: readonly [name: string, ...lines: string[]]
  /** The issuer's picture, PNG or JPEG, next to its name. */
  readonly logo?: Uint8Array | undefined
  /** Whom it is sent to: the name, then the lines of the address. */
  readonly addressee?: readonly string[]
  /** Whose document it is, on every page next to the issuer. */
  readonly holder?: string
  /** What has to be known before anything else. */
  readonly notice?: string
  readonly facts: readonly Fact[]
  readonly columns: readonly PrintedColumn[]
  /** A cell for each column. */
  readonly rows: readonly (readonly string[])[]
  /** Rows below the others, in bold. */
  readonly sums: readonly (readonly string[])[]
  /** A further table below that one: what its figures consist of. */
  readonly detail?: PrintedTable | undefined
  /** What is said below the tables. */
  readonly remarks: readonly string[]
  /** Who signs it: lines below the room for the signature. */
  readonly signatory?: readonly string[] | undefined
  /** At the foot of every page. */
  readonly foot?: PrintedFoot
}

export interface PrintedTable {
  readonly heading: string
  readonly columns: readonly PrintedColumn[]
  readonly rows: readonly (readonly string[])[]
}

export interface PrintedFoot {
  /** When it was printed. */
  readonly printed: string
  /** Which page it is of how many; `{page}` and `{pages}` stand for the numbers. */
  readonly page: string
}

export interface Fact {
  readonly label: string
  readonly value: string
}

export interface PrintedColumn {
  readonly heading: string
  readonly align: 'left' | 'right'
  /** Of the page's width, next to the shares of the others. */
  readonly share: number
}
