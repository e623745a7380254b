/** What files may be: recognised by their first bytes, whatever media type or name they come with. */
export type FileKind = 'application/pdf' | 'application/zip' | 'image/jpeg' | 'image/png'

/** How files of each kind begin, byte by byte as Latin-1. The page and the server judge by this table. */
const signatures: Readonly<Record<FileKind, string>> = {
  'application/pdf': '%PDF-',
  'application/zip': 'PK\x03\x04',
  'image/jpeg': '\xff\xd8\xff',
  'image/png': '\x89PNG\r\n\x1a\n',
}

/** The bytes that are enough to recognise a file. */
export const SIGNATURE_BYTES = Math.max(...Object.values(signatures).map(({ length }) => length))

/** The one of the kinds that a file is, by its first bytes; `undefined` where it is none of them. */
export function fileKindOf<Kind extends FileKind>(
  kinds: readonly Kind[],
  begin: Uint8Array,
): Kind | undefined {
  const head = String.fromCharCode(...begin.subarray(0, SIGNATURE_BYTES))
  return kinds.find((kind) => head.startsWith(signatures[kind]))
}
