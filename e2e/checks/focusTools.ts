type Mark = Record<'outline' | 'boxShadow' | 'borderTopColor' | 'backgroundColor' | 'opacity', string>
/** The look of the elements that may show the focus, each with its pseudo-elements. */
type FocusStyle = { elements: Element[]; marks: Mark[] }

/**
 * Functions that examine the focus of a page. They are injected as one function, because the page has no test modules.
 */
type FocusTools = {
  /** Returns everything that Tab reaches, in the top dialog or in the page. */
  stops(): HTMLElement[]
  styleOf(element: Element): FocusStyle
  /** Returns the best contrast among the differences of the two looks; 0 if there is no difference. */
  contrastGain(focused: FocusStyle, unfocused: FocusStyle): number
  /** True if the element is out of view or something else covers it. */
  isCovered(element: HTMLElement): boolean
  describe(element: Element): string
}

declare global {
  interface Window {
    focusTools?: FocusTools
  }
}

/** Runs in the page. */
export function installFocusTools(): void {
  type Colour = [red: number, green: number, blue: number, alpha: number]
  const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  /** Returns any CSS color as the browser paints it. */
  const colourOf = (cssColour: string): Colour => {
    if (!paint) throw new Error('There is no canvas.')
    paint.clearRect(0, 0, 1, 1)
    paint.fillStyle = cssColour
    paint.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = paint.getImageData(0, 0, 1, 1).data
    return [red, green, blue, alpha / 255]
  }
  const blend = (above: Colour, below: Colour): Colour => {
    const mix = (at: 0 | 1 | 2) => above[at] * above[3] + below[at] * (1 - above[3])
    return [mix(0), mix(1), mix(2), 1]
  }
  const groundOf = (element: Element | null): Colour => {
    if (!element) return colourOf('Canvas')
    const own = colourOf(getComputedStyle(element).backgroundColor)
    return own[3] === 1 ? own : blend(own, groundOf(element.parentElement))
  }
  const lightOf = (colour: Colour): number => {
    const part = (at: 0 | 1 | 2) => {
      const share = colour[at] / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    }
    return 0.2126 * part(0) + 0.7152 * part(1) + 0.0722 * part(2)
  }
  const contrast = (one: Colour, other: Colour): number => {
    const [a, b] = [lightOf(blend(one, other)), lightOf(other)]
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
  }

  const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const focusable = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable="true"]'
  const isRadio = (element: Element): element is HTMLInputElement =>
    element instanceof HTMLInputElement && element.type === 'radio'
  const stops = (): HTMLElement[] => {
    const top = [...document.querySelectorAll('[role="dialog"]')].filter(isVisible).at(-1)
    const all = [...(top ?? document).querySelectorAll<HTMLElement>(focusable)].filter(
      (element) =>
        element.tabIndex >= 0 && !element.matches(':disabled, [type="hidden"]') && isVisible(element),
    )
    // Of radio buttons with one name, Tab reaches only one.
    const isOther = (element: Element) =>
      isRadio(element) &&
      !element.checked &&
      all.some((other) => isRadio(other) && other.name === element.name && other.checked)
    return all.filter((element) => !isOther(element))
  }

  const styleOf = (element: Element): FocusStyle => {
    const frame = element.parentElement
    const siblings = frame ? [...frame.children] : []
    const around = [frame, frame?.parentElement, frame?.parentElement?.parentElement].filter(
      (one) => one instanceof Element,
    )
    const elements = [element, ...around, ...element.children, ...siblings].slice(0, 24)
    const marks = elements.flatMap((one) =>
      [null, '::before', '::after'].map((pseudo) => {
        const { outline, boxShadow, borderTopColor, backgroundColor, opacity } = getComputedStyle(one, pseudo)
        return { outline, boxShadow, borderTopColor, backgroundColor, opacity }
      }),
    )
    return { elements, marks }
  }
  const contrastGain: FocusTools['contrastGain'] = ({ elements, marks }, unfocused) => {
    const ratios = marks.map((mark, index) => {
      const previous = unfocused.marks[index]
      const element = elements[Math.floor(index / 3)]
      if (!previous || !element) return 0
      const around = groundOf(element.parentElement)
      const pairs: [Colour, Colour][] = []
      const isOutlined = !/\bnone\b|\b0px\b/.test(mark.outline.replace(/^.*\)/, ''))
      if (mark.outline !== previous.outline && isOutlined)
        pairs.push([colourOf(mark.outline.replace(/\s+(solid|dashed|dotted|double|auto)\b.*$/, '')), around])
      if (mark.boxShadow !== previous.boxShadow && mark.boxShadow !== 'none')
        pairs.push([colourOf(mark.boxShadow.replace(/\s+-?[\d.]+px.*$/, '')), around])
      const isBordered = Number.parseFloat(getComputedStyle(element).borderTopWidth) > 0
      if (mark.borderTopColor !== previous.borderTopColor && isBordered)
        pairs.push([colourOf(mark.borderTopColor), around])
      if (mark.backgroundColor !== previous.backgroundColor)
        pairs.push([colourOf(mark.backgroundColor), blend(colourOf(previous.backgroundColor), around)])
      // The element is invisible until it has the focus.
      if (previous.opacity === '0' && mark.opacity === '1') pairs.push([colourOf('CanvasText'), around])
      return Math.max(0, ...pairs.map(([elementColour, other]) => contrast(elementColour, other)))
    })
    return Math.max(0, ...ratios)
  }

  const isCovered = (element: HTMLElement): boolean => {
    // A hidden input is inside the element that represents it.
    const frame = element.closest('label') ?? element.parentElement ?? element
    const own = element.getBoundingClientRect()
    const box = own.width > 4 && own.height > 4 ? own : frame.getBoundingClientRect()
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)]
    const [above, below] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)]
    if (right - left < 2 || below - above < 2) return true
    const shares = [0.5, 0.1, 0.9]
    return !shares.some((x) =>
      shares.some((y) => {
        const topElement = document.elementFromPoint(left + (right - left) * x, above + (below - above) * y)
        return topElement !== null && (frame.contains(topElement) || topElement.contains(element))
      }),
    )
  }
  const describe = (element: Element): string => {
    const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
    return `${element.tagName.toLowerCase()} “${name.trim().slice(0, 40)}” ${String(element.className).slice(0, 60)}`
  }
  window.focusTools = { stops, styleOf, contrastGain, isCovered, describe }
}
