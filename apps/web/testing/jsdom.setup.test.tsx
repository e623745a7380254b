import { expect, test, vi } from 'vitest'

test("frames continue on a test's clock after the focused element was removed", async () => {
  vi.useFakeTimers()
  const input = document.createElement('input')
  document.body.append(input)
  input.focus()
  input.remove()
  vi.useRealTimers()
  await new Promise(requestAnimationFrame)
})

test('a frame that was called off does not come', async () => {
  const came = vi.fn()
  cancelAnimationFrame(requestAnimationFrame(came))
  await new Promise(requestAnimationFrame)
  expect(came).not.toHaveBeenCalled()
})
