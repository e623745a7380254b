import type { PrintedDocument } from './document.ts'

/** A document with something of everything. */
export const note: PrintedDocument = {
  title: 'Purchase',
  language: 'en',
  issuer: ['Firm', 'Member'],
  notice: 'Provisional',
  facts: [
    { label: 'Name', value: 'Ọlá Ɓúbà' },
    { label: 'Number', value: '7' },
    { label: 'Security', value: 'GTCO' },
  ],
  columns: [
    { heading: 'Item', align: 'left', share: 2 },
    { heading: 'Amount (₦)', align: 'right', share: 1 },
  ],
  rows: [['Consideration', '368,000.00']],
  sums: [['To pay', '374,825.80']],
  remarks: ['A remark.'],
}
