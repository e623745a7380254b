import { parseArgs } from 'node:util'
import { Acceptor } from './acceptor.ts'
import { profiles } from './profiles.ts'

/** `npm run exchange -- --profile NAME [--port N] [--log]`: a FIX acceptor until it is stopped. */

const { values } = parseArgs({
  options: {
    profile: { type: 'string' },
    port: { type: 'string', default: '9880' },
    log: { type: 'boolean', default: false },
  },
})

const members = Object.hasOwn(profiles, values.profile ?? '') ? profiles[values.profile!] : undefined
const port = Number(values.port)
if (!members) {
  stop(`Name a profile with --profile: ${Object.keys(profiles).join(', ')}.`)
} else if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  stop(`A port is a number up to 65535, not ${values.port}.`)
} else {
  const acceptor = new Acceptor(members, (session, direction, text) => {
    if (values.log) console.log(`${new Date().toISOString()} ${session} ${direction} ${text}`)
  })
  try {
    console.log(`FIX on 127.0.0.1:${await acceptor.listen(port, '127.0.0.1')}, profile ${values.profile}`)
    for (const { settings } of members) {
      console.log(
        `  ${settings.protocol.beginString}, we are ${settings.senderCompId}, you are ${settings.targetCompId}`,
      )
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void acceptor.close())
  } catch (error) {
    stop(`Port ${port} cannot be used: ${error instanceof Error ? error.message : error}`)
  }
}

function stop(problem: string): void {
  console.error(problem)
  process.exitCode = 2
}
