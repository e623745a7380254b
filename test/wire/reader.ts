import { type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import {
  type CallInput,
  type CallName,
  type CallOutput,
  calls,
  HUB_PATH,
  hubEvents,
  hubMethods,
  OrdType,
  type RoleName,
  Side,
} from '@tradebook/contract'
import { register, registerAndSubmit } from '../account-request.ts'
import { type Firm, signIn } from '../person.ts'
import type { RunningServer } from '../running-server.ts'
import { askRaw, type RawAnswer } from './raw-answer.ts'

export const firms: readonly Firm[] = ['Meridian', 'Zenith-Hill']

/**
 * What a person has to show: a role; a sign-in without one, after asking for an account; a registration token alone,
 * after proving the address; nothing.
 */
export type Standing = 'member' | 'withoutRole' | 'registering' | 'nobody'

/** Anyone who has to do with a firm, by user name. */
const peopleOfFirm = {
  broker: 'member',
  admin: 'member',
  customer: 'member',
  applicant: 'withoutRole',
  registrant: 'registering',
} as const satisfies Record<Lowercase<RoleName> | 'applicant' | 'registrant', Standing>

export interface Who {
  /** The host for `null`. */
  readonly firm: Firm | null
  /** Empty for nobody. */
  readonly userName: string
  readonly standing: Standing
}

/** Everybody there is: people with each role at each firm, the host's administrator, and nobody. */
export const everybody: readonly Who[] = [
  ...firms.flatMap((firm) =>
    Object.entries(peopleOfFirm).map(([userName, standing]) => ({ firm, userName, standing })),
  ),
  { firm: null, userName: 'admin', standing: 'member' },
  { firm: null, userName: '', standing: 'nobody' },
]

export const nameOf = ({ firm, userName }: Who): string =>
  userName ? `the ${userName} of ${firm ?? 'the host'}` : 'nobody'

/** How the demo's users are mailed, and who registers here. */
const addressOf = ({ firm, userName }: Who): string => `${userName}@${firm?.toLowerCase()}.example`

/** How a person of each standing comes by the token that is its own. */
const waysIn: Record<Standing, (server: RunningServer, who: Who) => Promise<string>> = {
  member: async (server, { firm, userName }) => (await signIn(server, firm, userName)).token,
  async withoutRole(server, who) {
    await registerAndSubmit(server, who.firm ?? '', who.userName, addressOf(who))
    return waysIn.member(server, who)
  },
  registering: (server, who) => register(server, who.firm ?? '', who.userName, addressOf(who)),
  nobody: async () => '',
}

/** Everybody there is, asking. */
export interface Readers {
  /** @param firm the host for `null`; nobody without a user's name. */
  of(firm: Firm | null, userName: string): Reader
  readonly all: readonly Reader[]
  /** By which a client names a firm: headers, and a cookie. */
  naming(firm: Firm): readonly Readonly<Record<string, string>>[]
  /** A valid order of ten shares, whose account is still to be given. */
  order(fields: Partial<CallInput<'Order/SendNewOrder'>>): CallInput<'Order/SendNewOrder'>
}

export const SECURITY = 'GTCO'

/** Signs in all users of the demo on a market that nobody traded on yet, and registers who has no account. */
export async function signEverybodyIn(server: RunningServer): Promise<Readers> {
  const all = await Promise.all(everybody.map((who) => Reader.of(server, who)))
  const of: Readers['of'] = (firm, userName) =>
    all.find((reader) => reader.firm === firm && reader.userName === userName)!
  const broker = of('Meridian', 'broker')
  const { referencePx } = await broker.get('MarketData/getPricelimitRange', { security: SECURITY })
  const tenantIds = new Map<Firm, number | null>()
  for (const firm of firms) {
    const { tenantId } = await broker.get('Account/IsTenantAvailable', { tenancyName: firm })
    tenantIds.set(firm, tenantId)
  }
  return {
    of,
    all,
    naming(firm): Readonly<Record<string, string>>[] {
      const id = `${tenantIds.get(firm)}`
      return [{ 'abp.tenantid': id }, { 'abp-tenantid': id }, { cookie: `Abp.TenantId=${id}` }]
    },
    order: (fields) => ({
      clOrdID: 'an-order',
      account: '',
      securityID: SECURITY,
      side: Side.buy,
      ordType: OrdType.limit,
      price: referencePx,
      orderQty: 10,
      ...fields,
    }),
  }
}

let nextAddress = 1

/** A client of the server, with every message it ever received. */
export class Reader implements Who {
  readonly firm: Firm | null
  readonly userName: string
  readonly standing: Standing
  readonly name: string
  readonly emailAddress: string
  /** Of the sign-in, or of the registration. */
  readonly token: string
  readonly #url: string
  /** Each asks from an address of its own, where the server trusts the proxy: one uses up no limit of another. */
  readonly #address = `10.0.0.${nextAddress++}`
  readonly received: { readonly by: string; readonly text: string }[] = []
  /** The connection to the hub; undefined for a person whom the hub refuses. */
  hub: HubConnection | undefined

  static async of(server: RunningServer, who: Who): Promise<Reader> {
    return new Reader(server.url, who, await waysIn[who.standing](server, who))
  }

  private constructor(url: string, who: Who, token: string) {
    this.#url = url
    this.firm = who.firm
    this.userName = who.userName
    this.standing = who.standing
    this.name = nameOf(who)
    this.emailAddress = addressOf(who)
    this.token = token
  }

  async ask<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<RawAnswer> {
    const from = { 'x-forwarded-for': this.#address }
    const answer = await askRaw(
      this.#url,
      { token: this.token, headers: { ...from, ...headers } },
      name,
      this.#withOwnToken(name, input),
    )
    this.received.push({ by: name, text: answer.text })
    return answer
  }

  /** The bearer of a registration token shows it wherever one is taken. */
  #withOwnToken<Name extends CallName>(name: Name, input: CallInput<Name>): CallInput<Name> {
    const isTaken = this.standing === 'registering' && 'accessToken' in calls[name].input.shape
    return isTaken ? { ...input, accessToken: this.token } : input
  }

  /** @throws Error when it is refused. */
  async get<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>> {
    const { status, text } = await this.ask(name, input)
    if (status !== 200) throw new Error(`${name} by ${this.name}: ${status} ${text}`)
    return (JSON.parse(text) as { result: CallOutput<Name> }).result
  }

  /** @throws Error when the hub refuses the person. */
  async listen(): Promise<void> {
    const hub = new HubConnectionBuilder()
      .withUrl(`${this.#url}${HUB_PATH}`, { accessTokenFactory: () => this.token })
      .configureLogging(LogLevel.None)
      .build()
    for (const event of Object.keys(hubEvents)) {
      hub.on(event, (...args: unknown[]) => this.received.push({ by: event, text: JSON.stringify(args) }))
    }
    await hub.start()
    this.hub = hub
    await this.invoke(hubMethods.ping)
  }

  async invoke(method: string, ...fields: unknown[]): Promise<void> {
    this.received.push({ by: method, text: JSON.stringify(await this.hub?.invoke(method, ...fields)) })
  }
}
