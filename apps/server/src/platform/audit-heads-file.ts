import { existsSync, readFileSync } from 'node:fs'
import { open, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Head } from './audit-chain.ts'

/**
 * The heads of all chains in a file outside of the database, one JSON line a firm: who changes the database alone
 * cannot make it fit. The file is replaced whole, so that it is never half written, and synchronised with the disk.
 */
export class AuditHeadsFile {
  readonly #path: string
  #heads: Map<number, Head>

  /** @throws Error for a file that cannot be read as heads. */
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

  /**
   * Records heads instead of the older ones of their firms, one call at a time. Nothing waits for the disk but its
   * caller.
   *
   * @throws Error when the disk takes nothing.
   */
  async record(heads: readonly Head[]): Promise<void> {
    const all = new Map(this.#heads)
    for (const head of heads) all.set(head.tenantId, head)
    const lines = [...all.values()].sort((a, b) => a.tenantId - b.tenantId).map(lineOf)
    const written = `${this.#path}.new`
    await writeFile(written, lines.join(''), { mode: 0o600, flush: true })
    await rename(written, this.#path)
    await synchronise(dirname(this.#path))
    this.#heads = all
  }
}

/** A renamed file survives a power cut when its folder is on the disk, too. Windows has no such call. */
async function synchronise(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using directory = await open(folder, 'r')
  await directory.sync()
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
      throw new Error(`${path} is not a file of audit heads. To start, move it elsewhere and keep it.`, {
        cause: error,
      })
    }
  })
}
