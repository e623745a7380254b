import { afterEach, expect, test, vi } from 'vitest'
import { offerPasskeys, showPasskey } from './authenticator.ts'

/** A browser that can show passkeys, whose person has not answered yet. */
function browser() {
  const asked: { mediation?: string; signal: AbortSignal }[] = []
  const get = (options: { mediation?: string; signal: AbortSignal }) => {
    asked.push(options)
    return new Promise((_, reject) => {
      options.signal.addEventListener('abort', () => reject(options.signal.reason))
    })
  }
  const PublicKeyCredential = Object.assign(() => {}, { isConditionalMediationAvailable: async () => true })
  vi.stubGlobal('PublicKeyCredential', PublicKeyCredential)
  vi.stubGlobal('navigator', { ...navigator, credentials: { get } })
  const field = document.createElement('input')
  field.autocomplete = 'username webauthn'
  document.body.append(field)
  return asked
}

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const options = { challenge: 'AAAA', rpId: 'localhost', allowCredentials: [] } as unknown as Parameters<
  typeof showPasskey
>[0]

test('an offer that comes while a passkey is asked for does not end that', async () => {
  const asked = browser()
  void showPasskey(options).catch(() => {})
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  const offered = offerPasskeys(options)
  // An offer would stay open: nobody chooses.
  await Promise.race([offered, vi.waitFor(() => expect(asked).toHaveLength(2))])
  expect(asked).toHaveLength(1)
  expect(asked[0]?.signal.aborted).toBe(false)
})
