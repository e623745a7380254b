import { z } from 'zod'
import { byHand, call } from '../call.ts'
import {
  identityProviderInput,
  identityProviderTest,
  providerSignInInput,
} from '../schemas/identity-provider.ts'
import { code } from '../schemas/shown-text.ts'
import { authenticated } from '../sign-in-shapes.ts'

/** What a test of a provider looks at, in this order. */
export const providerChecks = ['discovery', 'keys', 'client', 'pkce', 'groups', 'logout'] as const
export type ProviderCheck = (typeof providerChecks)[number]
export const providerCheckResults = ['ok', 'failed', 'warning', 'skipped'] as const
export type ProviderCheckResult = (typeof providerCheckResults)[number]

/** Who sets it decides how staff sign in, and gives them roles. */
const administrators = { all: ['Pages.Settings', 'Pages.Users'] } as const

/** Sign-in of staff at the identity provider of their firm (OpenID Connect Core 1.0). */
export const identityProviderCalls = {
  'Settings/GetIdentityProvider': call({
    summary: "The firm's identity provider, without its secret, and what to register there",
    needs: administrators,
    input: z.object({}),
    output: z.object({
      /** Null where none is set. */
      provider: identityProviderInput.omit({ clientSecret: true, adminPassword: true }).nullable(),
      /** The roles that groups can give. */
      roles: z.array(z.object({ name: z.string(), displayName: z.string() })),
      redirectUri: z.string(),
      backChannelLogoutUri: z.string(),
    }),
  }),
  'Settings/UpdateIdentityProvider': call({
    summary: "Change the firm's identity provider, and which roles its groups give",
    needs: administrators,
    twoPeople: 'rules',
    limit: byHand,
    input: identityProviderInput,
    output: z.object({}),
  }),
  'Settings/TestIdentityProvider': call({
    summary: 'Check an identity provider before it is saved: whether it answers, and accepts the client',
    needs: administrators,
    refusals: 'none',
    limit: { perMinute: 20, countedBy: 'user' },
    input: identityProviderTest,
    output: z.object({
      items: z.array(
        z.object({
          check: z.enum(providerChecks),
          result: z.enum(providerCheckResults),
          /** What the provider or the library calls it; empty where all is well. */
          detail: z.string(),
        }),
      ),
    }),
  }),
  'TokenAuth/BeginProviderSignIn': call({
    summary: "Begin to sign in at a firm's identity provider: the address that the browser goes to",
    path: '/api/TokenAuth/BeginProviderSignIn',
    needs: 'anyone',
    signsIn: true,
    refusals: 'none',
    limit: { perMinute: 30, countedBy: 'browser' },
    input: z.object({ tenancyName: code(64) }),
    output: z.object({ url: z.string() }),
  }),
  'TokenAuth/AuthenticateByProvider': call({
    summary: "Sign in with what a firm's identity provider gave the browser",
    secret: true,
    path: '/api/TokenAuth/AuthenticateByProvider',
    needs: 'anyone',
    signsIn: true,
    refusals: 'own',
    limit: { perMinute: 30, countedBy: 'browser' },
    input: providerSignInInput,
    output: authenticated,
  }),
}
