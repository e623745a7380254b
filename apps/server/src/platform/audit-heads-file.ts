import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Head } from './audit-chain.ts'

/**
 * The heads of all chains in a file outside of the database, one JSON line a firm: who changes the database alone
 * can not make it fit. The file is replaced whole, so that it is never half written, and synchronised with the disk.
 */
export class AuditHeadsFile {
  readonly #path: string
  #heads: Map<number, Head>

  /** @throws Error for a file that can not be read as heads. */
  constructor(folder: string) {
    this.#path = join(folder, 'audit-heads.jsonl')
    this.#heads = new Map(readHeads(this.#path).map((head) => [head.tenantId, head]))
  }

  /** The head of a firm as it was recorded last. */
  of(tenantId: number): Head | undefined {
    return this.#heads.get(tenantId)
  }

  get all(): readonly Head[] {
    return [...this.#heads.values()]
  }

  /** Records heads in place of the older ones of their firms. @throws Error when the disk takes nothing. */
  record(heads: readonly Head[]): void {
    const all = new Map(this.#heads)
    for (const head of heads) all.set(head.tenantId, head)
    const lines = [...all.values()].sort((a, b) => a.tenantId - b.tenantId).map(lineOf)
    const written = `${this.#path}.new`
    const file = openSync(written, 'w', 0o600)
    try {
      writeSync(file, lines.join(''))
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(written, this.#path)
    synchronise(dirname(this.#path))
    this.#heads = all
  }
}

/** A renamed file survives a power cut when its folder is on the disk, too. Windows has no such call. */
function synchronise(folder: string): void {
  if (process.platform === 'win32') return
  const directory = openSync(folder, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}

const lineOf = ({ tenantId, auditId, position, hash }: Head): string =>
  `${JSON.stringify({ tenantId, auditId: String(auditId), rows: String(position), hash: hash.toString('hex') })}\n`

function readHeads(path: string): Head[] {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  return lines.map((line) => {
    try {
      const { tenantId, auditId, rows, hash } = JSON.parse(line)
      return { tenantId, auditId: BigInt(auditId), position: BigInt(rows), hash: Buffer.from(hash, 'hex') }
    } catch (error) {
      throw new Error(`${path} is no file of audit heads. Take it away, and keep it, to start.`, {
        cause: error,
      })
    }
  })
}
