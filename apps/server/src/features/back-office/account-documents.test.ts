import { expect, test } from 'vitest'
import { pdfOf } from '../../files/pdf/layout.ts'
import { linesOf } from '../../files/pdf/pdf-text.fixture.ts'
import { translateTo } from '../../platform/localisation.ts'
import { pdfAnswer, statementDocument } from './account-documents.ts'

test('a printed line of a statement has its dates, reference and figures in one line', async () => {
  const holder = {
    account: 'MSL100201',
    cscsAccount: '0003707437',
    customerName: 'Amina Bello',
    address: null,
  }
  const document = statementDocument(
    [
      { date: '2026-05-01', narration: 'Opening balance', balance: 0 },
      {
        ...{ date: '2026-05-28', valueDate: '2026-05-29', reference: 'Contract note 3', narration: 'Sale' },
        ...{ debit: null, credit: 16_754_494.29, balance: 16_754_494.29 },
      },
    ],
    { debit: 0, credit: 16_754_494.29 },
    { from: '2026-05-01', to: '2026-05-28' },
    {
      letterhead: {
        issuer: ['Firm'],
        foot: { printed: 'Printed', page: 'Page {page} of {pages}' },
        remarks: [],
      },
      ...{ holder, language: 'en', translate: translateTo('en') },
    },
  )
  const lines = linesOf(await pdfOf(document))
  expect(lines).toContain('DateValue dateReferenceParticularsDebitCreditBalance')
  expect(lines).toContain('1 May 2026Opening balance0.00')
  expect(lines).toContain('28 May 202629 May 2026Contract note 3Sale16,754,494.2916,754,494.29')
})

test('a document of more than a hundred rows waits for a turn among the long ones', () => {
  const printsLong = (rows: number) => pdfAnswer('A', async () => new Uint8Array(), rows).printsLong
  expect([1, 100, 101].map(printsLong)).toEqual([false, false, true])
})
