import { commonHubMethods } from '@tradebook/contract'
import { Hub, type HubOptions, hubMethod } from '@tradebook/signalr'
import { z } from 'zod'
import type { Caller } from '../platform/caller.ts'
import type { Client, SignedInClients } from './signed-in-clients.ts'

/** What both hubs have in common. */
export type SharedHubOptions = Omit<HubOptions<Caller>, 'methods' | 'connected' | 'disconnected' | 'refresh'>

/** ABP's common hub, for clients that receive their notifications and nothing else. */
export const commonHub = (clients: SignedInClients, options: SharedHubOptions): Hub<Caller> =>
  new Hub<Caller>({
    ...options,
    methods: {
      // ABP's clients call this once they have connected; who they are is known without it.
      [commonHubMethods.register]: hubMethod<Client, []>({
        bind: (given) => z.tuple([]).parse(given),
        run: () => undefined,
      }),
    },
    connected: async (client, request) => {
      await clients.add(client, request, () => undefined)
    },
    disconnected: (client) => clients.remove(client),
  })
