import { z } from 'zod'
import { languageNames } from '../../words/languages.ts'
import { byHand, call, sharedCall } from '../call.ts'
import { dueStepNames } from '../due-steps.ts'
import { marketSession, marketSummary } from '../market-shapes.ts'
import { items } from '../paging.ts'
import {
  authenticateInput,
  changeEmailAddressInput,
  changePasswordInput,
  confirmEmailAddressInput,
  disableTwoFactorInput,
  enableTwoFactorInput,
  passwordResetInput,
  profileInput,
} from '../schemas/identity.ts'
import { notificationPreferences } from '../schemas/notification.ts'
import { code, soughtText } from '../schemas/shown-text.ts'
import { authenticated } from '../sign-in-shapes.ts'

const loginUser = z.object({
  id: z.number().int(),
  name: z.string(),
  surname: z.string(),
  userName: z.string(),
  emailAddress: z.string(),
  roles: z.array(z.string()),
  /** What the person has to do before any other call is answered. */
  due: z.enum(dueStepNames).nullable(),
})

export const identityCalls = {
  'TokenAuth/Authenticate': call({
    summary: 'Sign in',
    secret: true,
    path: '/api/TokenAuth/Authenticate',
    needs: 'anyone',
    signsIn: true,
    refusals: 'own',
    limit: { perMinute: 30, countedBy: 'browser' },
    input: authenticateInput,
    output: authenticated,
  }),
  'Session/GetCurrentLoginInformations': call({
    summary: 'The signed-in user, their firm and its features',
    needs: 'anyone',
    input: z.object({}),
    output: z.object({
      application: z.object({
        version: z.string(),
        releaseDate: z.string(),
        features: z.record(z.string(), z.boolean()),
      }),
      user: loginUser.nullable(),
      tenant: z.object({ id: z.number().int(), tenancyName: z.string(), name: z.string() }).nullable(),
    }),
  }),
  'Account/IsTenantAvailable': call({
    summary: 'Whether people can sign in to the firm with this name',
    needs: 'anyone',
    refusals: 'none',
    limit: { perMinute: 60, countedBy: 'address' },
    input: z.object({ tenancyName: code(64) }),
    output: z.object({
      state: z.number().int(),
      tenantId: z.number().int().nullable(),
      /** Whether persons may register with the firm by themselves. */
      isRegistrationOpen: z.boolean(),
      /** By what the firm's staff can sign in, or have to. */
      provider: z.object({ name: z.string(), isRequired: z.boolean() }).nullable(),
    }),
  }),
  'Account/LogOut': call({
    summary: 'End this session: its token is no longer valid, and both cookies are cleared',
    needs: 'signedIn',
    whileDue: dueStepNames,
    limit: byHand,
    input: z.object({}),
    output: z.null(),
  }),
  'Account/PasswordReset': call({
    summary: 'Request a password link for an e-mail address, or set a new password with an e-mailed link',
    needs: 'anyone',
    signsIn: true,
    limit: { perMinute: 60, countedBy: 'address' },
    input: passwordResetInput,
    output: z.literal(true),
  }),
  'Account/ChangePassword': call({
    summary: 'Change the signed-in user’s password; all the user’s other sessions end',
    needs: 'signedIn',
    whileDue: ['newPassword'],
    signsIn: true,
    limit: { perMinute: 20, countedBy: 'user' },
    input: changePasswordInput,
    output: z.literal(true),
  }),
  'Account/GetProfile': call({
    summary: "The signed-in user's names, address, telephone number and notification choices",
    needs: 'signedIn',
    whileDue: dueStepNames,
    input: z.object({}),
    output: z.object({
      userName: z.string(),
      name: z.string(),
      surname: z.string(),
      emailAddress: z.string(),
      phoneNumber: z.string().nullable(),
      isTwoFactorOn: z.boolean(),
      /** How many recovery codes still serve; none where the second factor is off. */
      recoveryCodesLeft: z.number().int(),
      notifications: notificationPreferences,
    }),
  }),
  'Account/UpdateProfile': call({
    summary: 'Change the signed-in user’s names, telephone number and notification choices',
    needs: 'signedIn',
    limit: byHand,
    input: profileInput,
    output: z.object({}),
  }),
  'Account/ChangeEmailAddress': call({
    summary:
      'Send a code to a new e-mail address of the signed-in user; the address changes once the code is entered',
    needs: 'signedIn',
    limit: { perMinute: 20, countedBy: 'user' },
    input: changeEmailAddressInput,
    output: z.object({}),
  }),
  'Account/ConfirmEmailAddress': call({
    summary: 'Change the signed-in user’s e-mail address with the code e-mailed to the new one',
    needs: 'signedIn',
    limit: { perMinute: 20, countedBy: 'user' },
    input: confirmEmailAddressInput,
    output: z.object({}),
  }),
  'User/ChangeLanguage': call({
    summary: 'Choose the language of all answers, on all devices of the signed-in user',
    needs: 'signedIn',
    whileDue: dueStepNames,
    limit: byHand,
    input: z.object({ languageName: z.enum(languageNames) }),
    output: z.object({}),
  }),
  'Account/GetSessions': call({
    summary: 'Where the user is signed in, newest first',
    needs: 'signedIn',
    input: z.object({}),
    output: items(
      z.object({
        id: z.string(),
        /** Whether it is the session of this very call. */
        current: z.boolean(),
        ipAddress: z.string(),
        /** What the browser calls itself. */
        browser: z.string(),
        signedInAt: z.string(),
        /** True to the minute. */
        lastSeenAt: z.string(),
      }),
    ),
  }),
  'Account/RevokeSession': call({
    summary: 'End one of the user’s sessions',
    needs: 'signedIn',
    limit: byHand,
    input: z.object({ id: z.uuid() }),
    output: z.object({}),
  }),
  'Account/RevokeOtherSessions': call({
    summary: 'End all the user’s sessions except this one',
    needs: 'signedIn',
    limit: byHand,
    input: z.object({}),
    output: z.object({}),
  }),
  'Account/GetTwoFactorAuthTokens': call({
    summary: 'Start the setup of two-factor sign-in: a secret for an app and ten recovery codes, shown once',
    secret: true,
    needs: 'signedIn',
    whileDue: ['secondFactor'],
    limit: { perMinute: 20, countedBy: 'user' },
    input: z.object({}),
    output: z.object({
      secret: z.string(),
      otpauthUri: z.string(),
      qrCodeSvg: z.string(),
      recoveryCodes: z.array(z.string()),
    }),
  }),
  'Account/EnableTwoFactorAuth': call({
    summary: 'Turn on two-factor sign-in with the password and a first code from the app',
    needs: 'signedIn',
    whileDue: ['secondFactor'],
    limit: { perMinute: 20, countedBy: 'user' },
    input: enableTwoFactorInput,
    output: z.literal(true),
  }),
  'Account/DisableTwoFactorAuth': call({
    summary: 'Turn off two-factor sign-in with the password and a code',
    needs: 'signedIn',
    signsIn: true,
    limit: { perMinute: 20, countedBy: 'user' },
    input: disableTwoFactorInput,
    output: z.literal(true),
  }),
  'Account/RenewRecoveryCodes': call({
    summary: 'Get ten new recovery codes with the password and a code; the earlier ones are no longer valid',
    secret: true,
    needs: 'signedIn',
    signsIn: true,
    limit: { perMinute: 20, countedBy: 'user' },
    input: disableTwoFactorInput,
    output: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  'Home/Configuration': call({
    summary: 'The addresses of the application and its services',
    path: '/Home/Configuration',
    verb: 'GET',
    needs: 'anyone',
    input: z.object({}),
    output: z.object({
      appBaseUrl: z.string(),
      remoteServiceBaseUrl: z.string(),
      appName: z.string(),
    }),
  }),
  'Home/GetOverview': call({
    summary: 'The state of the market and the firm with this name, for the public landing page',
    needs: 'anyone',
    limit: { perMinute: 60, countedBy: 'address' },
    input: z.object({ tenancyName: soughtText(64).optional() }),
    output: z.object({
      /** Null where none is named that can be signed in to. */
      firm: z
        .object({ tenancyName: z.string(), name: z.string(), isRegistrationOpen: z.boolean() })
        .nullable(),
      market: marketSummary.omit({ marketCap: true, session: true, marketDate: true }),
      session: marketSession,
    }),
  }),
  'AbpUserConfiguration/GetAll': sharedCall({
    summary: 'Languages and texts, and the caller’s permissions, features and settings',
    path: '/AbpUserConfiguration/GetAll',
    needs: 'anyone',
    /** `sources`: the localisation sources whose texts are sent, all of them by default. */
    input: z.object({ sources: z.array(soughtText(64)).max(16).optional() }),
    output: z.looseObject({
      session: z.looseObject({
        userId: z.number().int().nullable(),
        tenantId: z.number().int().nullable(),
      }),
      localization: z.looseObject({
        currentLanguage: z.looseObject({ name: z.string(), displayName: z.string() }),
        languages: z.array(z.looseObject({ name: z.string(), displayName: z.string() })),
        values: z.record(z.string(), z.record(z.string(), z.string())),
      }),
      features: z.object({ allFeatures: z.record(z.string(), z.object({ value: z.string() })) }),
      auth: z.object({
        allPermissions: z.record(z.string(), z.string()),
        grantedPermissions: z.record(z.string(), z.string()),
      }),
      setting: z.object({ values: z.record(z.string(), z.string()) }),
    }),
  }),
}
