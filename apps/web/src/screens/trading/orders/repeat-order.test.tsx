import { act, fireEvent, screen } from '@testing-library/react'
import type { StockOrder } from '@tradebook/contract'
import { expect, test, vi } from 'vitest'
import { liveMarket } from '../../../live/live-market.ts'
import { NO_OPTIONS } from '../ticket/draft.ts'
import { edit, editOptions, turnTo, useTicket } from '../ticket/ticket-store.ts'
import { order } from './order.fixture.ts'
import { call, ended, openDesk, orders, press, rendered, setUpOrders } from './orders-table.fixture.tsx'

vi.mock('../../../api/client.ts', () => ({ call: vi.fn() }))

setUpOrders()

const security = () => screen.getByRole('form', { name: 'Order ticket' }).querySelector('strong')?.textContent

test('an order that has ended is repeated in the ticket, as it was, and nothing is sent', async () => {
  await rendered(() =>
    orders.take(
      order('2', { ordStatus: '4', side: '2', orderQty: 250, timeInForce: '3', leavesQty: 0, version: 2 }),
    ),
  )
  await press('Repeat')
  expect(useTicket.getState()).toMatchObject({
    isOpen: true,
    draft: { side: '2', ordType: '2', timeInForce: '3', quantityText: '250', priceText: '58.40' },
  })
  expect(call).not.toHaveBeenCalled()
})

test('an order in another security is repeated completely, and never in the previous security', async () => {
  await openDesk('/?security=MTNN')
  expect(security()).toBe('MTNN')
  await rendered(() => orders.take(ended({ timeInForce: '1' })))
  const seen = new Set<string>()
  const stop = useTicket.subscribe(({ securityID, draft }) => {
    if (draft.quantityText === '250') seen.add(`${securityID} ${draft.priceText}`)
  })
  fireEvent.click(screen.getByText('Repeat'))
  expect([security(), useTicket.getState().draft.quantityText]).toEqual(['GTCO', '250'])
  await rendered()
  stop()
  expect([...seen]).toEqual(['GTCO 58.40'])
  expect(security()).toBe('GTCO')
  expect(useTicket.getState().draft).toMatchObject({
    side: '2',
    timeInForce: '1',
    quantityText: '250',
    priceText: '58.40',
  })
})

test('a repeated order keeps all its terms, and nothing of what was typed before', async () => {
  await openDesk('/?security=GTCO')
  act(() => {
    turnTo('GTCO')
    edit({ priceText: '1.00', timeInForce: '6', expireDate: '2099-01-01' })
    editOptions({ displayText: '7', minText: '7', execInst: 'G', text: 'By phone' })
  })
  const repeated = async (more: Partial<StockOrder>) => {
    await rendered(() => orders.merge([ended(more)]))
    await press('Repeat')
    return useTicket.getState().draft
  }
  const till = { timeInForce: '6', expireDate: '2026-12-01' } as const
  const whole = { ...till, displayQty: 50, minQty: 100, execInst: 'G' } as const
  expect(await repeated(whole)).toMatchObject({
    timeInForce: '6',
    expireDate: '2026-12-01',
    options: { displayText: '50', minText: '100', execInst: 'G', text: '' },
  })
  const blank = { options: NO_OPTIONS, expireDate: '', priceText: '' }
  expect(await repeated({ version: 3, execInst: 'i' })).toMatchObject({
    options: { ...NO_OPTIONS, execInst: 'i' },
  })
  expect(await repeated({ version: 4, ordType: '1', price: null })).toMatchObject({ ...blank, ordType: '1' })
  vi.spyOn(liveMarket.store.day, 'get').mockReturnValue({ marketDate: '2026-12-02' } as never)
  expect(await repeated({ version: 5, ...till })).toMatchObject({ timeInForce: '6', expireDate: '' })
  vi.restoreAllMocks()
})
