import { isDiskFull, whyUnavailable } from '../store/unavailable.ts'
import { ArchiveRefused } from './archive.ts'

/** Why a backup does not go on, in an operator's words. */
export function whyNotBackedUp(error: unknown, folder: string): string {
  if (error instanceof ArchiveRefused) return error.message
  const { code, path, message } = error as NodeJS.ErrnoException
  // PostgreSQL reports its own disk by a code of five characters.
  if (isDiskFull(error) && code?.startsWith('E')) return `There is no room left on the disk of ${folder}.`
  if (path !== undefined && code !== undefined)
    return `${path} cannot be used (${code}): is the disk of ${folder} there?`
  return whyUnavailable(error) ?? message ?? String(error)
}
