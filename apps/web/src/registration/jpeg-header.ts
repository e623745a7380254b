/** What a reader of a JPEG picture has to know before it draws it. */
export interface JpegHeader {
  /** Grey has one, colours on screens have three, those for printing (CMYK) four, which readers draw differently. */
  readonly components: number
  /** How the camera was held, by Exif: 1 is upright. Readers that do not know it draw the picture on its side. */
  readonly orientation: number
}

/** The header of a JPEG picture; `undefined` for other files. Source: ITU-T T.81, annex B; CIPA DC-008 (Exif), 4.6.4. */
export function jpegHeader(bytes: Uint8Array): JpegHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return undefined
  let orientation = 1
  for (let at = 2; at + 10 < bytes.length && bytes[at] === 0xff; ) {
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { components: view.getUint8(at + 9), orientation }
    const end = at + 2 + view.getUint16(at + 2)
    if (marker === 0xe1) orientation = orientationIn(bytes.subarray(at + 4, end)) ?? orientation
    at = end
  }
  return undefined
}

const EXIF = 'Exif\0\0'
const ORIENTATION = 0x0112

function orientationIn(segment: Uint8Array): number | undefined {
  if (segment.length < 18 || String.fromCharCode(...segment.subarray(0, 6)) !== EXIF) return undefined
  const tiff = new DataView(segment.buffer, segment.byteOffset + 6, segment.length - 6)
  const isLittle = tiff.getUint16(0) === 0x4949
  const directory = tiff.getUint32(4, isLittle)
  if (directory + 2 > tiff.byteLength) return undefined
  const entries = tiff.getUint16(directory, isLittle)
  for (let entry = 0; entry < entries; entry++) {
    const at = directory + 2 + entry * 12
    if (at + 12 > tiff.byteLength) return undefined
    if (tiff.getUint16(at, isLittle) === ORIENTATION) return tiff.getUint16(at + 8, isLittle)
  }
  return undefined
}
