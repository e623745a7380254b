import { type Call, call } from '@tradebook/contract'
import { z } from 'zod'

/** Bodies as browsers send them, with files. */

export const LARGEST = 1_000

export const PDF = Buffer.from('%PDF-1.7\n…')

export const PNG = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')

export const BOUNDARY = 'a-boundary'

export interface Part {
  readonly name: string
  readonly fileName?: string
  readonly type?: string
  readonly content: string | Buffer
}

export const customer: Part = { name: 'customer', content: 'C-1' }

export const file = (
  fileName: string,
  content: string | Buffer,
  type = 'application/octet-stream',
): Part => ({
  name: 'files',
  fileName,
  type,
  content,
})

export const bodyOf = (...parts: readonly Part[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ name, fileName, type, content }) => [
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`),
      Buffer.from(fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: ${type}`),
      Buffer.from('\r\n\r\n'),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ])

export const NAME = 'Customer/SendDocuments'

export const URL = `/api/services/app/${NAME}`

/** The calls: one that takes files, one that anybody makes, one that takes none. */
export const rows: Readonly<Record<string, Call>> = {
  [NAME]: call({
    summary: 'Sends the documents of a customer',
    needs: { all: ['BUY'] },
    input: z.object({
      customer: z.string().max(20),
      pages: z.number().int().optional(),
      tags: z.array(z.string()).optional(),
    }),
    output: z.null(),
    takes: { files: 2, kinds: ['application/pdf', 'image/png'], bytes: LARGEST },
    limit: { perMinute: 3, countedBy: 'address' },
  }),
  'Customer/SendAsAnyone': call({
    summary: 'Takes the documents of anybody',
    needs: 'anyone',
    input: z.object({ customer: z.string() }),
    output: z.null(),
    takes: { files: 1, kinds: ['application/pdf'], bytes: LARGEST },
  }),
  'Customer/SendLittle': call({
    summary: 'Takes less than is announced',
    needs: 'anyone',
    input: z.object({}),
    output: z.null(),
    takes: { files: 1, kinds: ['application/pdf'], bytes: 10, bytesInAll: 2_000 - 64 * 1024 - 1 },
  }),
  'Customer/SendName': call({
    summary: 'Takes no files',
    needs: 'signedIn',
    input: z.object({}),
    output: z.null(),
  }),
}
