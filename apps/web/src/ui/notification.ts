import { notification } from 'antd'
import type { Notice } from './notice.ts'

/** Pixels from the top: below the header, whose connection state is never covered. */
const TOP = 52
/** Seconds an error notification stays (specification §8). */
const DURATION_S = 3.5

notification.config({ top: TOP })

export const show = ({ title, description }: Notice): void =>
  notification.error({
    key: `${title}\n${description}`,
    title,
    description,
    duration: DURATION_S,
    placement: 'topRight',
    role: 'alert',
  })
