import {
  type CallName,
  type CallOutput,
  type DueStep,
  type LanguageName,
  LOCALISATION_SOURCE,
  MAIL_SETTING,
  MORE_SOURCE,
  mayRead,
  type Permission,
  type RoleName,
  START_SOURCE,
} from '@tradebook/contract'
import { create } from 'zustand'
import { mayMake } from './api/call-needs.ts'
import { belongTo, call, clearCredentials, setBaseUrl } from './api/client.ts'
import { cookies, FIVE_YEARS_S, readCookie, writeCookie } from './api/cookies.ts'
import { keepRegistrationThrough } from './api/registration-token.ts'
import { loadTexts } from './i18n.ts'
import { started } from './start.ts'

type LoginInformations = CallOutput<'Session/GetCurrentLoginInformations'>
type Configuration = CallOutput<'AbpUserConfiguration/GetAll'>

/** Who is at the page and what they may do, as the server answered at start or at sign-in. */
export interface Session {
  readonly user: LoginInformations['user']
  /** The firm; `null` for the host. */
  readonly tenant: LoginInformations['tenant']
  readonly permissions: ReadonlySet<string>
  /** Upper-cased. */
  readonly roles: ReadonlySet<string>
  readonly features: Readonly<Record<string, boolean>>
  readonly settings: Readonly<Record<string, string>>
  /** Of the server. */
  readonly version: string
  readonly languages: readonly { name: string; displayName: string }[]
  readonly language: { name: string; displayName: string }
}

const signedOut: Session = {
  user: null,
  tenant: null,
  permissions: new Set<string>(),
  roles: new Set<string>(),
  features: {},
  settings: {},
  version: '',
  languages: [],
  language: { name: 'en', displayName: 'English' },
}

export const useSession = create<Session>(() => signedOut)

export const session = (): Session => useSession.getState()

export const can = (permission: Permission): boolean => session().permissions.has(permission)
/** `can`, for what is drawn. */
export const useCan = (permission: Permission): boolean =>
  useSession(({ permissions }) => permissions.has(permission))

/** Whether a person may read what a permission opens, for what is drawn. */
export const useMayRead = (permission: Permission): boolean =>
  useSession(({ permissions }) => mayRead(permissions, permission))

/** Whether a person may make a change: who may not is offered no button for it. */
export const useMayMake = (change: CallName): boolean =>
  useSession(({ permissions }) => mayMake(change, permissions))

/** The value of a setting that the page may know, for what is drawn. */
export const useSetting = (name: string): string | undefined => useSession(({ settings }) => settings[name])
/** Whether mails arrive: without a mail server what they say is passed on by hand. */
export const useAreMailsSent = (): boolean => useSetting(MAIL_SETTING) !== 'false'

/** What a route or a menu group asks of a person: every one of them. */
export interface Requirement {
  /** One of several is enough. */
  readonly permission?: Permission | readonly Permission[]
  readonly role?: RoleName
  /** Nothing is read there: who may only read does not come in. */
  readonly isToChange?: true
}

/** Whether somebody has a role: whose account request is still open is signed in, but no member. */
export const isMember = ({ roles }: Pick<Session, 'roles'>): boolean => roles.size > 0
/** What the person has to do before anything else, for what is drawn. */
export const useDueStep = (): DueStep | null => useSession(({ user }) => user?.due ?? null)

/** `isMember`, for what is drawn. */
export const useIsMember = (): boolean => useSession(isMember)

export const satisfies = (
  { permissions, roles }: Pick<Session, 'permissions' | 'roles'>,
  { permission = [], role, isToChange }: Requirement,
): boolean => {
  const one = [permission].flat()
  const isHeld = (each: Permission) => (isToChange ? permissions.has(each) : mayRead(permissions, each))
  return (one.length === 0 || one.some(isHeld)) && (!role || roles.has(role))
}

/** Loads from the server its address, the texts, and who is signed in. At start and after sign-in. */
export async function openSession(): Promise<void> {
  if (!readCookie(cookies.culture)) writeCookie(cookies.culture, navigator.language, FIVE_YEARS_S)
  const { remoteServiceBaseUrl } = await call('Home/Configuration', {}, { failure: 'repeated' })
  setBaseUrl(remoteServiceBaseUrl)
  const { configuration, login } = await readSession()
  // A token that is over makes its bearer anonymous, not the call fail; anyone who comes next starts empty.
  if (!login.user) keepRegistrationThrough(clearCredentials)
  belongTo(readCookie(cookies.token))
  loadTexts(configuration.localization)
  moreTexts = undefined
  void started.then(loadMoreTexts).catch(() => {})
  // What the firm does not offer is not asked for again: refusals are in the language of the page.
  const { currentLanguage, languages } = configuration.localization
  const wanted = readCookie(cookies.culture)?.split('-')[0]
  if (!languages.some(({ name }) => name === wanted))
    writeCookie(cookies.culture, currentLanguage.name, FIVE_YEARS_S)
  useSession.setState(sessionOf(configuration, login), true)
}

let moreTexts: Promise<void> | undefined

/**
 * Loads the texts of the screens that a person does not meet first, once; what such a screen waits for.
 * @throws ApiError where they cannot be read.
 */
export async function loadMoreTexts(): Promise<void> {
  moreTexts ??= call('AbpUserConfiguration/GetAll', { sources: [MORE_SOURCE] }, { failure: 'repeated' }).then(
    ({ localization }) => loadTexts(localization),
  )
  try {
    await moreTexts
  } catch (error) {
    moreTexts = undefined
    throw error
  }
}

/**
 * Shows the page in another language, without loading it again: what somebody is doing stays as it is. The choice is
 * kept for the user, where one is signed in, and for this browser.
 *
 * @throws ApiError where it cannot be kept or its texts cannot be read; the page stays in its language then.
 */
export async function changeLanguage(languageName: LanguageName): Promise<void> {
  if (session().user) await call('User/ChangeLanguage', { languageName })
  const before = readCookie(cookies.culture)
  writeCookie(cookies.culture, languageName, FIVE_YEARS_S)
  try {
    const input = { sources: [LOCALISATION_SOURCE] }
    const { localization } = await call('AbpUserConfiguration/GetAll', input, { failure: 'repeated' })
    loadTexts(localization)
    moreTexts = Promise.resolve()
    const { currentLanguage, languages } = localization
    useSession.setState({ language: currentLanguage, languages })
  } catch (error) {
    writeCookie(cookies.culture, before ?? session().language.name, FIVE_YEARS_S)
    throw error
  }
}

/** Milliseconds between two readings of a person's rights: a screen that is refused tries again by itself. */
const RENEW_EVERY_MS = 10_000
let renewedAt = Number.NEGATIVE_INFINITY

/**
 * Reads again what the person may do, which an administrator may have changed: what is drawn by it follows. The server
 * decides by itself all the same, so that a reading that fails changes nothing and is not reported.
 */
export async function renewRights(): Promise<void> {
  const now = performance.now()
  if (!session().user || now - renewedAt < RENEW_EVERY_MS) return
  renewedAt = now
  try {
    await readRights()
  } catch {
    renewedAt = Number.NEGATIVE_INFINITY
  }
}

/** Reads what the person may do, and what is due before. @throws ApiError where it cannot be read. */
export async function readRights(): Promise<void> {
  const { login, configuration } = await readSession()
  // Of a session that is over, the next call of the page is answered 401.
  const { user } = session()
  if (!user || login.user?.id !== user.id) return
  const { permissions, roles } = sessionOf(configuration, login)
  useSession.setState({ permissions, roles, user: { ...user, due: login.user.due } })
}

async function readSession(): Promise<{ configuration: Configuration; login: LoginInformations }> {
  const [configuration, login] = await Promise.all([
    call('AbpUserConfiguration/GetAll', { sources: [START_SOURCE] }, { failure: 'repeated' }),
    call('Session/GetCurrentLoginInformations', {}, { failure: 'repeated' }),
  ])
  return { configuration, login }
}

export const sessionOf = (
  configuration: Configuration,
  { application, user, tenant }: LoginInformations,
): Session => {
  const { allPermissions, grantedPermissions } = configuration.auth
  return {
    user,
    tenant,
    // A permission counts only when it is in both maps (ABP).
    permissions: new Set(Object.keys(grantedPermissions).filter((name) => name in allPermissions)),
    roles: new Set(user?.roles.map((role) => role.toUpperCase())),
    features: application.features,
    settings: configuration.setting.values,
    version: application.version,
    languages: configuration.localization.languages,
    language: configuration.localization.currentLanguage,
  }
}
