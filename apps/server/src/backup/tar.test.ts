import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TarUnpacker } from './tar.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tradebook-tar-'))
  mkdirSync(join(folder, 'from', 'base', '1'), { recursive: true })
  writeFileSync(join(folder, 'from', 'base', '1', '1259'), Buffer.alloc(8_192, 7))
  writeFileSync(join(folder, 'from', 'empty'), '')
  writeFileSync(join(folder, 'from', 'odd'), 'x'.repeat(513))
})
afterEach(() => rmSync(folder, { recursive: true }))

const archive = (...args: string[]): Buffer =>
  spawnSync('tar', ['--format=ustar', '-C', join(folder, 'from'), '-c', ...args], { maxBuffer: 1e8 }).stdout

function unpack(bytes: Buffer, pieceBytes: number): void {
  const tar = new TarUnpacker(join(folder, 'to'))
  for (let at = 0; at < bytes.length; at += pieceBytes) tar.write(bytes.subarray(at, at + pieceBytes))
  tar.end()
}

test.each([1_000_000, 4_096, 700, 13])(
  'an archive in pieces of %d bytes gives the same files',
  (pieceBytes) => {
    unpack(archive('.'), pieceBytes)
    expect(readFileSync(join(folder, 'to', 'base', '1', '1259'))).toEqual(Buffer.alloc(8_192, 7))
    expect(statSync(join(folder, 'to', 'empty')).size).toBe(0)
    expect(readFileSync(join(folder, 'to', 'odd'), 'utf8')).toBe('x'.repeat(513))
  },
)

test('an archive that ends within a file, names a path outside or has a link is refused', () => {
  expect(() => unpack(archive('.').subarray(0, 4_000), 512)).toThrow('cut off')
  expect(() => unpack(archive('--transform=s,odd,../odd,', '-P', 'odd'), 512)).toThrow('outside the folder')
  symlinkSync('/etc', join(folder, 'from', 'link'))
  expect(() => unpack(archive('link'), 512)).toThrow('neither file nor folder')
})
