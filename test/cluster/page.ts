import { setTimeout as sleep } from 'node:timers/promises'
import { type HubConnection, HubConnectionBuilder, HubConnectionState, LogLevel } from '@microsoft/signalr'
import { HUB_PATH } from '@tradebook/contract'
import { signIn } from '../person.ts'

type Address = { readonly url: string; readonly password: string }

/** A page that is open, as the hub sees it: it connects again whenever its connection ends. */
export interface Page {
  /** Resolves with the milliseconds from now until its hub answers, after a moment in which a fault shows itself. */
  isLive(): Promise<number>
  close(): Promise<void>
}

const TRY_EVERY_MS = 100
/** A hub that answers so long after a fault has not been hit by it. */
const SETTLED_MS = 3_000
const ANSWER_MS = 1_000

/**
 * @param page where it connects.
 * @param web where its person signs in.
 */
export async function openPage(page: Address, web: Address): Promise<Page> {
  const { token } = await signIn(web, 'Meridian', 'broker')
  const connection = new HubConnectionBuilder()
    .withUrl(`${page.url}${HUB_PATH}`, { accessTokenFactory: () => token })
    .configureLogging(LogLevel.None)
    .build()
  let isOpen = true
  const connect = async () => {
    while (isOpen) {
      try {
        await connection.start()
        await connection.invoke('ping')
        return
      } catch {
        await sleep(TRY_EVERY_MS)
      }
    }
  }
  connection.onclose(() => void connect())
  await connect()
  return {
    async isLive() {
      const began = performance.now()
      let answered = began
      let isAnswering = false
      while (!isAnswering || performance.now() - began < SETTLED_MS) {
        const answers = await hubAnswers(connection)
        if (answers && !isAnswering) answered = performance.now()
        isAnswering = answers
        await sleep(TRY_EVERY_MS)
      }
      return answered - began
    },
    async close() {
      isOpen = false
      await connection.stop()
    },
  }
}

async function hubAnswers(connection: HubConnection): Promise<boolean> {
  if (connection.state !== HubConnectionState.Connected) return false
  return Promise.race([
    connection.invoke('ping').then(
      () => true,
      () => false,
    ),
    sleep(ANSWER_MS, false),
  ])
}
