import { useEffect } from 'react'

const place = '[tabindex], a[href], button, input, select, textarea'

/**
 * What had the focus may go away, as the button of a step that is done does. The browser then leaves whoever uses the
 * keyboard at the top of the page; here the focus goes to the nearest thing around it that is still there and takes it.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let around: HTMLElement[] = []
    const note = ({ target }: FocusEvent): void => {
      around = target instanceof HTMLElement ? ancestorsOf(target) : []
    }
    const mend = (): void => {
      const [lost, ...others] = around
      if (document.activeElement !== document.body || !lost || lost.isConnected) return
      around = []
      const main = document.getElementById('content')
      const next = others.find((element) => element.isConnected && element.matches(place)) ?? main
      next?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(mend)
    observer.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', note)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', note)
    }
  }, [])
}

function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const { parentElement } = element
  return [element, ...(parentElement ? ancestorsOf(parentElement) : [])]
}
