import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/** Files of the data folder that their owner alone can read, and that nobody ever reads half written. */

/** What a file holds: `undefined` where there is none, nothing where it is damaged. */
export function readPrivate(file: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Makes a file unless another process just did: a link never replaces one. */
export function makePrivate(file: string, value: object): void {
  const aside = writeAside(file, jsonOf(value))
  try {
    linkSync(aside, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

/** Writes a file instead of the one that is there. */
export const replacePrivate = (file: string, value: object): void => replacePrivateText(file, jsonOf(value))

/** The same with text as it is. */
export const replacePrivateText = (file: string, text: string): void =>
  renameSync(writeAside(file, text), file)

const jsonOf = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`

function writeAside(file: string, text: string): string {
  const aside = `${file}.${process.pid}`
  try {
    writeFileSync(aside, text, { mode: 0o600, flush: true })
  } catch (error) {
    rmSync(aside, { force: true })
    throw error
  }
  return aside
}
