import {
  firmSettings,
  isOfOrders,
  isRefusalName,
  isStartText,
  LANGUAGE_SETTING,
  type LanguageName,
  LOCALISATION_SOURCE,
  languages,
  MAIL_SETTING,
  MORE_SOURCE,
  permissionsOf,
  START_SOURCE,
  settingsFrom,
  TEMPLATE_SOURCE,
  templateTexts,
  translations,
} from '@tradebook/contract'
import type { CallContext, Handlers } from '../../http/handlers.ts'
import { SharedAnswer } from '../../http/shared-answers.ts'
import { defaultLanguage } from '../../platform/localisation.ts'
import type { Tenants } from '../../platform/tenants.ts'
import { HOST } from '../../store/host.ts'

type ConfigurationCalls = 'Home/Configuration' | 'AbpUserConfiguration/GetAll'

interface ConfigurationParts {
  readonly tenants: Tenants
  /** False: no mail server is set up. */
  readonly areMailsSent: boolean
}

/** What a client asks before anything else. */
export const configuration = ({
  tenants,
  areMailsSent,
}: ConfigurationParts): Handlers<ConfigurationCalls> => ({
  // Relative to the page: right behind any proxy, and no client can make us name another host.
  'Home/Configuration': async () => ({
    appBaseUrl: '/',
    remoteServiceBaseUrl: '/',
    appName: LOCALISATION_SOURCE,
  }),

  async 'AbpUserConfiguration/GetAll'({ sources: wanted }, context) {
    const named = Object.keys(wanted ? { ...sourceTexts, ...parts } : sourceTexts)
    const sources = named.filter((name) => wanted?.includes(name) ?? true)
    const { caller, tenantId, culture } = context
    const features = await tenants.featuresOf(tenantId)
    const set = await tenants.settingsOf(tenantId, caller?.userId ?? null)
    const values = {
      ...mapValues(clientSettings, (usual, name) => set[name] ?? usual),
      [MAIL_SETTING]: String(areMailsSent),
    }
    const { permissions = [], language } = caller ?? {}
    const { languages: offered } = settingsFrom(set)
    // All that the answer is made of, except the user's number: people of one firm with the same rights share it.
    const from = [tenantId, culture, language, offered, sources, [...permissions].sort(), features, values]
    const make = () => {
      const side = tenantId === HOST ? 'host' : 'tenant'
      return {
        multiTenancy: {
          isEnabled: true,
          ignoreFeatureCheckForHostUsers: false,
          sides: { host: HOST_SIDE, tenant: TENANT_SIDE },
        },
        session: {
          // Each user's own is put here when the answer is sent.
          userId: null,
          tenantId: tenantId === HOST ? null : tenantId,
          impersonatorUserId: null,
          impersonatorTenantId: null,
          multiTenancySide: side === 'host' ? HOST_SIDE : TENANT_SIDE,
        },
        localization: localization(context, offered, sources),
        features: { allFeatures: mapValues(features, (value) => ({ value })) },
        auth: {
          allPermissions: granted(permissionsOf(side)),
          grantedPermissions: granted([...permissions]),
        },
        // The page has a menu of its own, from its route table.
        nav: {
          menus: { MainMenu: { name: 'MainMenu', displayName: 'Main menu', customData: null, items: [] } },
        },
        setting: { values },
        clock: { provider: 'unspecifiedClockProvider' },
        timing: {
          timeZoneInfo: {
            windows: {
              timeZoneId: 'UTC',
              baseUtcOffsetInMilliseconds: 0,
              currentUtcOffsetInMilliseconds: 0,
              isDaylightSavingTimeNow: false,
            },
            iana: { timeZoneId: 'Etc/UTC' },
          },
        },
        security: { antiForgery: { tokenCookieName: 'XSRF-TOKEN', tokenHeaderName: 'X-XSRF-TOKEN' } },
        custom: {},
      }
    }
    const own = caller ? { member: 'userId', value: caller.userId } : undefined
    return new SharedAnswer(JSON.stringify(from), make, own)
  },
})

const TENANT_SIDE = 1
const HOST_SIDE = 2

/**
 * The languages that are offered, and the words of one: of those, what the browser wants, unless the person chose another
 * before it was no longer offered.
 */
function localization(
  { culture: wanted, caller }: Pick<CallContext, 'culture' | 'caller'>,
  offered: readonly LanguageName[],
  sources: readonly string[],
) {
  const [first = defaultLanguage] = offered
  const culture = offered.includes(wanted) || wanted === caller?.language ? wanted : first
  const all = languages
    .filter(({ name }) => offered.includes(name) || name === culture)
    .map(({ name, displayName, icon }) => ({
      name,
      displayName,
      icon,
      isDefault: name === defaultLanguage,
      isDisabled: false,
      isRightToLeft: false,
    }))
  const current = all.find(({ name }) => name === culture) ?? all[0]
  if (!current) throw new Error('no language is configured')
  return {
    currentCulture: { name: current.name, displayName: current.displayName },
    languages: all,
    currentLanguage: current,
    sources: Object.keys(sourceTexts).map((name) => ({ name, type: 'MultiTenantLocalizationSource' })),
    values: Object.fromEntries(
      sources.map((name) => [name, (sourceTexts[name] ?? parts[name])?.(culture) ?? {}]),
    ),
  }
}

type Sources = Readonly<Record<string, (language: LanguageName) => Readonly<Record<string, string>>>>

/** The texts of each source. The page asks for its own alone; a page of ABP's template asks for none by name. */
const sourceTexts: Sources = {
  [LOCALISATION_SOURCE]: (language) => textsOfPage(language),
  [TEMPLATE_SOURCE]: (language) => templateTexts[language],
  // Of its message boxes.
  AbpWeb: (language) => {
    const { AreYouSure, Cancel, Yes, No } = templateTexts[language]
    return { AreYouSure, Cancel, Yes, No }
  },
}

/** The parts of the page's own source, for those who ask for them by name. */
const parts: Sources = {
  [START_SOURCE]: (language) => textsOfPage(language, isStartText),
  [MORE_SOURCE]: (language) => textsOfPage(language, (key) => !isStartText(key)),
}

const DETAILS = /^Refusal\.(\w+)\.\w+$/

/**
 * Whether a page words a text. Every page start would carry the others: those of mails, and what answers say of a
 * refusal besides its title. A page words that of refusals that orders are kept with.
 */
export function isWordedByPages(key: string): boolean {
  const [, refusal] = DETAILS.exec(key) ?? []
  return refusal === undefined ? !key.startsWith('Mail.') : !isRefusalName(refusal) || isOfOrders(refusal)
}

function textsOfPage(
  language: LanguageName,
  isOfPart: (key: string) => boolean = () => true,
): Record<string, string> {
  const texts = Object.entries(translations[language])
  return Object.fromEntries(texts.filter(([key]) => isWordedByPages(key) && isOfPart(key)))
}

/** The settings a page may know, with their defaults; the rest are never sent. */
const clientSettings = {
  [LANGUAGE_SETTING]: defaultLanguage,
  'Abp.Timing.TimeZone': 'UTC',
  'Abp.Notifications.ReceiveNotifications': 'true',
  'Abp.Zero.UserManagement.IsEmailConfirmationRequiredForLogin': 'true',
  'Abp.Zero.OrganizationUnits.MaxUserMembershipCount': '2147483647',
  [firmSettings.showAccountBalance.name]: String(firmSettings.showAccountBalance.default),
  [firmSettings.idleMinutes.name]: String(firmSettings.idleMinutes.default),
  [firmSettings.stopOrders.name]: String(firmSettings.stopOrders.default),
} as const

const granted = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, 'true']))

const mapValues = <From, To>(
  record: Readonly<Record<string, From>>,
  to: (value: From, name: string) => To,
): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value, name)]))
