import { objectStream } from './documents.fixture.ts'
import { objectOf } from './reaching-pdfs.fixture.ts'

/** PDF files that say what happens when they are opened. */

/** A catalog that opens at object 5, and object 5, in one stream of objects. */
const openedAt = (object: string, catalog = '<< /Type /Catalog /OpenAction 5 0 R >>'): string => {
  const places = `1 0 5 ${catalog.length + 1} `
  return objectStream(`${places}${catalog} ${object}`, undefined, `/N 2 /First ${places.length}`)
}

const catalogOf = (name = 'OpenAction') => `1 0 obj\n<< /Type /Catalog /${name} 5 0 R >>\nendobj\n`

const TO_A_PAGE = '<< /Type /Action /S /GoTo /D [3 0 R /XYZ null 720.5 0] >>'

const TO_AN_ADDRESS = '<< /S /URI /URI (https://elsewhere.example) >>'

export const plainOpenings: [string, string][] = [
  ['a PDF file that opens at a page by reference', catalogOf() + objectOf('[3 0 R /Fit]')],
  ['a PDF file that goes to a page by reference', catalogOf() + objectOf(TO_A_PAGE)],
  ['a PDF file that goes to a name', catalogOf() + objectOf('<< /S /GoTo /D (Chapter 1) >>')],
  ['a PDF file whose compressed catalog goes to a page', openedAt(TO_A_PAGE)],
  ['a PDF file whose compressed catalog opens at a page', openedAt('[3 0 R /FitH 720]')],
  [
    'a PDF file whose compressed catalog goes to a page outside',
    openedAt('null', '<< /OpenAction 7 0 R >>') + objectOf(TO_A_PAGE).replace('5 0 obj', '7 0 obj'),
  ],
]

export const hostileOpenings: [string, string][] = [
  ['a PDF file that opens an address by reference', catalogOf() + objectOf(TO_AN_ADDRESS)],
  ['a PDF file whose compressed catalog opens an address', openedAt(TO_AN_ADDRESS)],
  ['a PDF file that prints when it is opened', openedAt('<< /S /Named /N /Print >>')],
  ['a PDF file that goes to a page and then further', openedAt('<< /S /GoTo /D [3 0 R /Fit] /Next 6 0 R >>')],
  ['a PDF file whose action is of two kinds', openedAt('<< /S /GoTo /D [3 0 R /Fit] /S /URI >>')],
  ['a PDF file whose opening has two objects', catalogOf() + objectOf(TO_A_PAGE) + objectOf(TO_AN_ADDRESS)],
  [
    'a PDF file whose opening has a second object behind a comment',
    catalogOf() + objectOf(TO_A_PAGE) + objectOf(TO_AN_ADDRESS).replace('5 0 obj', '5 %\n0 obj'),
  ],
  [
    'a PDF file whose opening is compressed besides',
    catalogOf() + objectOf(TO_A_PAGE) + openedAt(TO_AN_ADDRESS),
  ],
  ['a PDF file that hides how it opens by escapes', catalogOf('Open#41ction') + objectOf(TO_AN_ADDRESS)],
  ['a PDF file that opens at nothing', openedAt('null', '<< /OpenAction 9 0 R >>')],
  [
    'a PDF file whose opening is an object of a stream that is not compressed',
    `${catalogOf()}${objectOf(TO_A_PAGE)}2 0 obj\n<< /Type /ObjStm /N 1 /First 4 >>\nstream\n5 0 ${TO_AN_ADDRESS}\nendstream\nendobj\n`,
  ],
  [
    'a PDF file that says elsewhere where its objects begin',
    openedAt(TO_A_PAGE).replace(/\/First \d+/, '/First 8 0 R'),
  ],
]
