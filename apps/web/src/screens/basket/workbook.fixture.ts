import { deflateRawSync } from 'node:zlib'

/** A workbook as Excel writes it, of one sheet, for tests. */
export function workbookOf(rows: string, shared: string, prolog = ''): Uint8Array {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const parts: Readonly<Record<string, string>> = {
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Orders" sheetId="1" r:id="rId7"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId7" Target="worksheets/orders.xml"/></Relationships>',
    'xl/worksheets/orders.xml': `${prolog}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${shared}</sst>`,
  }
  const written: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let at = 0
  for (const [name, text] of Object.entries(parts)) {
    const bytes = new TextEncoder().encode(text)
    const packed = deflateRawSync(bytes)
    const named = new TextEncoder().encode(name)
    const sizes: Field[] = [
      [2, 8],
      [4, 0],
      [4, 0],
      [4, packed.length],
      [4, bytes.length],
      [2, named.length],
      [2, 0],
    ]
    const local = fields([[4, 0x04034b50], [2, 20], [2, 0], ...sizes])
    written.push(local, named, packed)
    const entry: Field[] = [[4, 0x02014b50], [2, 20], [2, 20], [2, 0], ...sizes]
    directory.push(fields([...entry, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]]), named)
    at += local.length + named.length + packed.length
  }
  const bytesOfDirectory = directory.reduce((sum, { length }) => sum + length, 0)
  const count = Object.keys(parts).length
  const end = fields([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, bytesOfDirectory],
    [4, at],
    [2, 0],
  ])
  return new Uint8Array(Buffer.concat([...written, ...directory, end]))
}

type Field = readonly [bytes: 2 | 4, value: number]

function fields(all: readonly Field[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(all.reduce((sum, [bytes]) => sum + bytes, 0)))
  let at = 0
  for (const [bytes, value] of all) {
    if (bytes === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += bytes
  }
  return new Uint8Array(view.buffer)
}
