import type { Notice } from './notice.ts'

const shower = () => import(/* webpackChunkName: "notification" */ './notification.ts')

/** Fetch what shows notifications while the line still works: no answer at all is one of the errors. */
export const prepareNotifications = async (): Promise<void> => {
  await shower().catch(() => undefined)
}

/**
 * Shows an error. The same error twice is shown once: one lost connection fails many calls.
 *
 * @param isReadAloud false: a message on the screen is read aloud already.
 */
export const notifyError = async (notice: Notice, isReadAloud: boolean): Promise<void> => {
  // Where even this chunk did not arrive, the screen's own message has to do.
  const notification = await shower().catch(() => undefined)
  notification?.show(notice, isReadAloud)
}

/** Takes the notification of an error away: what failed has succeeded since. */
export const withdrawError = async (notice: Notice): Promise<void> => {
  const notification = await shower().catch(() => undefined)
  notification?.remove(notice)
}
