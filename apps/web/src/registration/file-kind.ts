import { documentLimits, fileKindOf } from '@tradebook/contract'

/**
 * What a file is by its first bytes. What a browser says of it is what the system makes of its name, and on some phones nothing or
 * `application/octet-stream`; the server judges by the content, too, and by the same table.
 */

type Kind = (typeof documentLimits.types)[number]

/** Pictures that the server does not take, and a browser may be able to read. */
const pictures: readonly ((head: string) => boolean)[] = [
  (head) => head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP',
  // HEIF and AVIF, as telephones photograph.
  (head) => head.slice(4, 8) === 'ftyp' && /^(hei|hev|mif1|msf1|avi)/.test(head.slice(8, 12)),
  (head) => head.startsWith('GIF8'),
  (head) => head.startsWith('BM'),
  (head) => head.startsWith('II*\0') || head.startsWith('MM\0*'),
]

const HEAD_BYTES = 16

/** The kind of a document that the server takes, `picture` for another picture, `undefined` for anything else. */
export async function kindOf(file: Blob): Promise<Kind | 'picture' | undefined> {
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  const head = String.fromCharCode(...bytes)
  const taken = fileKindOf(documentLimits.types, bytes)
  return taken ?? (pictures.some((matches) => matches(head)) ? 'picture' : undefined)
}
