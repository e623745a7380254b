import { clearCredentials } from './api/client.ts'
import { placeOf } from './paths.ts'

/**
 * Anyone who was at the page is gone: signed out, or put out because the session ended by itself. A
 * document belongs to one person. Drafts, filters, what was read, what was armed: all that modules
 * and screens hold is dropped with the document, here and nowhere else, and the next one starts
 * empty. What is kept beyond it is named after its person.
 *
 * @param to where the next document begins.
 */
export function leave(to: string): Promise<never> {
  clearCredentials()
  return startAnew(to)
}

/** Another tab signed somebody else in: this document is not theirs. */
export const reloadForAnotherUser = (): Promise<never> => startAnew(placeOf(location))

/** Many calls may find out at once; the first begins the new document, the others would begin it again. */
let hasLeft = false

/** Whether the next document has begun: nothing that this one holds can be saved any more. */
export const isLeaving = (): boolean => hasLeft

function startAnew(to: string): Promise<never> {
  const isFirst = !hasLeft
  hasLeft = true
  if (isFirst) location.replace(to)
  return new Promise<never>(() => undefined)
}
