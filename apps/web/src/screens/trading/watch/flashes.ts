/**
 * A tint that fades, on many figures at once, for little: a style animation has the page drawn sixty
 * times a second as long as any figure fades, and in a busy market one always does. Here all fading
 * figures take their few steps together.
 */

/** How much of the tint is left at each step, in percent; after the last it is gone. */
const LEVELS = [100, 45] as const
/** So that all steps together take the 400 ms of a flash. */
const STEP_MS = 200

type Direction = 'up' | 'down'
interface Tinted {
  readonly style: { backgroundColor: string }
}
interface Fading {
  readonly direction: Direction
  step: number
}

export class Flashes {
  readonly #fading = new Map<Tinted, Fading>()
  readonly #afterStep: (step: () => void) => void

  /** @param afterStep runs a function once, a step later */
  constructor(afterStep: (step: () => void) => void = (step) => setTimeout(step, STEP_MS)) {
    this.#afterStep = afterStep
  }

  /** Tints an element at once, and lets it fade; one that still fades begins again. */
  flash(element: Tinted, direction: Direction): void {
    const isResting = this.#fading.size === 0
    this.#fading.set(element, { direction, step: 0 })
    element.style.backgroundColor = tint(direction, LEVELS[0])
    if (isResting) this.#afterStep(() => this.#fade())
  }

  #fade(): void {
    for (const [element, fading] of this.#fading) {
      fading.step += 1
      const level = LEVELS[fading.step]
      element.style.backgroundColor = level === undefined ? '' : tint(fading.direction, level)
      if (level === undefined) this.#fading.delete(element)
    }
    if (this.#fading.size > 0) this.#afterStep(() => this.#fade())
  }
}

const tint = (direction: Direction, level: number): string =>
  level === 100
    ? `var(--tb-${direction}-tint)`
    : `color-mix(in srgb, var(--tb-${direction}-tint) ${level}%, transparent)`
