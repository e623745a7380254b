import { documentLimits, type TextKey } from '@tradebook/contract'
import { kindOf } from './file-kind.ts'
import { jpegHeader } from './jpeg-header.ts'

/** Why a file cannot be sent. */
export const fileFaults = {
  type: 'Registration.Documents.wrongType',
  size: 'Registration.Documents.tooLarge',
} as const satisfies Record<string, TextKey>
export type FileFault = keyof typeof fileFaults

/** A picture with more bytes than this is made smaller before it is sent over a phone's line. */
const LARGE_PICTURE = 1.5 * 1024 * 1024
/** Pixels of its longer side then: a page of small print stays legible. */
const LONGER_SIDE = 2_400
const QUALITY = 0.85

/**
 * A chosen file as it is sent. A picture is drawn again as a JPEG on white, upright and no larger than it has to be, where
 * it is large, is of a type that the server does not take, or would look different to anyone who opens it: on its side, or
 * in the colours of a printer. That also drops where it was taken.
 *
 * @returns the file, or why it cannot be sent.
 */
export async function preparedFile(file: File): Promise<File | FileFault> {
  const kind = await kindOf(file)
  if (kind === undefined) return 'type'
  if (kind === 'picture' || (kind !== 'application/pdf' && (await isDrawnAnew(file)))) {
    const drawn = await drawnAnew(file)
    if (drawn) return drawn
  }
  if (kind === 'picture') return 'type'
  if (file.size > documentLimits.bytes) return 'size'
  return file.type === kind ? file : new File([file], file.name, { type: kind })
}

/** Its header is at the beginning, behind what the camera notes. */
const HEADER_BYTES = 256 * 1024
const PRINTING = 4

async function isDrawnAnew(file: File): Promise<boolean> {
  if (file.size > LARGE_PICTURE) return true
  const header = jpegHeader(new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer()))
  return header !== undefined && (header.orientation !== 1 || header.components === PRINTING)
}

/** `undefined`: the browser cannot read it. */
async function drawnAnew(file: File): Promise<File | undefined> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, LONGER_SIDE / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    const paper = canvas.getContext('2d')
    if (!paper) return undefined
    // A JPEG has no transparency: what is transparent would be black.
    paper.fillStyle = 'white'
    paper.fillRect(0, 0, canvas.width, canvas.height)
    paper.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
    return content
      ? new File([content], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: content.type })
      : undefined
  } catch {
    return undefined
  }
}
