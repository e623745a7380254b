import { keepPreviousData } from '@tanstack/react-query'
import { useCall } from '../api/use-call.ts'
import { useNotificationChanges } from '../live/use-live.ts'
import { useFreshList } from '../ui/data-table/server-list.ts'

/** What is marked in one tab is so in the others at once; more often than four times a second nothing is added. */
const LAG_MS = 100

/**
 * The newest of the person's notifications: read once the page is connected, and again when one has come
 * or some may have been missed.
 */
export function useNotifications(most: number) {
  const changes = useNotificationChanges()
  const answer = useCall(
    'Notification/GetAll',
    { maxResultCount: most },
    { enabled: changes > 0, placeholderData: keepPreviousData },
  )
  // The first reading is not a change.
  useFreshList('Notification/GetAll', Math.max(changes, 1), LAG_MS)
  return answer
}
