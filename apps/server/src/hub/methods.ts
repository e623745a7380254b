import { type BookSnapshot, hubMethods, type Statistics } from '@tradebook/contract'
import { type Connection, HubError, hubMethod } from '@tradebook/signalr'
import { z } from 'zod'
import type { MarketPicture } from '../desk/publishing/market-picture.ts'
import { allOf, changeOf, topicOf } from './topics.ts'

/**
 * The methods that clients call, answered from the market as it has been published.
 *
 * @param sendOwners sends a client that may see them the owners of a book's entries, ahead of its snapshot.
 */
export function methodsOf<User>(
  picture: MarketPicture,
  now: () => number,
  sendOwners: (client: Connection<User>, securityID: string) => void,
) {
  type Client = Connection<User>
  return {
    [hubMethods.subscribeOrderBook]: hubMethod<Client, [string]>({
      bind: (given) => oneSecurity.parse(given),
      cost: ({ groups }, id) => (groups.has(topicOf('book', id)) ? 0 : SUBSCRIPTION_COST),
      run: (client, id) => {
        const snapshot = bookOf(picture, id)
        client.leave(allOf('book'))
        client.join(topicOf('book', id))
        sendOwners(client, id)
        return snapshot
      },
    }),
    // Without a name: of all books, which a client receives until it names one.
    [hubMethods.unsubscribeOrderBook]: hubMethod<Client, [string | null]>({
      bind: (given) => oneSecurityOrNone.parse(given),
      run: (client, id) => client.leave(id === null ? allOf('book') : topicOf('book', id)),
    }),
    [hubMethods.subscribeStatistics]: hubMethod<Client, [string[] | null]>({
      bind: (given) => {
        refuseTooMany(picture, given[0])
        const [ids] = securitiesOrAll.parse(given)
        return [ids && [...new Set(ids)]]
      },
      cost: (client, ids) => {
        const { begins, ceases } = changeOf(client, 'statistics', statisticsGroups(ids))
        return (begins.length + ceases.length) * SUBSCRIPTION_COST
      },
      run: (client, ids) => {
        const items = ids ? ids.map((id) => statisticsOf(picture, id)) : picture.statistics()
        const { begins, ceases } = changeOf(client, 'statistics', statisticsGroups(ids))
        client.leave(...ceases)
        client.join(...begins)
        return { items }
      },
    }),
    [hubMethods.resync]: hubMethod<Client, [string]>({
      bind: (given) => oneSecurity.parse(given),
      run: (client, id) => {
        const snapshot = bookOf(picture, id)
        sendOwners(client, id)
        return snapshot
      },
    }),
    [hubMethods.ping]: hubMethod<Client, []>({
      bind: (given) => nothing.parse(given),
      run: () => new Date(now()).toISOString(),
    }),
  }
}

/** The book of a security. @throws HubError when it is not listed. */
export const bookOf = (picture: MarketPicture, id: string): BookSnapshot => picture.book(id) ?? unlisted(id)

/** The statistics of a security. @throws HubError when it is not listed. */
export const statisticsOf = (picture: MarketPicture, id: string): Statistics =>
  picture.statisticsOf(id) ?? unlisted(id)

/** Checked before any name is looked at. @throws HubError for more names than there are securities. */
function refuseTooMany({ listed }: MarketPicture, names: unknown): void {
  if (Array.isArray(names) && names.length > listed)
    throw new HubError(`Name at most ${listed} securities, each once`)
}

const securityID = z.string().min(1).max(32)
const nothing = z.tuple([])
const oneSecurity = z.tuple([securityID])
const oneSecurityOrNone = z.tuple([securityID.nullable()])
const securitiesOrAll = z.tuple([z.array(securityID).nullable()])
/** Of each security whose group a client joins or leaves, in the hub's tokens. A group it is in already costs nothing. */
const SUBSCRIPTION_COST = 0.1

const statisticsGroups = (ids: readonly string[] | null): string[] =>
  ids ? ids.map((id) => topicOf('statistics', id)) : [allOf('statistics')]

function unlisted(id: string): never {
  throw new HubError(`The security '${id}' is not listed`)
}
