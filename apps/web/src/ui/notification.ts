import { notification } from 'antd'
import type { Notice } from './notify.ts'

/** Seconds an error notification stays (specification §8). */
const DURATION_S = 3.5

export const show = ({ title, description }: Notice): void =>
  notification.error({
    key: `${title}\n${description}`,
    title,
    description,
    duration: DURATION_S,
    placement: 'topRight',
    role: 'alert',
  })
