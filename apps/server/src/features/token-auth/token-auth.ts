import { type CallOutput, type CallRequest, HUB_TOKEN, isRefusal, type Refusal } from '@tradebook/contract'
import type { CallContext, Handlers } from '../../http/handlers.ts'
import { hubCookiePaths, type Tokens } from '../../platform/tokens.ts'
import { openSignIn, type SignInParts } from './sign-in.ts'

export interface TokenAuthParts extends SignInParts {
  readonly tokens: Tokens
}

/** Sign-in: a name and a password for a token. */
export function tokenAuth(parts: TokenAuthParts): Handlers<`TokenAuth/${string}`> {
  const signIn = openSignIn(parts)
  return { 'TokenAuth/Authenticate': authenticate }

  async function authenticate(
    input: CallRequest<'TokenAuth/Authenticate'>,
    context: CallContext,
  ): Promise<CallOutput<'TokenAuth/Authenticate'> | Refusal> {
    const outcome = await signIn(input, context)
    if (isRefusal(outcome)) return outcome
    if ('secondFactorOf' in outcome)
      return {
        ...{ accessToken: null, encryptedAccessToken: null, expireInSeconds: 0 },
        ...{ userId: outcome.secondFactorOf, registrationIncomplete: false, twoFactorAuthRequired: true },
      }
    if ('registrationOf' in outcome)
      return {
        ...{ accessToken: outcome.registrationToken, encryptedAccessToken: null, expireInSeconds: 0 },
        ...{ userId: outcome.registrationOf, registrationIncomplete: true, twoFactorAuthRequired: false },
      }
    const accessToken = await parts.tokens.sign(outcome)
    const encryptedAccessToken = parts.tokens.encrypt(accessToken)
    for (const path of hubCookiePaths) {
      context.reply.setCookie(HUB_TOKEN, encryptedAccessToken, {
        path,
        ...(input.rememberClient ? { maxAgeSeconds: outcome.seconds } : {}),
      })
    }
    const { name, value, ...rules } = outcome.deviceCookie
    context.reply.setCookie(name, value, rules)
    return {
      accessToken,
      encryptedAccessToken,
      expireInSeconds: outcome.seconds,
      userId: outcome.userId,
      registrationIncomplete: false,
      twoFactorAuthRequired: false,
    }
  }
}
