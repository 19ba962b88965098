import { useEffect } from 'react'

const focusableSelector = '[tabindex], a[href], button, input, select, textarea'
/** Dialogs and menus give the focus back by themselves, 10 ms after they have gone. */
const waitMs = 40

/**
 * What had the focus may go away, as the button of a step that is done does. The browser then leaves whoever uses the
 * keyboard at the top of the page; here the focus goes to the nearest thing around it that is still there and takes it.
 */
export function useFocusRecovery(): void {
  useEffect(() => {
    let ancestors: HTMLElement[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const onFocusIn = ({ target }: FocusEvent): void => {
      ancestors = target instanceof HTMLElement ? ancestorsOf(target) : []
    }
    const isLost = (): boolean =>
      document.activeElement === document.body && ancestors[0]?.isConnected === false
    const restoreFocus = (): void => {
      timer = undefined
      if (!isLost()) return
      const next = ancestors.find((element) => element.isConnected && element.matches(focusableSelector))
      const found = next ?? document.getElementById('content')
      found?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(() => {
      if (isLost()) timer ??= setTimeout(restoreFocus, waitMs)
    })
    observer.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', onFocusIn)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('focusin', onFocusIn)
    }
  }, [])
}

function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const { parentElement } = element
  return [element, ...(parentElement ? ancestorsOf(parentElement) : [])]
}
