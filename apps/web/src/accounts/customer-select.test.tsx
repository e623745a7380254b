import { act, fireEvent, screen } from '@testing-library/react'
import type { CustomerRow } from '@tradebook/contract'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { AccountsSelect } from '../screens/users/accounts-select.tsx'
import { openScreen, rendered, setUpScreen } from '../ui/screen.fixture.tsx'
import { CustomerSelect } from './customer-select.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../api/client.ts', () => ({ call }))

const [amina, tunde] = ['Amina Bello', 'Tunde Bakare'].map((customerName, index) => ({
  id: index,
  customerName,
  accountNumber: `MSL10020${index}`,
  cscsAccount: `000000000${index}`,
})) as [CustomerRow, CustomerRow]

/** Gives the answers that were asked for since. */
let answerAll: () => void
const submitted = vi.fn()

setUpScreen()

beforeEach(() => {
  submitted.mockReset()
  const waiting: (() => void)[] = []
  answerAll = () => {
    for (const answer of waiting.splice(0)) answer()
  }
  call.mockReset().mockImplementation((_name: string, { query }: { query: string }) => {
    const items = [amina, tunde].filter(({ customerName }) => customerName.includes(query))
    return new Promise((answer) => waiting.push(() => answer({ items })))
  })
})

const box = () => screen.getByRole('combobox')
const typed = (value: string) => rendered(() => fireEvent.change(box(), { target: { value } }))
/** Pressed and let go, as a keyboard does. */
const enter = () =>
  act(async () => {
    const key = { key: 'Enter', which: 13, keyCode: 13 }
    fireEvent.keyDown(box(), key)
    fireEvent.keyUp(box(), key)
  })
const offered = () => [...document.querySelectorAll('.ant-select-item-option')].map((row) => row.textContent)

function Chooser() {
  const [account, choose] = useState<CustomerRow>()
  return (
    <form onSubmit={submitted}>
      <CustomerSelect label="Account" account={account} onChoose={choose} />
      <output>{account?.customerName ?? 'nobody'}</output>
    </form>
  )
}

function Several() {
  const [numbers, choose] = useState([amina.accountNumber])
  return (
    <>
      <AccountsSelect known={[amina]} value={numbers} onChange={choose} />
      <output>{numbers.join()}</output>
    </>
  )
}

const chosen = () => document.querySelector('output')?.textContent

test('Enter chooses nobody until the customers of the typed name are known', async () => {
  await openScreen(<Chooser />)
  await rendered(answerAll)
  await rendered(() => fireEvent.mouseDown(box()))
  expect(offered()).toHaveLength(2)

  await typed('Tunde')
  expect(offered()).toEqual([])
  await enter()
  expect(chosen()).toBe('nobody')
  expect(submitted).not.toHaveBeenCalled()

  await rendered(answerAll)
  expect(offered()).toEqual(['Tunde Bakare · MSL100201'])
  await enter()
  expect(chosen()).toBe('Tunde Bakare')
})

test('Enter in a search of several accounts gives back none that was chosen', async () => {
  await openScreen(<Several />)
  await rendered(answerAll)
  await rendered(() => fireEvent.mouseDown(box()))
  await typed('Tunde')
  await enter()
  expect(chosen()).toBe('MSL100200')

  await rendered(answerAll)
  await enter()
  expect(chosen()).toBe('MSL100200,MSL100201')
})
