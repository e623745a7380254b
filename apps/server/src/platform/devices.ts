import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from './clock.ts'

/** How long a browser stays known: half a year since its user last signed in there. */
const DAYS = 180
const SECONDS = DAYS * 86_400

/** The cookie of a browser, on the one path that reads it. */
export interface DeviceCookie {
  readonly name: string
  readonly value: string
  readonly path: string
  readonly maxAgeSeconds: number
}

/**
 * Browsers that users signed in with before. A browser shows it by a cookie of its user's, signed
 * for that one user of that one firm; nothing is kept about it here.
 */
export interface Devices {
  /** The id of the device, when its cookie proves that this user signed in there. */
  recognise(
    cookie: (name: string) => string | undefined,
    tenantId: number,
    userId: number,
  ): string | undefined
  /** The first user who, by the cookies shown, signed in with this browser before. */
  ownerOf(cookies: Readonly<Record<string, string | undefined>>): string | undefined
  /** The cookie for a browser this user just signed in with; a known device keeps its id. */
  issueCookie(tenantId: number, userId: number, device?: string): DeviceCookie
}

export function openDevices(key: Uint8Array, clock: Clock): Devices {
  const signatureOf = (...facts: readonly (string | number)[]): Buffer =>
    createHmac('sha256', key).update(facts.join(' ')).digest()

  const devices: Devices = {
    recognise(cookie, tenantId, userId) {
      const shown = VALUE.exec(cookie(nameOf(tenantId, userId)) ?? '')
      const [, device = '', since = '', signature = ''] = shown ?? []
      const good = signatureOf(tenantId, userId, device, since)
      const shownSignature = Buffer.from(signature, 'base64url')
      if (shownSignature.length !== good.length || !timingSafeEqual(shownSignature, good)) return undefined
      return clock.now() / 1000 < Number(since) + SECONDS ? device : undefined
    },
    ownerOf(cookies) {
      for (const name of Object.keys(cookies)) {
        const [, tenantId, userId] = NAME.exec(name) ?? []
        if (tenantId === undefined || userId === undefined) continue
        const shown = devices.recognise((asked) => cookies[asked], Number(tenantId), Number(userId))
        if (shown !== undefined) return `${Number(tenantId)}:${Number(userId)}`
      }
      return undefined
    },
    issueCookie(tenantId, userId, device = clock.newId()) {
      const since = Math.floor(clock.now() / 1000)
      const signature = signatureOf(tenantId, userId, device, since).toString('base64url')
      return {
        name: nameOf(tenantId, userId),
        value: `${device}.${since}.${signature}`,
        path: '/api/TokenAuth',
        maxAgeSeconds: SECONDS,
      }
    },
  }
  return devices
}

/** A browser may be several users': each has a cookie there. */
const nameOf = (tenantId: number, userId: number): string => `Tradebook.Device.${tenantId}.${userId}`

const VALUE = /^([0-9a-f-]{36})\.(\d{1,12})\.([\w-]{43})$/
const NAME = /^Tradebook\.Device\.(\d{1,10})\.(\d{1,10})$/
