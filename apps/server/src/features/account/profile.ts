import type { Handlers } from '../../http/handlers.ts'
import type { TwoFactor } from '../../platform/two-factor.ts'
import type { Store } from '../../store/store.ts'

/** What a person may know and change of the own user. */
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
      return { ...user, isTwoFactorOn: await twoFactor.isOn(tx, caller.userId) }
    }),

  'Account/UpdateProfile': ({ name, surname, phoneNumber }, { caller, write }) =>
    write(async (tx) => {
      await tx
        .updateTable('users')
        .set({ name, surname, phone_number: phoneNumber || null })
        .where('id', '=', caller.userId)
        .execute()
      return {}
    }),
})
