import { notification } from 'antd'
import type { Notice } from './notice.ts'

/**
 * Pixels from the bottom, in the middle: above the bars at the foot of a phone, and away from what
 * is traded by, which is the ticket at the right, and the symbol and last price at the top.
 */
const BOTTOM = 120
/** More at once would climb up to where the prices are. */
const MOST = 2
/** Seconds an error notification stays (specification §8). */
const DURATION_S = 3.5

notification.config({ bottom: BOTTOM, maxCount: MOST })

/** @param isReadAloud false: a screen reader has the words from a message on the screen. */
export const show = ({ title, description }: Notice, isReadAloud: boolean): void =>
  notification.error({
    key: `${title}\n${description}`,
    title,
    description,
    duration: DURATION_S,
    placement: 'bottom',
    ...(isReadAloud ? { role: 'alert' } : { role: 'status', props: { 'aria-live': 'off' } }),
  })
