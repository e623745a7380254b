import { preferencesFrom, UNWANTED_NOTIFICATIONS, unwantedOf } from '@tradebook/contract'
import type { Handlers } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import { keepTextOfUser, textsOfUsers } from '../../platform/settings.ts'
import type { TwoFactor } from '../../platform/two-factor.ts'
import type { Store, Tx } from '../../store/store.ts'

/** What a person may know and change of their own user. */
export const profile = ({
  store,
  twoFactor,
}: {
  readonly store: Store
  readonly twoFactor: TwoFactor
}): Handlers<'Account/GetProfile' | 'Account/UpdateProfile'> => ({
  'Account/GetProfile': (_, { caller }) =>
    store.forTenant(caller.tenantId).read(async (tx) => {
      const user = await tx
        .selectFrom('users')
        .select(['user_name as userName', 'name', 'surname'])
        .select(['email_address as emailAddress', 'phone_number as phoneNumber'])
        .where('id', '=', caller.userId)
        .executeTakeFirstOrThrow()
      return {
        ...user,
        isTwoFactorOn: await twoFactor.isOn(tx, caller.userId),
        recoveryCodesLeft: await twoFactor.recoveryCodesLeft(tx, caller.userId),
        notifications: await preferencesOf(tx, caller),
      }
    }),

  'Account/UpdateProfile': ({ name, surname, phoneNumber, notifications }, { caller, write }) =>
    write(async (tx) => {
      await tx
        .updateTable('users')
        .set({ name, surname, phone_number: phoneNumber || null })
        .where('id', '=', caller.userId)
        .execute()
      // The row of the user is locked, so that nobody else changes what is read here.
      if (notifications) {
        const preferences = { ...(await preferencesOf(tx, caller)), ...notifications }
        await keepTextOfUser(tx, caller, UNWANTED_NOTIFICATIONS, unwantedOf(preferences))
      }
      return {}
    }),
})

const preferencesOf = async (tx: Tx, { userId }: Caller) =>
  preferencesFrom((await textsOfUsers(tx, UNWANTED_NOTIFICATIONS, [userId])).get(userId))
