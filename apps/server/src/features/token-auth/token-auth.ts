import { HUB_PATH, HUB_TOKEN } from '@tradebook/contract'
import type { Handlers } from '../../http/handlers.ts'
import { TOKEN_SECONDS, type Tokens } from '../../platform/tokens.ts'
import { type SignInParts, signIn } from './sign-in.ts'

/** The hub reads its token from a cookie that no script can read, on its own paths alone. */
export const hubCookiePaths = ['/signalr', HUB_PATH] as const

export interface TokenAuthParts extends SignInParts {
  readonly tokens: Tokens
}

/** Sign-in: a name and a password for a token. */
export const tokenAuth = (parts: TokenAuthParts): Handlers<`TokenAuth/${string}`> => ({
  async 'TokenAuth/Authenticate'(input, context) {
    const outcome = await signIn(parts, input, context)
    if ('refusal' in outcome) return outcome
    const accessToken = await parts.tokens.sign(outcome)
    const encryptedAccessToken = parts.tokens.encrypt(accessToken)
    for (const path of hubCookiePaths) {
      context.reply.setCookie(HUB_TOKEN, encryptedAccessToken, {
        path,
        ...(input.rememberClient ? { maxAgeSeconds: TOKEN_SECONDS } : {}),
      })
    }
    return {
      accessToken,
      encryptedAccessToken,
      expireInSeconds: TOKEN_SECONDS,
      userId: outcome.userId,
      registrationIncomplete: false,
      twoFactorAuthRequired: false,
    }
  },
})
