import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replacePrivateText } from './private-file.ts'

/** Where the operators' token is kept, for programs such as Prometheus to read. */
export const operatorTokenFile = (dataFolder: string): string => join(dataFolder, 'operator-token')

const SHORTEST = 16

/** The token that operators show: the one of the environment, else a random one that the data folder keeps. */
export function operatorToken(chosen: string | undefined, dataFolder: string): string {
  if (chosen !== undefined) return chosen
  const file = operatorTokenFile(dataFolder)
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  // One that was torn is made again: nothing but what its readers show depends on it.
  if (kept.length >= SHORTEST) return kept
  const made = randomBytes(24).toString('base64url')
  replacePrivateText(file, `${made}\n`)
  return made
}
