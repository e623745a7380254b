/** An error that a person can fix: it is shown as its message, without a stack. */
export class Stopped extends Error {}

/**
 * Prints what is being done, how it goes, and how long it took: one line that is rewritten at a
 * terminal, and a line now and then in a log.
 *
 * @template T
 * @param {string} what for example "Installing dependencies"
 * @param {(progress: (text: string) => void) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(what, work) {
  const started = performance.now()
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`
  const live = process.stdout.isTTY
  let detail = ''
  const show = () => {
    if (live) process.stdout.write(`\r\x1b[2K  ${what} … ${detail}`)
    else console.log(`  ${what} … ${detail || seconds()}`)
  }
  show()
  const timer = setInterval(show, live ? 250 : 10_000)
  try {
    const result = await work((text) => {
      detail = text
    })
    console.log(`${live ? '\r\x1b[2K' : ''}  ${what}: done in ${seconds()}`)
    return result
  } catch (error) {
    console.log(`${live ? '\r\x1b[2K' : ''}  ${what}: failed after ${seconds()}`)
    throw error
  } finally {
    clearInterval(timer)
  }
}
