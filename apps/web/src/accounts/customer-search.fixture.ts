import { act, fireEvent, screen } from '@testing-library/react'
import type { CustomerRow } from '@tradebook/contract'
import { beforeEach, type Mock } from 'vitest'
import { call as clientCall } from '../api/client.ts'
import { rendered, setUpScreen } from '../ui/screen.fixture.tsx'

/** A select that searches two customers, whose answers come when the test says: a file that uses it mocks `api/client.ts`. */

const call = clientCall as Mock<(name: string, input: { query: string }) => unknown>

export const [amina, tunde] = ['Amina Bello', 'Tunde Bakare'].map((customerName, index) => ({
  id: index,
  customerName,
  accountNumber: `MSL10020${index}`,
  cscsAccount: `000000000${index}`,
})) as [CustomerRow, CustomerRow]

let waiting: (() => void)[] = []

/** Gives the answers that were asked for since. */
export const answerAll = () =>
  rendered(() => {
    for (const answer of waiting.splice(0)) answer()
  })

/** Before each test of the file. */
export function setUpSearch(): void {
  setUpScreen()
  beforeEach(() => {
    waiting = []
    call.mockReset().mockImplementation((_name, { query }) => {
      const items = [amina, tunde].filter(({ customerName }) => customerName.includes(query))
      return new Promise((answer) => waiting.push(() => answer({ items })))
    })
  })
}

const box = () => screen.getByRole('combobox')

/** Opens the select once its first customers are known. */
export async function openSelect(): Promise<void> {
  await answerAll()
  await rendered(() => fireEvent.mouseDown(box()))
}
export const typed = (value: string) => rendered(() => fireEvent.change(box(), { target: { value } }))
/** Pressed and let go, as on a keyboard. */
export const enter = () =>
  act(async () => {
    const key = { key: 'Enter', which: 13, keyCode: 13 }
    fireEvent.keyDown(box(), key)
    fireEvent.keyUp(box(), key)
  })
export const offered = () =>
  [...document.querySelectorAll('.ant-select-item-option')].map((row) => row.textContent)
export const chosen = () => document.querySelector('output')?.textContent
