import { type FileKind, type FilesTaken, toStorableText } from '@tradebook/contract'
import type { Failure, ValidationError } from './envelope.ts'
import { invalid, tooLarge } from './validation.ts'

/**
 * Reads the body of a call that takes files. Whatever arrives may be hostile: the whole of it, its
 * parts and their headers are bounded, nothing is unpacked, and nothing is written to disk.
 */

/** A file that was sent with a call. */
export interface UploadedFile {
  /** The name of its part: `files`, unless the call names others. */
  readonly part: string
  /** Fit to be kept and shown: no path, nothing invisible, and an ending of its type. */
  readonly name: string
  /** Recognised by its first bytes; the client's media type is ignored. */
  readonly type: FileKind
  readonly bytes: Uint8Array
}

/** What a multipart body holds: its texts by name, several under one name as a list, and its files. */
export interface Multipart {
  readonly fields: Readonly<Record<string, unknown>>
  readonly files: readonly UploadedFile[]
}

/** Why a multipart body was refused, and with which HTTP status. */
export interface UnreadMultipart {
  readonly status: 400 | 413
  readonly failure: Failure
}

/** The name of the parts that are files. */
const FILES = 'files'
/** The bytes that texts and headers may take beside the files. */
const BESIDE_FILES = 64 * 1024
/** The files and texts of one body; the parser's work grows with them. */
const MAX_PARTS = 128
/** The bytes of a part's header; the parser's work grows with the lines in it. */
const MAX_HEADER = 4 * 1024
/** The characters of a file's name before its ending. */
const MAX_NAME = 100

/** The bytes that the body of a call with files may have. */
export const bodyLimitOf = ({ files, bytes, bytesInAll = files * bytes }: FilesTaken): number =>
  bytesInAll + BESIDE_FILES

/** Whether a content type is that of a body that `readMultipart` reads. */
export const isMultipart = (contentType: string | undefined): boolean => boundaryIn(contentType) !== undefined

/** The texts and files of a body of bytes, at most `bodyLimitOf(takes)` bytes. */
export async function readMultipart(
  takes: FilesTaken,
  contentType: string | undefined,
  body: unknown,
): Promise<Multipart | UnreadMultipart> {
  const form = body instanceof Uint8Array ? await parse(boundaryIn(contentType), body) : undefined
  if (!form)
    return refused(400, [
      { message: 'The request could not be read as multipart/form-data.', members: [FILES] },
    ])
  const parts: readonly string[] = takes.parts ?? [FILES]
  const texts = new Map<string, string[]>()
  const sent: { readonly part: string; readonly file: File }[] = []
  let textBytes = 0
  for (const [name, value] of form) {
    if (typeof value !== 'string') {
      // What browsers send for a field in which no file was chosen.
      if (value.name === '' && value.size === 0) continue
      if (!parts.includes(name)) return refused(400, [about(name, 'takes no file')])
      if (takes.parts && sent.some(({ part }) => part === name))
        return refused(400, [about(name, 'takes one file')])
      sent.push({ part: name, file: value })
    } else {
      textBytes += Buffer.byteLength(name) + Buffer.byteLength(value)
      if (textBytes > BESIDE_FILES) return refused(413, [about(name, 'is too long')])
      if (parts.includes(name)) return refused(400, [about(name, 'must be a file')])
      texts.set(name, [...(texts.get(name) ?? []), value])
    }
  }
  if (sent.length === 0 && !takes.parts)
    return refused(400, [{ message: 'The Files field is required.', members: [FILES] }])
  if (sent.length > takes.files)
    return refused(400, [{ message: `At most ${takes.files} files can be sent.`, members: [FILES] }])
  const memberOf = (at: number, part: string) => (takes.parts ? part : `${FILES}.${at}`)
  const large = sent.flatMap(({ part, file }, at) =>
    file.size > takes.bytes ? [about(memberOf(at, part), `is larger than ${takes.bytes} bytes`)] : [],
  )
  if (large.length > 0) return refused(413, large)

  const files: UploadedFile[] = []
  const unrecognised: ValidationError[] = []
  for (const [at, { part, file }] of sent.entries()) {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const type = takes.kinds.find((kind) => isOf(kind, bytes))
    if (type) files.push({ part, name: safeName(file.name, type), type, bytes })
    else unrecognised.push(about(memberOf(at, part), `is none of ${takes.kinds.join(', ')}`))
  }
  if (unrecognised.length > 0) return refused(400, unrecognised)
  const fields = Object.fromEntries(
    [...texts].map(([name, [first, ...more]]) => [name, more.length > 0 ? [first, ...more] : first]),
  )
  return { fields, files }
}

const refused = (status: 400 | 413, errors: readonly ValidationError[]): UnreadMultipart => ({
  status,
  failure: status === 413 ? tooLarge(errors) : invalid(errors),
})

/** A name that the client made up is shown in part, and fit to be kept. */
function about(sent: string, what: string): ValidationError {
  const name = toStorableText(sent.slice(0, MAX_NAME))
  return { message: `The field ${name.charAt(0).toUpperCase()}${name.slice(1)} ${what}.`, members: [name] }
}

/** The boundary by RFC 2046, section 5.1.1; `undefined` when the type is another one or names none. */
function boundaryIn(contentType = ''): string | undefined {
  const [, parameters] = /^multipart\/form-data\s*(;.*)$/i.exec(contentType) ?? []
  const [, quoted, plain] =
    /;\s*boundary=(?:"([\w'()+,\-./:=? ]{0,69}[\w'()+,\-./:=?])"|([\w'+\-.]{1,70}))\s*(?:;|$)/i.exec(
      parameters ?? '',
    ) ?? []
  return quoted ?? plain
}

/** The parsed body; `undefined` when it is malformed, or has more parts or longer headers than are read. */
async function parse(boundary: string | undefined, body: Uint8Array): Promise<FormData | undefined> {
  if (boundary === undefined || !isBounded(boundary, body)) return undefined
  try {
    const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
    return await new Response(body as Uint8Array<ArrayBuffer>, { headers }).formData()
  } catch {
    return undefined
  }
}

/** Whether every part, and there are not too many, has a header of bounded length. */
function isBounded(boundary: string, body: Uint8Array): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const delimiter = `--${boundary}`
  let parts = 0
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + delimiter.length)) {
    const header = bytes.subarray(at + delimiter.length, at + delimiter.length + MAX_HEADER)
    const isLast = header.subarray(0, 2).toString('latin1') === '--'
    parts += 1
    if (parts > MAX_PARTS || !(isLast || header.includes('\r\n\r\n'))) return false
  }
  return true
}

/** How files of each kind begin, byte by byte as Latin-1, and how their names end; the usual ending first. */
const kinds: Readonly<
  Record<FileKind, { readonly begins: string; readonly endings: readonly [string, ...string[]] }>
> = {
  'application/pdf': { begins: '%PDF-', endings: ['.pdf'] },
  'application/zip': { begins: 'PK\x03\x04', endings: ['.zip'] },
  'image/jpeg': { begins: '\xff\xd8\xff', endings: ['.jpg', '.jpeg'] },
  'image/png': { begins: '\x89PNG\r\n\x1a\n', endings: ['.png'] },
}

function isOf(kind: FileKind, bytes: Uint8Array): boolean {
  const { begins } = kinds[kind]
  return Buffer.from(bytes.subarray(0, begins.length)).toString('latin1') === begins
}

/** The last segment of a name without what misleads: separators, control and format characters, a wrong ending. */
function safeName(sent: string, type: FileKind): string {
  const segment = sent.split(/[\\/]/).at(-1) ?? ''
  const visible = segment
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{C}<>:"|?*]/gu, '_')
  const { endings } = kinds[type]
  const ending = endings.find((known) => visible.toLowerCase().endsWith(known))
  const stem = [...(ending ? visible.slice(0, -ending.length) : visible)].slice(0, MAX_NAME).join('')
  return `${stem.replace(/^[. ]+|[. ]+$/g, '') || 'file'}${ending ?? endings[0]}`
}
