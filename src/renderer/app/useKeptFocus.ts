import { useEffect } from 'react'

const place = '[tabindex], a[href], button, input, select, textarea'
/** Dialogs and menus give the focus back by themselves, 10 ms after they have gone. */
const waitMs = 40

/**
 * What had the focus may go away, as the button of a step that is done does. The browser then leaves whoever uses the
 * keyboard at the top of the page; here the focus goes to the nearest thing around it that is still there and takes it.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let around: HTMLElement[] = []
    let waiting: ReturnType<typeof setTimeout> | undefined
    const note = ({ target }: FocusEvent): void => {
      around = target instanceof HTMLElement ? ancestorsOf(target) : []
    }
    const isLost = (): boolean => document.activeElement === document.body && around[0]?.isConnected === false
    const mend = (): void => {
      waiting = undefined
      if (!isLost()) return
      const next = around.find((element) => element.isConnected && element.matches(place))
      const found = next ?? document.getElementById('content')
      found?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(() => {
      if (isLost()) waiting ??= setTimeout(mend, waitMs)
    })
    observer.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', note)
    return () => {
      clearTimeout(waiting)
      observer.disconnect()
      document.removeEventListener('focusin', note)
    }
  }, [])
}

function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const { parentElement } = element
  return [element, ...(parentElement ? ancestorsOf(parentElement) : [])]
}
