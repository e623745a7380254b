import { type CallOutput, HUB_TOKEN, isRefusal } from '@tradebook/contract'
import type { CallContext, Handlers } from '../../http/handlers.ts'
import { hubCookiePaths, type Tokens } from '../../platform/tokens.ts'
import { openPasskeySignIn, type PasskeySignInParts } from './passkey-sign-in.ts'
import { openProviderSignIn, type ProviderSignInParts } from './provider-sign-in.ts'
import { openSignIn, type SignedInBearer } from './sign-in.ts'

export interface TokenAuthParts extends PasskeySignInParts, ProviderSignInParts {
  readonly tokens: Tokens
}

type Authenticated = CallOutput<'TokenAuth/Authenticate'>

/** An answer, with what is given instead of nothing. */
const answered = (userId: number, given: Partial<Authenticated>): Authenticated => ({
  ...{ accessToken: null, encryptedAccessToken: null, expireInSeconds: 0, userId },
  ...{ registrationIncomplete: false, twoFactorAuthRequired: false, twoFactorAuthProviders: [] },
  ...given,
})

/** Sign-in: a name and a password, a passkey, or the word of the firm's identity provider, for a token. */
export function tokenAuth(parts: TokenAuthParts): Handlers<`TokenAuth/${string}`> {
  const signIn = openSignIn(parts)
  const byPasskey = openPasskeySignIn(parts)
  const byProvider = openProviderSignIn(parts)
  return {
    async 'TokenAuth/Authenticate'(input, context) {
      const outcome = await signIn(input, context)
      if (isRefusal(outcome)) return outcome
      if ('secondFactorOf' in outcome)
        return answered(outcome.secondFactorOf, {
          twoFactorAuthRequired: true,
          twoFactorAuthProviders: [...outcome.factors],
        })
      if ('registrationOf' in outcome)
        return answered(outcome.registrationOf, {
          accessToken: outcome.registrationToken,
          registrationIncomplete: true,
        })
      return answerOf(outcome, input, context)
    },

    'TokenAuth/BeginPasskeySignIn': byPasskey.begin,

    async 'TokenAuth/AuthenticateByPasskey'(input, context) {
      const outcome = await byPasskey.signIn(input, context)
      return isRefusal(outcome) ? outcome : answerOf(outcome, input, context)
    },

    'TokenAuth/BeginProviderSignIn': byProvider.begin,

    async 'TokenAuth/AuthenticateByProvider'(input, context) {
      const outcome = await byProvider.signIn(input, context)
      return isRefusal(outcome) ? outcome : answerOf(outcome, { rememberClient: false }, context)
    },
  }

  /** The tokens of who signed in, and the cookies of the hub and of the browser. */
  async function answerOf(
    bearer: SignedInBearer,
    { rememberClient }: { readonly rememberClient: boolean },
    { reply }: Pick<CallContext, 'reply'>,
  ): Promise<Authenticated> {
    const accessToken = await parts.tokens.sign(bearer)
    const encryptedAccessToken = parts.tokens.encrypt(accessToken)
    for (const path of hubCookiePaths) {
      reply.setCookie(HUB_TOKEN, encryptedAccessToken, {
        path,
        ...(rememberClient ? { maxAgeSeconds: bearer.seconds } : {}),
      })
    }
    const { name, value, ...rules } = bearer.deviceCookie
    reply.setCookie(name, value, rules)
    return answered(bearer.userId, { accessToken, encryptedAccessToken, expireInSeconds: bearer.seconds })
  }
}
