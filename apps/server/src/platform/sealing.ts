import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Authenticated encryption of texts under one key: AES-256-GCM with a random nonce for each text. */
export interface Sealing {
  seal(text: string): Buffer
  /** `null` for bytes that `seal` did not make under this key. */
  unseal(sealed: Uint8Array): string | null
}

/** @param key 32 bytes that serve this purpose alone. */
export const openSealing = (key: Uint8Array): Sealing => ({
  seal(text) {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, key, nonce)
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), encrypted])
  },

  unseal(sealed) {
    try {
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      const opened = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES))
      return Buffer.concat([opened, decipher.final()]).toString('utf8')
    } catch {
      return null
    }
  },
})

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
