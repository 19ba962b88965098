import type { Page } from '@playwright/test'

/** Returns texts of the page that are cut or overlap, or that make the page wider than its window. */
export const findTextFaults = (page: Page): Promise<string[]> => page.evaluate(collectTextFaults)

/** Runs in the page. */
function collectTextFaults(): string[] {
  type Shown = { node: Text; text: string; boxes: DOMRect[] }
  const faults: string[] = []
  const { scrollWidth } = document.documentElement
  if (scrollWidth > window.innerWidth)
    faults.push(`the page is ${scrollWidth - window.innerWidth} px too wide`)

  const describe = (element: Element): string =>
    `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}">`
  const isVisible = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  /** True for texts for screen readers only, and texts inside a picture. */
  const isScreenReaderOnly = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect()
    return width <= 1 || height <= 1 || element.closest('canvas, svg') !== null
  }
  /** True if the full text is in a tooltip, so that it may be cut. */
  const hasTip = (element: Element): boolean =>
    element.closest('[title]') !== null || element.querySelector('[title]') !== null

  const clipping = (element: Element): Element | null => {
    for (let at: Element | null = element; at; at = at.parentElement)
      if (/hidden|clip/.test(getComputedStyle(at).overflowX)) return at
    return null
  }
  /** Scrollable text is not cut. */
  const scrolling = (element: Element): Element | null => {
    for (let at: Element | null = element; at; at = at.parentElement)
      if (/auto|scroll/.test(getComputedStyle(at).overflowX + getComputedStyle(at).overflowY)) return at
    return null
  }

  const shown: Shown[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (!element || text === '' || /^(script|style)$/i.test(element.tagName)) continue
    if (!isVisible(element) || isScreenReaderOnly(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    shown.push({ node: node as Text, text, boxes: [...range.getClientRects()] })
  }

  for (const { node, text, boxes } of shown) {
    const element = node.parentElement as Element
    const clip = clipping(element)
    if (!clip || !text.includes('[') || hasTip(element)) continue
    const inner = scrolling(element)
    if (inner && clip.contains(inner) && clip !== inner) continue
    const box = clip.getBoundingClientRect()
    const over = Math.max(...boxes.map(({ right, left }) => Math.max(right - box.right, box.left - left)))
    if (over > 2)
      faults.push(`cut by ${Math.round(over)} px: “${text}” in ${describe(element)} by ${describe(clip)}`)
  }

  /** Returns the visible part of a text, limited by all clipping ancestors. */
  const visibleRect = (node: Text, box: DOMRect): DOMRect => {
    let { left, right, top, bottom } = box
    for (let at: Element | null = node.parentElement; at; at = at.parentElement) {
      if (getComputedStyle(at).overflowX === 'visible') continue
      const clip = at.getBoundingClientRect()
      left = Math.max(left, clip.left)
      right = Math.min(right, clip.right)
      top = Math.max(top, clip.top)
      bottom = Math.min(bottom, clip.bottom)
    }
    return new DOMRect(left, top, right - left, bottom - top)
  }
  const isOnTop = (node: Text, { left, right, top, bottom }: DOMRect): boolean =>
    [left + 2, (left + right) / 2, right - 2].some((x) => {
      const topElement = document.elementFromPoint(x, (top + bottom) / 2)
      return topElement !== null && node.parentElement?.contains(topElement)
    })
  const flat = shown
    .flatMap(({ node, text, boxes }) => boxes.map((box) => ({ node, text, box: visibleRect(node, box) })))
    .filter(({ node, box }) => box.width > 2 && box.height > 2 && isOnTop(node, box))
  for (const [at, one] of flat.entries())
    for (const other of flat.slice(at + 1)) {
      if (one.node === other.node) continue
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      // Text boxes include space above and below the letters.
      if (wide > 3 && high > 6) faults.push(`overlap: “${one.text}” and “${other.text}”`)
    }
  return [...new Set(faults)]
}
