/**
 * What is wrong with how a page is laid out. These run in the page: each stands alone, without
 * anything from outside it.
 */

/** What of a browser the functions use: this file itself runs in Node. */
interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly width: number
  readonly height: number
}
interface PageElement {
  readonly tagName: string
  readonly className: unknown
  readonly textContent: string | null
  readonly parentElement: PageElement | null
  readonly childNodes: Iterable<{ readonly nodeType: number; readonly textContent: string | null }>
  readonly scrollWidth: number
  readonly clientWidth: number
  readonly clientHeight: number
  readonly clientLeft: number
  readonly clientTop: number
  getBoundingClientRect(): Box
  checkVisibility(how: object): boolean
  closest(selector: string): PageElement | null
  contains(other: PageElement | null): boolean
}
declare const document: {
  readonly documentElement: PageElement
  querySelectorAll(selector: string): Iterable<PageElement>
  createRange(): {
    selectNodeContents(node: object): void
    setStart(node: object, offset: number): void
    setEnd(node: object, offset: number): void
    getBoundingClientRect(): Box
  }
  elementFromPoint(x: number, y: number): PageElement | null
}
declare function getComputedStyle(element: PageElement): Record<string, string>
declare const innerWidth: number
declare const innerHeight: number

/**
 * Texts of which a part is hidden at the side: by the edge of what stands around them, or by an
 * ellipsis. A word may end in an ellipsis when its title has all of it; a figure may not.
 */
export function clippedTexts(): string[] {
  const faults: string[] = []
  const report = (element: PageElement, text: string, what: string) =>
    faults.push(`${what}: “${text}” in ${element.tagName.toLowerCase()}.${String(element.className)}`)
  const styleOf = (element: PageElement) => {
    const { overflowX = '', clipPath = '', color = '', textOverflow = '' } = getComputedStyle(element)
    return { overflowX, clipPath, color, textOverflow }
  }
  // Nothing changes while this runs: the style and the place of a box are asked once for all texts in it.
  const boxes = new Map<PageElement, { style: ReturnType<typeof styleOf>; outer: Box }>()
  const boxOf = (element: PageElement) => {
    const known = boxes.get(element) ?? {
      style: styleOf(element),
      outer: element.getBoundingClientRect(),
    }
    boxes.set(element, known)
    return known
  }
  for (const element of document.querySelectorAll('body *')) {
    const texts = [...element.childNodes].filter(
      ({ nodeType, textContent }) => nodeType === 3 && textContent?.trim(),
    )
    if (texts.length === 0) continue
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    if (element.closest('svg, canvas, script, style, noscript, [aria-hidden="true"]')) continue
    for (const node of texts) {
      const text = node.textContent?.trim() ?? ''
      const range = document.createRange()
      range.selectNodeContents(node)
      const ink = range.getBoundingClientRect()
      if (ink.width === 0 || ink.height === 0) continue
      let seen = { left: ink.left, right: ink.right }
      let isHidden = false
      let isScrolledTo = false
      let cut = ''
      for (let box: PageElement | null = element; box && !isHidden; box = box.parentElement) {
        const { style, outer } = boxOf(box)
        if (style.clipPath !== 'none' || style.color === 'rgba(0, 0, 0, 0)') isHidden = true
        if (style.overflowX === 'visible') continue
        const left = outer.left + box.clientLeft
        const top = outer.top + box.clientTop
        const [right, bottom] = [left + box.clientWidth, top + box.clientHeight]
        // Not shown at all: what had no room was left out, or waits below to be scrolled to.
        if (ink.bottom <= top + 1 || ink.top >= bottom - 1) isHidden = true
        if (style.overflowX === 'auto' || style.overflowX === 'scroll') {
          isScrolledTo ||= box.scrollWidth > box.clientWidth + 1
        }
        if (seen.left < left - 1 || seen.right > right + 1) {
          const hasTitle = element.closest('[title]') !== null
          const isFigure = /^[₦+−–-]?\d[\d,.]*\s?[%kmb]?$/i.test(text)
          if (!isScrolledTo && (style.textOverflow !== 'ellipsis' || !hasTitle || isFigure)) {
            cut = style.textOverflow === 'ellipsis' ? 'shortened' : 'cut'
          }
          // Beyond this edge nothing is drawn that a wider one could cut again.
          seen = { left: Math.max(seen.left, left), right: Math.min(seen.right, right) }
        }
      }
      if (isHidden) continue
      if (!isScrolledTo && (seen.left < -1 || seen.right > innerWidth + 1)) cut ||= 'beyond the edge'
      if (cut) report(element, text, cut)
    }
  }
  return faults
}

/** Texts whose words stand closer than a quarter of an em, so that two are read as one; and controls that do not space theirs. */
export function tightWords(): string[] {
  const LEAST_EM = 0.25
  // What is missing of that in the font's own space.
  const LEAST_SPACING_EM = 0.1
  const faults = new Set<string>()
  const range = document.createRange()
  for (const element of document.querySelectorAll('body *')) {
    if (element.closest('svg, canvas, script, style, noscript')) continue
    const name = `${element.tagName.toLowerCase()}.${String(element.className)}`
    const { fontSize = '', wordSpacing = '' } = getComputedStyle(element)
    const size = Number.parseFloat(fontSize)
    if (['INPUT', 'TEXTAREA', 'SELECT'].includes(element.tagName)) {
      if (!(Number.parseFloat(wordSpacing) >= LEAST_SPACING_EM * size))
        faults.add(`words are not spaced: ${name}`)
      continue
    }
    for (const node of element.childNodes) {
      const text = node.textContent ?? ''
      const before = node.nodeType === 3 ? text.search(/\S \S/) : -1
      if (before < 0) continue
      range.setStart(node, before + 1)
      range.setEnd(node, before + 2)
      const { width } = range.getBoundingClientRect()
      // Of no width: the line ends there, or nothing of it is drawn.
      if (width > 0 && width < LEAST_EM * size)
        faults.add(`words stand close: “${text.slice(before, before + 12)}” in ${name}`)
    }
  }
  return [...faults]
}

/** Cells whose text is wider than the cell, and so printed over the next one. */
export function overprintedCells(): string[] {
  const faults: string[] = []
  for (const cell of document.querySelectorAll('td, th')) {
    if (!cell.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(cell)
    const ink = range.getBoundingClientRect()
    const { left, right } = cell.getBoundingClientRect()
    const isClipped = getComputedStyle(cell).overflowX !== 'visible'
    if (isClipped || ink.width === 0 || (ink.left >= left - 1 && ink.right <= right + 1)) continue
    faults.push(`overprints its neighbour: “${cell.textContent}”`)
  }
  return faults
}

/** Rows of book and tape of which the foot or the edge of the panel covers a part. */
export function cutRows(): string[] {
  const faults: string[] = []
  for (const panel of document.querySelectorAll('[data-region="book"], [data-region="trades"]')) {
    const { bottom } = panel.getBoundingClientRect()
    for (const row of document.querySelectorAll('tbody tr')) {
      if (!panel.contains(row)) continue
      const box = row.getBoundingClientRect()
      if (box.top >= bottom) continue
      const isSeen = (y: number) => {
        const hit = document.elementFromPoint((box.left + box.right) / 2, y)
        return row.contains(hit)
      }
      if (isSeen(box.top + 2) && !isSeen(box.bottom - 2)) faults.push(`cut: ${row.textContent}`)
    }
  }
  return faults
}

/** What has to be scrolled sideways to be seen whole. A bar of tabs may; its last tab shows that. */
export function sidewaysScrolls(): string[] {
  const faults: string[] = []
  for (const element of document.querySelectorAll('html, body *')) {
    const { overflowX } = getComputedStyle(element)
    const scrolls = overflowX === 'auto' || overflowX === 'scroll' || element.tagName === 'HTML'
    if (!scrolls || element.scrollWidth <= element.clientWidth + 1) continue
    if (element.clientWidth === 0 || element.closest('[role="tablist"], textarea')) continue
    faults.push(
      `scrolls sideways: ${element.tagName.toLowerCase()}.${String(element.className)} ` +
        `(${element.scrollWidth} in ${element.clientWidth})`,
    )
  }
  return faults
}

/** Whether an element is on the screen, whole at its sides, with nothing lying over its middle. */
export function isInReach(subject: unknown): boolean {
  const element = subject as PageElement
  const { left, right, top, bottom, width, height } = element.getBoundingClientRect()
  if (width === 0 || height === 0 || left < -1 || right > innerWidth + 1) return false
  if (top < -1 || bottom > innerHeight + 1) return false
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  return element.contains(hit) || hit?.contains(element) === true
}
