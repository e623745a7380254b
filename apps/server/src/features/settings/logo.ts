import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { type FileKind, isRefusal, logoLimits, type Refusal, refuse } from '@tradebook/contract'
import type { Print } from '../../files/pdf/printer.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Store } from '../../store/store.ts'

export interface LogoParts {
  /** The bytes of a picture as they are kept; `undefined` for one that is not what it claims. */
  readonly checkPicture: (
    who: Pick<Caller, 'tenantId' | 'userId'>,
    type: FileKind,
    bytes: Uint8Array,
  ) => Promise<Buffer | undefined | Refusal>
  readonly print: Print
}

const inflated = promisify(inflate)

/** The picture on the firm's documents. What is kept was walked through, is small, and has been printed once. */
export const logoHandlers = (
  store: Store,
  { checkPicture, print }: LogoParts,
): Handlers<`Settings/${'Get' | 'Update'}Logo`> => ({
  'Settings/GetLogo': async (_, { caller }) => {
    const logo = await store
      .forTenant(caller.tenantId)
      .read((tx) => tx.selectFrom('firm_logos').select(['type', 'content']).executeTakeFirst())
    if (!logo) return refuse('unknownDocument')
    const ending = logo.type === 'image/png' ? 'png' : 'jpg'
    return {
      ...{ name: `logo.${ending}`, type: logo.type, rows: () => 1 },
      body: (async function* () {
        yield logo.content
      })(),
    }
  },

  'Settings/UpdateLogo': async (_, { caller, files, write }) => {
    const [file] = files
    const checked = file && (await checkPicture(caller, file.type, file.bytes))
    if (isRefusal(checked)) return checked
    if (file && !(checked && (await isPrinted(checked, file.type, print)))) return refuse('logoInvalid')
    return write(async (tx, changed) => {
      const before = await tx.deleteFrom('firm_logos').returning('content').executeTakeFirst()
      if (file && checked)
        await tx
          .insertInto('firm_logos')
          .values({ tenant_id: caller.tenantId, type: file.type, content: checked })
          .execute()
      const logo = (bytes: Buffer | undefined) => ({ logo: bytes ? digestOf(bytes) : null })
      changed({
        ...{ entity: 'Settings', id: String(caller.tenantId) },
        ...{ before: logo(before?.content), after: logo(checked) },
      })
      return {}
    })
  },
})

/** What distinguishes a picture in the audit trail, which keeps no pictures. */
const digestOf = (bytes: Buffer): string => `SHA-256 ${createHash('sha256').update(bytes).digest('hex')}`

/**
 * Whether a document can be printed with the picture. The printing process unpacks a PNG whole, so that its
 * pixels are counted and its data measured first: a few kilobytes may unpack to gigabytes.
 */
async function isPrinted(logo: Buffer, type: FileKind, print: Print): Promise<boolean> {
  if (type === 'image/png' && !(await isSmallPng(logo))) return false
  try {
    await print({
      ...{ title: 'Logo', language: 'en', issuer: ['Logo'], logo },
      ...{ facts: [], columns: [{ heading: '', align: 'left', share: 1 }], rows: [], sums: [], remarks: [] },
    })
    return true
  } catch {
    return false
  }
}

/** Bytes of a pixel at most: four samples of 16 bits. */
const MOST_OF_PIXEL = 8

/** @param bytes of a PNG whose chunks are whole, the first of them IHDR. */
async function isSmallPng(bytes: Buffer): Promise<boolean> {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  if (width * height > logoLimits.pixels) return false
  const data: Buffer[] = []
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const start = at + 8
    if (bytes.toString('latin1', at + 4, start) === 'IDAT')
      data.push(bytes.subarray(start, start + bytes.readUInt32BE(at)))
  }
  // Each line has a byte for its filter; interlaced pictures have some lines more.
  const most = width * height * MOST_OF_PIXEL + height * 8 + 64
  return inflated(Buffer.concat(data), { maxOutputLength: most }).then(
    () => true,
    () => false,
  )
}
