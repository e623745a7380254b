import { expect, test } from 'vitest'
import { fileCounter } from './files-of-archive.ts'

const archive = new Uint8Array([80, 75, 3, 4, 1, 80, 80, 75, 3, 4, 80, 75, 80, 75, 1, 2, 80, 75, 3, 4])

test('files are counted however the archive is cut into pieces', () => {
  for (let size = 1; size <= archive.length; size++) {
    const count = fileCounter()
    let files = 0
    for (let start = 0; start < archive.length; start += size)
      files = count(archive.subarray(start, start + size))
    expect({ size, files }).toEqual({ size, files: 3 })
  }
})
