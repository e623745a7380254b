import { cleanup, render } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { enterNextRegion, enterRegion } from './regions.ts'
import { Tabs } from './tabs.tsx'

function Screen() {
  const [tab, select] = useState('holdings')
  const content = (name: string) => () => (
    <table>
      <tbody>
        <tr>
          <td>
            <button type="button">{name}</button>
          </td>
        </tr>
      </tbody>
    </table>
  )
  return (
    <>
      <section data-region="watch">
        <input />
        <button type="button" data-region-start>
          rows
        </button>
      </section>
      <section data-region="empty">nothing to go to</section>
      <Tabs
        label="Orders"
        selected={tab}
        onSelect={select}
        tabs={['orders', 'holdings'].map((key) => ({ key, title: key, content: content(`first of ${key}`) }))}
      />
    </>
  )
}

afterEach(cleanup)

const focused = () => document.activeElement?.textContent

test('a part of the screen is entered where its work begins, and a tab that hides it is selected', () => {
  render(<Screen />)
  enterRegion('watch')
  expect(focused()).toBe('rows')
  enterRegion('orders')
  expect(document.querySelector('[data-region="orders"]')?.contains(document.activeElement)).toBe(true)
  enterRegion('book')
  expect(document.querySelector('[data-region="orders"]')?.contains(document.activeElement)).toBe(true)
})

test('round and round, past what holds nothing', () => {
  render(<Screen />)
  const region = () => document.activeElement?.closest('[data-region]')?.getAttribute('data-region')
  const visited = [1, 1, 1, -1].map((step) => {
    enterNextRegion(step as 1 | -1)
    return region()
  })
  expect(visited).toEqual(['watch', 'holdings', 'watch', 'holdings'])
})
