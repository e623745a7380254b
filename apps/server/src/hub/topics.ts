import type { Connection, Receivers } from '@tradebook/signalr'

/** What a client can subscribe to, for all securities or for those it names. */
export type Topic = 'book' | 'statistics'

/** The group of those who receive all of a topic. */
export const allOf = (topic: Topic): string => `${topic}s of all`

/** The group of those who named this security; also the name of the state its events bring up to date. */
export const topicOf = (topic: Topic, securityID: string): string => `${topic} of ${securityID}`

export const subscribersTo = (topic: Topic, securityID: string): Receivers => [
  allOf(topic),
  topicOf(topic, securityID),
]

/** Whether a client receives a topic of a security. */
export const receives = <User>(
  { groups }: Pick<Connection<User>, 'groups'>,
  topic: Topic,
  securityID: string,
): boolean => groups.has(allOf(topic)) || groups.has(topicOf(topic, securityID))

/** The topic and security of a state's name. */
export function readTopic(state: string): { topic: Topic; securityID: string } {
  const [topic = '', securityID = ''] = state.split(/ of (.*)/s)
  if (topic !== 'book' && topic !== 'statistics') throw new Error(`no topic: ${state}`)
  return { topic, securityID }
}

/** The groups of a topic that a client is in. */
const receivedOf = <User>(client: Connection<User>, topic: Topic): string[] =>
  [...client.groups].filter((group) => group === allOf(topic) || group.startsWith(topicOf(topic, '')))

/** The groups that a client joins and leaves when it is to receive these groups of a topic and no others. */
export function changeOf<User>(
  client: Connection<User>,
  topic: Topic,
  groups: readonly string[],
): { readonly begins: string[]; readonly ceases: string[] } {
  const received = client.groups
  const wanted = new Set(groups)
  return {
    begins: [...wanted].filter((group) => !received.has(group)),
    ceases: receivedOf(client, topic).filter((group) => !wanted.has(group)),
  }
}
