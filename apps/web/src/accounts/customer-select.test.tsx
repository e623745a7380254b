import type { CustomerRow } from '@tradebook/contract'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { openScreen } from '../ui/screen.fixture.tsx'
import {
  answerAll,
  chosen,
  enter,
  offered,
  openSelect,
  setUpSearch,
  typed,
} from './customer-search.fixture.ts'
import { CustomerSelect } from './customer-select.tsx'

vi.mock('../api/client.ts', () => ({ call: vi.fn() }))

setUpSearch()

const submitted = vi.fn()

function Chooser() {
  const [account, choose] = useState<CustomerRow>()
  return (
    <form onSubmit={submitted}>
      <CustomerSelect label="Account" account={account} onChoose={choose} />
      <output>{account?.customerName ?? 'nobody'}</output>
    </form>
  )
}

test('Enter chooses no one until the customers of the typed name are known', async () => {
  await openScreen(<Chooser />)
  await openSelect()
  expect(offered()).toHaveLength(2)

  await typed('Tunde')
  expect(offered()).toEqual([])
  await enter()
  expect(chosen()).toBe('nobody')
  expect(submitted).not.toHaveBeenCalled()

  await answerAll()
  expect(offered()).toEqual(['Tunde Bakare · MSL100201'])
  await enter()
  expect(chosen()).toBe('Tunde Bakare')
})
