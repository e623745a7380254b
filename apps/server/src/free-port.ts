import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Makes sure that nothing listens where the server is to, before anything is started for it.
 *
 * @throws Error in words where another program does. What else fails is found out by the server itself.
 */
export async function refuseTakenPort({
  port,
  host,
}: {
  readonly port: number
  readonly host: string
}): Promise<void> {
  const probe = createServer()
  try {
    probe.listen({ port, host })
    await once(probe, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return
    throw new Error(
      `Another program, perhaps another Tradebook, listens on port ${port}. Stop it, or choose another port with PORT, and start again.`,
      { cause: error },
    )
  } finally {
    probe.close()
  }
}
