import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { readPrivate, replacePrivate } from './private-file.ts'

/** The first users: the administrator of the installation, and the people of the demo's firms. */
export type FirstUsers = 'admin' | 'demo'

/** The passwords of the first users. */
export interface FirstPasswords {
  /**
   * The password with which these users are made now: that of the environment, else a random one, which is kept in the
   * data folder so that a start that was cut off goes on with the same.
   *
   * @throws Error in words when the file of passwords is damaged.
   */
  of(users: FirstUsers): string
  /** The random ones that were given in this start: anyone who starts the server is told these and no others. */
  readonly given: Readonly<Partial<Record<FirstUsers, string>>>
  /** Where they are kept. */
  readonly file: string
}

export function openFirstPasswords(
  { adminPassword, demoPassword }: Pick<Config, 'adminPassword' | 'demoPassword'>,
  dataFolder: string,
): FirstPasswords {
  const chosen: Readonly<Record<FirstUsers, string | undefined>> = {
    admin: adminPassword,
    demo: demoPassword,
  }
  const file = join(dataFolder, 'passwords.json')
  const given: Partial<Record<FirstUsers, string>> = {}
  return {
    of(users) {
      const password = chosen[users]
      if (password !== undefined) return password
      const kept = keptIn(file)
      const random = kept[users] ?? randomBytes(12).toString('base64url')
      if (kept[users] === undefined) replacePrivate(file, { ...kept, [users]: random })
      given[users] = random
      return random
    },
    given,
    file,
  }
}

function keptIn(file: string): Readonly<Partial<Record<FirstUsers, string>>> {
  const kept = readPrivate(file) ?? { admin: undefined }
  const passwords = Object.values(kept).filter((value) => value !== undefined)
  const isWhole = Object.keys(kept).length > 0 && passwords.every((value) => typeof value === 'string')
  if (!isWhole)
    throw new Error(
      `${file} is damaged: it does not hold the passwords of the first users. Delete it, and start again.`,
    )
  return kept as Partial<Record<FirstUsers, string>>
}
