import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import {
  amina,
  answerAll,
  chosen,
  enter,
  openSelect,
  setUpSearch,
  tunde,
  typed,
} from '../../accounts/customer-search.fixture.ts'
import { openScreen } from '../../ui/screen.fixture.tsx'
import { AccountsSelect } from './accounts-select.tsx'

vi.mock('../../api/client.ts', () => ({ call: vi.fn() }))

setUpSearch()

function Several() {
  const [numbers, choose] = useState([amina.accountNumber])
  return (
    <>
      <AccountsSelect known={[amina]} value={numbers} onChange={choose} />
      <output>{numbers.join()}</output>
    </>
  )
}

test('Enter in a search of several accounts neither adds one of another text nor gives one back', async () => {
  await openScreen(<Several />)
  await openSelect()
  await typed('Tunde')
  await enter()
  expect(chosen()).toBe(amina.accountNumber)

  await answerAll()
  await enter()
  expect(chosen()).toBe(`${amina.accountNumber},${tunde.accountNumber}`)
})
