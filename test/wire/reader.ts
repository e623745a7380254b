import { type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import {
  type CallInput,
  type CallName,
  type CallOutput,
  HUB_PATH,
  hubEvents,
  hubMethods,
  OrdType,
  Side,
} from '@tradebook/contract'
import { type Firm, signIn } from '../person.ts'
import type { RunningServer } from '../running-server.ts'
import { askRaw, type RawAnswer } from './raw-answer.ts'

export const firms: readonly Firm[] = ['Meridian', 'Zenith-Hill']

/** Everybody there is: who has which role at which firm, the host's administrator, and nobody. */
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

/** Signs in all users of the demo on a market that nobody traded on yet. */
export async function signEverybodyIn(server: RunningServer): Promise<Readers> {
  const users = firms.flatMap((firm) => ['broker', 'admin', 'customer'].map((user) => [firm, user] as const))
  const all = await Promise.all(
    [...users, [null, 'admin'] as const, [null, ''] as const].map(([firm, userName]) =>
      Reader.of(server, firm, userName),
    ),
  )
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
export class Reader {
  readonly firm: Firm | null
  readonly userName: string
  readonly token: string
  readonly #url: string
  /** Each asks from an address of its own, where the server trusts the proxy: one uses up no limit of another. */
  readonly #address = `10.0.0.${nextAddress++}`
  readonly received: { readonly by: string; readonly text: string }[] = []
  /** The connection to the hub; undefined for a person whom the hub refuses. */
  hub: HubConnection | undefined

  static async of(server: RunningServer, firm: Firm | null, userName: string): Promise<Reader> {
    const token = userName ? (await signIn(server, firm, userName)).token : ''
    return new Reader(server.url, firm, userName, token)
  }

  private constructor(url: string, firm: Firm | null, userName: string, token: string) {
    this.#url = url
    this.firm = firm
    this.userName = userName
    this.token = token
  }

  get name(): string {
    return this.userName ? `the ${this.userName} of ${this.firm ?? 'the host'}` : 'nobody'
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
      input,
    )
    this.received.push({ by: name, text: answer.text })
    return answer
  }

  /** @throws Error when it is refused. */
  async get<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>> {
    const { status, text } = await this.ask(name, input)
    if (status !== 200) throw new Error(`${name} by ${this.name}: ${status} ${text}`)
    return (JSON.parse(text) as { result: CallOutput<Name> }).result
  }

  async listen(): Promise<void> {
    this.hub = new HubConnectionBuilder()
      .withUrl(`${this.#url}${HUB_PATH}`, { accessTokenFactory: () => this.token })
      .configureLogging(LogLevel.None)
      .build()
    for (const event of Object.keys(hubEvents)) {
      this.hub.on(event, (...args: unknown[]) =>
        this.received.push({ by: event, text: JSON.stringify(args) }),
      )
    }
    await this.hub.start()
    await this.invoke(hubMethods.ping)
  }

  async invoke(method: string, ...fields: unknown[]): Promise<void> {
    this.received.push({ by: method, text: JSON.stringify(await this.hub?.invoke(method, ...fields)) })
  }
}
