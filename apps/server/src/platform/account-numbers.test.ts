import { isRefusal } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { BUYER, of, SELLER } from '../desk/desk.fixture.ts'
import { desk, shareDesk, stage } from '../desk/shared-desk.fixture.ts'
import { takeAccountNumber } from './account-numbers.ts'

shareDesk()

const take = (tenantId: number) =>
  stage.database.store.forTenant(tenantId).write((tx) => takeAccountNumber(tx, tenantId))
const name = (tenantId: number, memberCode: string) =>
  desk.submit({
    kind: 'changeSettings',
    origin: of({ tenantId, account: '' }),
    texts: { MEMBER_CODE: memberCode },
  })

test('numbers of new accounts carry the member code and leave none out, of people at once too', async () => {
  await name(BUYER.tenantId, 'MSL')
  expect(await take(BUYER.tenantId)).toBe('MSL100001')
  const atOnce = await Promise.all(Array.from({ length: 8 }, () => take(BUYER.tenantId)))
  expect(atOnce.sort()).toEqual(Array.from({ length: 8 }, (_, index) => `MSL10000${index + 2}`))

  const failing = stage.database.store.forTenant(BUYER.tenantId).write(async (tx) => {
    await takeAccountNumber(tx, BUYER.tenantId)
    throw new Error('the depository refused it')
  })
  await expect(failing).rejects.toThrow('depository')
  expect(await take(BUYER.tenantId)).toBe('MSL100010')
  await name(BUYER.tenantId, 'MSN')
  expect(await take(BUYER.tenantId)).toBe('MSN100011')
})

test('a firm without a member code gets no number; one with accounts continues after its highest', async () => {
  const refused = await take(SELLER.tenantId)
  expect(isRefusal(refused) && refused.refusal).toBe('noMemberCode')
  const account = {
    account: 'ZHS100307',
    cscsAccount: '0000000999',
    customerId: 77,
    customerName: 'Ngozi Eze',
  }
  await desk.submit({ kind: 'openAccount', origin: of(SELLER), account })
  await name(SELLER.tenantId, 'ZHS')
  expect(await take(SELLER.tenantId)).toBe('ZHS100308')
})
