import { notification } from 'antd'
import type { Notice } from './notice.ts'
import { isPhone } from './viewport.ts'

/**
 * Pixels from the edge. On a desk notifications are at the foot of the right column, below the ticket's fields; on a
 * phone at the top, where nothing that is asked next to a row is covered.
 */
const EDGE = 16
/** More at once would climb up to where the prices are. */
const MOST = 2
/** Seconds an error notification stays (specification §8), wherever the pointer is. */
const DURATION_S = 3.5

notification.config({ bottom: EDGE, top: EDGE, maxCount: MOST })

const keyOf = ({ title, description }: Notice): string => `${title}\n${description}`

/** @param isReadAloud false: a screen reader has the words from a message on the screen. */
export const show = (notice: Notice, isReadAloud: boolean): void =>
  notification.error({
    key: keyOf(notice),
    title: notice.title,
    description: notice.description,
    duration: DURATION_S,
    pauseOnHover: false,
    placement: isPhone() ? 'top' : 'bottomRight',
    ...(isReadAloud ? { role: 'alert' } : { role: 'status', props: { 'aria-live': 'off' } }),
  })

/** Takes a notification away that is true no longer. */
export const remove = (notice: Notice): void => notification.destroy(keyOf(notice))
