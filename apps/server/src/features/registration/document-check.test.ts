import { constants, deflateSync } from 'node:zlib'
import type { FileKind } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import { documentBytes } from './document-check.ts'
import {
  chunk,
  frame,
  header,
  JPEG_BEGIN,
  JPEG_END,
  jpeg,
  objectStream,
  PNG_MAGIC,
  pdf,
  png,
  scan,
  segment,
} from './documents.fixture.ts'
import { hostileOpenings, plainOpenings } from './opened-pdfs.fixture.ts'
import { escapedNames, hidden, objectOf, reachingOut } from './reaching-pdfs.fixture.ts'

const PNG = 'image/png'

const JPEG = 'image/jpeg'

const PDF = 'application/pdf'

const ZIP = 'PK\x03\x04 a file of an archive'

const SCRIPT = '<script>alert(1)</script>'

/** A stream of a PDF file whose data are deflated, a picture unless it is said otherwise. */
const deflated = (data: string | Buffer, type = '/Subtype /Image'): string =>
  objectStream(typeof data === 'string' ? Buffer.from(data, 'latin1') : data).replace(
    '/Type /ObjStm /N 1 /First 4',
    type,
  )

const SCRIPT_OBJECT = deflateSync('1 0 << /S /JavaScript >>')

const withoutChecksum = (data: Buffer): Buffer => data.subarray(0, -4)

/** Deflated data that unfold to so many bytes, and can then not be read. */
const unfolding = (bytes: number): Buffer =>
  Buffer.concat([
    deflateSync(Buffer.alloc(bytes), { finishFlush: constants.Z_SYNC_FLUSH }),
    Buffer.alloc(8, 0xff),
  ])

const behind = (file: Buffer, more: string | Buffer): Buffer => Buffer.concat([file, Buffer.from(more)])

const changed = (file: Buffer, at: number): Buffer => {
  const copy = Buffer.from(file)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

describe('a document that is whole is kept as it is', () => {
  test.each<[what: string, type: FileKind, file: Buffer]>([
    ['a PNG picture', PNG, png()],
    ['a PNG picture with a text', PNG, png(header(1, 1), chunk('tEXt', Buffer.from('Software\0Camera')))],
    ['a PNG picture of 40 megapixels', PNG, png(header(8_000, 5_000))],
    ['a JPEG picture', JPEG, jpeg()],
    ['a JPEG picture of several scans', JPEG, jpeg(frame(2, 3), scan, scan)],
    [
      'a JPEG picture with what a camera notes',
      JPEG,
      jpeg(segment(0xe1, Buffer.from('Exif\0\0<x:xmpmeta>')), frame(2, 3), scan),
    ],
    ['a PDF file', PDF, pdf()],
    ['a PDF file of compressed objects', PDF, pdf(objectStream('1 0 << /Type /Page >>'))],
    ['a PDF file that opens at a page', PDF, pdf('1 0 obj\n<< /OpenAction [3 0 R /Fit] >>\nendobj\n')],
    [
      'a PDF file with links to the web, a mailbox and a telephone',
      PDF,
      pdf(
        objectOf('<< /Type /Annot /Subtype /Link /F 4 /A << /S /URI /URI (https://firm.example/?a=1) >> >>') +
          objectOf('<< /F 28/A<</URI(mailto:a@firm.example)/S/URI>> >>') +
          objectStream('1 0 << /Subtype /Link /A << /S /URI /URI (tel:+2348030000000) >> /F 4 >>'),
      ),
    ],
    [
      'a PDF file of a form to fill in',
      PDF,
      pdf(objectOf('<< /FT /Btn /F 4 /AS /F /MK << >> >>') + objectOf('<< /Threads 7 0 R >>')),
    ],
    ...plainOpenings.map(([what, objects]): [string, FileKind, Buffer] => [what, PDF, pdf(objects)]),
    [
      'a PDF file of a scanner',
      PDF,
      pdf(
        '1 0 obj\n<< /Type /XObject /Subtype /Image /Filter /DCTDecode >>\nstream\n\xff\xd8 /JS /AA \nendstream\nendobj\n',
      ),
    ],
    [
      'a PDF file of a picture that looks deflated twice by chance',
      PDF,
      pdf(deflated('x\x9c\xff\xfe\xfd\xff\xfe\xfd')),
    ],
    [
      'a PDF file of ten pictures that begin like deflated data',
      PDF,
      pdf(deflated(unfolding(200_000)).repeat(10)),
    ],
    ['a PDF file of a page that begins like deflated data', PDF, pdf(deflated('80 0 0 80 0 0 cm', ''))],
    ['a PDF file of objects that begin like deflated data', PDF, pdf(objectStream('80 0 << /Type /Page >>'))],
    [
      'a PDF file with a compressed table of objects',
      PDF,
      pdf(
        objectStream('x', '/Filter /FlateDecode /DecodeParms << /Columns 4 /Predictor 12 >>')
          .replace('/ObjStm', '/XRef')
          .replace('/N 1 /First 4', '/W [1 2 1]'),
      ),
    ],
  ])('%s', (_, type, file) => {
    expect(documentBytes(type, file)).toEqual(file)
  })
})

test.each<[what: string, more: Buffer]>([
  ['a second picture', jpeg()],
  ['a film', Buffer.from('\0\0\0\x18ftypmp42')],
  ['padding and a second picture', Buffer.concat([Buffer.alloc(100), jpeg()])],
])('behind a JPEG picture, %s of the telephone is cut off', (_, more) => {
  expect(documentBytes(JPEG, Buffer.concat([jpeg(), more]))).toEqual(jpeg())
})

describe('a hostile document is refused', () => {
  test.each<[what: string, type: FileKind, file: Buffer]>([
    ['a PNG signature alone', PNG, PNG_MAGIC],
    ['a page behind a PNG signature', PNG, behind(PNG_MAGIC, '<html><script>alert(1)</script>')],
    ['a PNG picture that is cut off', PNG, png().subarray(0, -5)],
    ['a PNG picture with an archive behind it', PNG, behind(png(), ZIP)],
    ['a PNG picture with one bit changed', PNG, changed(png(), 18)],
    ['a PNG picture of 100,000 by 100,000', PNG, png(header(100_000, 100_000))],
    ['a PNG picture of no width', PNG, png(header(0, 5))],
    ['a PNG picture whose chunk is longer than the file', PNG, behind(PNG_MAGIC, '\x7f\xff\xff\xffIHDR')],
    ['a PNG picture without data', PNG, Buffer.concat([PNG_MAGIC, header(1, 1), chunk('IEND')])],
    ['a PNG picture with two headers', PNG, png(header(1, 1), header(9_000, 9_000))],
    [
      'a PNG picture with a script in its text',
      PNG,
      png(header(1, 1), chunk('tEXt', Buffer.from(`a\0${SCRIPT}`))),
    ],
    [
      'a PNG picture with a text of two megabytes that unfolds further',
      PNG,
      png(header(1, 1), chunk('zTXt', Buffer.alloc(2 * 1024 * 1024))),
    ],
    ['a JPEG begin alone', JPEG, JPEG_BEGIN],
    ['a page behind a JPEG begin', JPEG, behind(Buffer.from([0xff, 0xd8, 0xff, 0xe0]), SCRIPT)],
    ['a JPEG picture that is cut off', JPEG, jpeg().subarray(0, -3)],
    ['a JPEG picture with an archive behind it', JPEG, behind(jpeg(), ZIP)],
    ['a JPEG picture with a page behind it', JPEG, behind(jpeg(), SCRIPT)],
    ['a JPEG picture with a program behind it', JPEG, behind(jpeg(), 'MZ\x90\0')],
    ['a JPEG picture of 65,535 by 65,535', JPEG, jpeg(frame(65_535, 65_535), scan)],
    ['a JPEG picture of no height', JPEG, jpeg(frame(5, 0), scan)],
    ['a JPEG picture that draws a second one', JPEG, jpeg(frame(2, 3), scan, frame(60_000, 60_000), scan)],
    ['a JPEG picture of a thousand scans', JPEG, jpeg(frame(2, 3), ...Array<Buffer>(1_000).fill(scan))],
    [
      'a JPEG picture with a script in its comment',
      JPEG,
      jpeg(segment(0xfe, Buffer.from(SCRIPT)), frame(2, 3), scan),
    ],
    [
      'a JPEG picture with PHP in its notes',
      JPEG,
      jpeg(segment(0xe1, Buffer.from('<?php system();')), frame(2, 3), scan),
    ],
    [
      'a JPEG picture whose segment is longer than the file',
      JPEG,
      Buffer.concat([JPEG_BEGIN, Buffer.from([0xff, 0xe0, 0xff, 0xff]), JPEG_END]),
    ],
    ['a PDF signature alone', PDF, Buffer.from('%PDF-1.7')],
    ['a page behind a PDF signature', PDF, Buffer.from(`%PDF-1.7\n${SCRIPT}`)],
    ['a PDF file that is cut off', PDF, pdf().subarray(0, -20)],
    ['a PDF file with an archive behind it', PDF, behind(pdf(), ZIP)],
    [
      'a PDF file that runs a script',
      PDF,
      pdf('1 0 obj\n<< /OpenAction << /S /JavaScript /JS (app.alert()) >> >>\nendobj\n'),
    ],
    ['a PDF file that hides its script by escapes', PDF, pdf('1 0 obj\n<< /S /Java#53cript >>\nendobj\n')],
    ['a PDF file that keeps its script compressed', PDF, pdf(objectStream('1 0 << /S /JavaScript >>'))],
    ['a PDF file whose objects unfold without end', PDF, pdf(objectStream(Buffer.alloc(64 * 1024 * 1024)))],
    [
      'a PDF file whose objects are compressed twice',
      PDF,
      pdf(objectStream('x', '/Filter [/ASCIIHexDecode /FlateDecode]')),
    ],
    ['a PDF file that starts a program', PDF, pdf('1 0 obj\n<< /S /Launch /F (cmd.exe) >>\nendobj\n')],
    ['a PDF file with another file in it', PDF, pdf('1 0 obj\n<< /Type /EmbeddedFile >>\nendobj\n')],
    ['a PDF file with a password', PDF, pdf('1 0 obj\n<< /Encrypt 2 0 R >>\nendobj\n')],
    ['a PDF file that sends a form', PDF, pdf('1 0 obj\n<< /S /SubmitForm >>\nendobj\n')],
    [
      'a PDF file whose object stream has the letters obj in a text',
      PDF,
      pdf(objectStream('1 0 << /S /JavaScript >>', '/Foo (obj) /Filter /FlateDecode')),
    ],
    [
      'a PDF file whose object stream does not say what it is',
      PDF,
      pdf(objectStream('1 0 << /S /JavaScript >>').replace('/Type /ObjStm', '')),
    ],
    [
      'a PDF file whose objects are called a picture',
      PDF,
      pdf(objectStream('1 0 << /S /JavaScript >>').replace('/ObjStm', '/Image')),
    ],
    [
      'a PDF file whose objects are deflated twice',
      PDF,
      pdf(objectStream(deflateSync('1 0 << /S /JavaScript >>'))),
    ],
    [
      'a PDF file whose objects are said to be deflated twice',
      PDF,
      pdf(objectStream(withoutChecksum(SCRIPT_OBJECT), '/Filter [/FlateDecode /Fl]')),
    ],
    [
      'a PDF file whose objects are deflated a second time without a checksum',
      PDF,
      pdf(objectStream(withoutChecksum(SCRIPT_OBJECT))),
    ],
    [
      'a PDF file whose objects, deflated twice, are in a stream of unknown use',
      PDF,
      pdf(deflated(withoutChecksum(SCRIPT_OBJECT), '/Foo 1')),
    ],
    [
      'a PDF file whose objects, deflated twice, are called a picture',
      PDF,
      pdf(deflated(withoutChecksum(SCRIPT_OBJECT), '/Subtype /Image /N 1 /First 4')),
    ],
    [
      'a PDF file of a picture that is deflated twice and damaged far behind its beginning',
      PDF,
      pdf(deflated(unfolding(20_000_000))),
    ],
    [
      'a PDF file of a thousand pictures that begin like deflated data',
      PDF,
      pdf(deflated(unfolding(200_000)).repeat(1_000)),
    ],
    [
      'a PDF file whose objects are given as differences',
      PDF,
      pdf(objectStream('x', '/Filter /FlateDecode /DecodeParms << /Predictor 12 >>')),
    ],
    [
      'a PDF file that says elsewhere how its objects are differences',
      PDF,
      pdf(
        `4 0 obj\n<< /Length 40 >>\nstream\n9 0 obj\n<< /Predictor 12 >>\nendobj\nendstream\nendobj\n${objectStream('x', '/Filter /FlateDecode /DecodeParms 9 0 R')}`,
      ),
    ],
    [
      'a PDF file that says elsewhere how it is encoded',
      PDF,
      pdf(objectStream('x', '/Filter [ /FlateDecode 9 0 R ]')),
    ],
    ['a PDF file whose objects are damaged', PDF, pdf(objectStream('x').replace('x\x9c', 'x\x9d'))],
    ['a PDF file that acts when it is opened', PDF, pdf('1 0 obj\n<< /OpenAction 2 0 R >>\nendobj\n')],
    ...reachingOut.flatMap(([what, object]): [string, FileKind, Buffer][] => [
      [`a PDF file ${what}`, PDF, pdf(objectOf(object))],
      [`a PDF file ${what}, compressed`, PDF, pdf(objectStream(`1 0 ${object}`))],
      [`a PDF file ${what}, by escaped names`, PDF, pdf(objectOf(escapedNames(object)))],
      [
        `a PDF file ${what}, compressed and by escaped names`,
        PDF,
        pdf(objectStream(`1 0 ${escapedNames(object)}`)),
      ],
    ]),
    ...hidden.map(([what, object]): [string, FileKind, Buffer] => [
      `a PDF file ${what}, hidden in a picture`,
      PDF,
      pdf(deflated(`9 0 obj\n${object}\nendobj`)),
    ]),
    [
      'a PDF file whose data are in another file',
      PDF,
      pdf(objectStream('1 0 << >>', '/Filter /FlateDecode /F (\\\\\\\\host\\\\share)')),
    ],
    ...hostileOpenings.map(([what, objects]): [string, FileKind, Buffer] => [what, PDF, pdf(objects)]),
    ['a PDF file that acts on a page', PDF, pdf('1 0 obj\n<< /AA << /O 2 0 R >> >>\nendobj\n')],
    ['a PDF file with a form of XML', PDF, pdf('1 0 obj\n<< /XFA 2 0 R >>\nendobj\n')],
    ['a PDF file of 20,000 streams', PDF, pdf(objectStream('').repeat(20_000))],
    ...[
      'stream ',
      'obj stream ',
      '/Filter ',
      ' ',
      '/',
      '1 0 obj\n',
      'stream /ObjStm ',
      'stream\n',
      '<<',
      '/JavaScript',
    ].map((words): [string, FileKind, Buffer] => [
      `a PDF file of 5 MB of "${words.trim()}"`,
      PDF,
      pdf(`stream${words.repeat(Math.floor((5 * 1024 * 1024) / words.length))}/AA `),
    ]),
    ['an archive', 'application/zip', Buffer.from(ZIP)],
  ])('%s', (_, type, file) => {
    expect(documentBytes(type, file)).toBeUndefined()
  })
})
