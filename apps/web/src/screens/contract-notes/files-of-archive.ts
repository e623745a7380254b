/** The bytes before each file of a ZIP archive (PKWARE APPNOTE 6.3.10, 4.3.7). */
const FILE_BEGINS = [0x50, 0x4b, 0x03, 0x04] as const

/** Counts the files of a ZIP archive as its pieces come, wherever these are cut. */
export function fileCounter(): (piece: Uint8Array) => number {
  let files = 0
  let matched = 0
  return (piece) => {
    for (const byte of piece) {
      // No byte of the signature is its first one again.
      matched = byte === FILE_BEGINS[matched] ? matched + 1 : byte === FILE_BEGINS[0] ? 1 : 0
      if (matched < FILE_BEGINS.length) continue
      files += 1
      matched = 0
    }
    return files
  }
}
