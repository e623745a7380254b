import {
  type FileKind,
  type FilesTaken,
  fileKindOf,
  SIGNATURE_BYTES,
  toStorableText,
} from '@tradebook/contract'
import type { Failure, ValidationError } from './envelope.ts'
import { FormParts, MalformedForm, type PartHeader, type PartReceiver } from './form-parts.ts'
import { GrowingBuffer } from './growing-buffer.ts'
import { invalid, tooLarge } from './validation.ts'

/**
 * Reads the body of a call that takes files, as it comes. Whatever arrives may be hostile: the whole of it, its parts and
 * their headers are bounded, nothing is unpacked, nothing is written to disk, and what is wrong is answered before the
 * rest is there.
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
/** The bytes that texts and headers may take besides the files. */
const BESIDE_FILES = 64 * 1024
/** The characters of a file's name before its ending. */
const MAX_NAME = 100

/** The bytes that the body of a call with files may have. */
export const bodyLimitOf = ({ files, bytes, bytesInAll = files * bytes }: FilesTaken): number =>
  bytesInAll + BESIDE_FILES

/** Whether a content type is that of a body that `readMultipart` reads. */
export const isMultipart = (contentType: string | undefined): boolean => boundaryIn(contentType) !== undefined

/**
 * The texts and files of a body.
 *
 * @param body its bytes as they come; what is not read of it any more is the caller's
 */
export async function readMultipart(
  takes: FilesTaken,
  contentType: string | undefined,
  body: AsyncIterable<Buffer>,
): Promise<Multipart | UnreadMultipart> {
  const boundary = boundaryIn(contentType)
  const received = new Received(takes)
  try {
    if (boundary === undefined) throw new MalformedForm()
    const form = new FormParts(boundary, received)
    let bytes = 0
    for await (const piece of body) {
      bytes += piece.length
      if (bytes > bodyLimitOf(takes)) throw new Refused(413, [about(FILES, 'is too large')])
      form.write(piece)
    }
    if (!form.isWhole) throw new MalformedForm()
    return received.all()
  } catch (error) {
    if (error instanceof Refused) return error.unread
    if (error instanceof MalformedForm) return new Refused(400, UNREADABLE).unread
    throw error
  }
}

const UNREADABLE: readonly ValidationError[] = [
  { message: 'The request could not be read as multipart/form-data.', members: [FILES] },
]

/** What a request without a body is answered. */
export const noForm: UnreadMultipart = { status: 400, failure: invalid(UNREADABLE) }

/** A body that is not read any further. */
class Refused extends Error {
  readonly unread: UnreadMultipart

  constructor(status: 400 | 413, errors: readonly ValidationError[]) {
    super()
    this.unread = { status, failure: status === 413 ? tooLarge(errors) : invalid(errors) }
  }
}

/** A file that is being received. */
interface Receiving {
  readonly part: string
  readonly name: string
  /** Absent for a file of none of the kinds, as soon as that is known. */
  content: GrowingBuffer | undefined
  bytes: number
  /** Known once its first bytes are there. */
  type: FileKind | 'none' | undefined
}

const textPart = (name: string) => ({ text: name, content: new GrowingBuffer(BESIDE_FILES) })

/** The parts of a body as they come. */
class Received implements PartReceiver {
  readonly #takes: FilesTaken
  readonly #parts: readonly string[]
  readonly #texts = new Map<string, string[]>()
  readonly #files: Receiving[] = []
  #textBytes = 0
  #part: Receiving | { readonly text: string; readonly content: GrowingBuffer } = textPart('')

  constructor(takes: FilesTaken) {
    this.#takes = takes
    this.#parts = takes.parts ?? [FILES]
  }

  begin({ name, fileName }: PartHeader): void {
    if (fileName !== undefined) {
      this.#part = {
        part: name,
        name: fileName,
        content: new GrowingBuffer(this.#takes.bytes),
        bytes: 0,
        type: undefined,
      }
      // Browsers send an empty one for a field in which no file was chosen.
      if (fileName !== '') this.#admit(this.#part)
      return
    }
    this.#part = textPart(name)
    this.#countText(name, Buffer.byteLength(name))
    if (this.#parts.includes(name)) throw new Refused(400, [about(name, 'must be a file')])
  }

  take(bytes: Buffer): void {
    const part = this.#part
    if ('text' in part) {
      this.#countText(part.text, bytes.length)
      part.content.add(bytes)
      return
    }
    if (part.bytes === 0 && part.name === '') this.#admit(part)
    part.bytes += bytes.length
    if (part.bytes > this.#takes.bytes)
      throw new Refused(413, [about(this.#memberOf(part), `is larger than ${this.#takes.bytes} bytes`)])
    part.content?.add(bytes)
    if (part.type === undefined && part.bytes >= SIGNATURE_BYTES) this.#recognise(part)
  }

  end(): void {
    const part = this.#part
    if ('text' in part) {
      const text = part.content.view().toString()
      this.#texts.set(part.text, [...(this.#texts.get(part.text) ?? []), text])
    } else {
      if (part.type === undefined) this.#recognise(part)
      part.content?.trim()
    }
  }

  /** All that was received. @throws Refused */
  all(): Multipart {
    if (this.#files.length === 0 && !this.#takes.parts)
      throw new Refused(400, [{ message: 'The Files field is required.', members: [FILES] }])
    const files: UploadedFile[] = []
    const unrecognised: ValidationError[] = []
    for (const file of this.#files) {
      const { part, name, content, type } = file
      if (type === undefined || type === 'none' || !content)
        unrecognised.push(about(this.#memberOf(file), `is not one of ${this.#takes.kinds.join(', ')}`))
      else {
        const { buffer, byteOffset, length } = content.view()
        const bytes = new Uint8Array(buffer, byteOffset, length)
        files.push({ part, name: safeName(name, type), type, bytes })
      }
    }
    if (unrecognised.length > 0) throw new Refused(400, unrecognised)
    const fields = Object.fromEntries(
      [...this.#texts].map(([name, [first, ...more]]) => [name, more.length > 0 ? [first, ...more] : first]),
    )
    return { fields, files }
  }

  #admit(file: Receiving): void {
    const { files, parts } = this.#takes
    if (!this.#parts.includes(file.part)) throw new Refused(400, [about(file.part, 'accepts no file')])
    if (parts && this.#files.some(({ part }) => part === file.part))
      throw new Refused(400, [about(file.part, 'takes one file')])
    if (this.#files.length >= files)
      throw new Refused(400, [{ message: `At most ${files} files can be sent.`, members: [FILES] }])
    this.#files.push(file)
  }

  #recognise(file: Receiving): void {
    const begin = file.content?.view() ?? Buffer.alloc(0)
    file.type = fileKindOf(this.#takes.kinds, begin) ?? 'none'
    if (file.type === 'none') file.content = undefined
  }

  #countText(name: string, bytes: number): void {
    this.#textBytes += bytes
    if (this.#textBytes > BESIDE_FILES) throw new Refused(413, [about(name, 'is too long')])
  }

  #memberOf(file: Receiving): string {
    return this.#takes.parts ? file.part : `${FILES}.${this.#files.indexOf(file)}`
  }
}

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

/** How the names of files of each kind end; the usual ending first. */
const endingsOf: Readonly<Record<FileKind, readonly [string, ...string[]]>> = {
  'application/pdf': ['.pdf'],
  'application/zip': ['.zip'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
}

/** The last segment of a name without what misleads: separators, control and format characters, a wrong ending. */
function safeName(sent: string, type: FileKind): string {
  const segment = sent.split(/[\\/]/).at(-1) ?? ''
  const visible = segment
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{C}<>:"|?*]/gu, '_')
  const endings = endingsOf[type]
  const ending = endings.find((known) => visible.toLowerCase().endsWith(known))
  const stem = [...(ending ? visible.slice(0, -ending.length) : visible)].slice(0, MAX_NAME).join('')
  return `${stem.replace(/^[. ]+|[. ]+$/g, '') || 'file'}${ending ?? endings[0]}`
}
