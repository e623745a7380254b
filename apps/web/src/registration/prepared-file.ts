import { documentLimits } from '@tradebook/contract'

/** Why a file can not be sent. */
export type FileFault = 'type' | 'size'

/** A picture with more bytes than this is made smaller before it is sent over a phone's line. */
const LARGE_PICTURE = 1.5 * 1024 * 1024
/** Pixels of its longer side then: a page of small print stays legible. */
const LONGER_SIDE = 2_400
const QUALITY = 0.85

/**
 * A chosen file as it is sent: a large picture, or one of a type that the server does not take, as a smaller
 * JPEG, which also drops where it was taken.
 *
 * @returns the file, or why it can not be sent.
 */
export async function preparedFile(file: File): Promise<File | FileFault> {
  const isTaken = (documentLimits.types as readonly string[]).includes(file.type)
  if (file.type.startsWith('image/') && (!isTaken || file.size > LARGE_PICTURE)) {
    const smaller = await asSmallerPicture(file)
    if (smaller) return smaller
  }
  if (!isTaken) return 'type'
  return file.size > documentLimits.bytes ? 'size' : file
}

/** `undefined`: the browser can not read it. */
async function asSmallerPicture(file: File): Promise<File | undefined> {
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, LONGER_SIDE / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
    return content
      ? new File([content], file.name.replace(/\.\w+$/, '.jpg'), { type: content.type })
      : undefined
  } catch {
    return undefined
  }
}
