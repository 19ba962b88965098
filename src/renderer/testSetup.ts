import './ui/testing/reactAct.ts'
import { notifications } from '@mantine/notifications'
import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterEach } from 'vitest'
import { resetTestPage } from './ui/testing/testPage.ts'

// jsdom has no layout and no media queries; the theme and the tables ask for both.
window.matchMedia ??= (query) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }) satisfies MediaQueryList
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
// A frame in which the tables draw their rows.
Object.defineProperties(Element.prototype, {
  clientHeight: { configurable: true, value: 800 },
  clientWidth: { configurable: true, value: 1200 },
})
Element.prototype.scrollIntoView ??= () => undefined
// jsdom has this one, which writes that it does nothing.
window.scrollTo = () => undefined

const { getElementError: getElementErrorWithPage } = getConfig()
configure({
  // A busy computer takes longer than the second that is waited for by default.
  asyncUtilTimeout: 15_000,
  // Each look for what has not come yet would write down the whole page; the last one, which fails the test, does.
  getElementError: (message, container) =>
    isWaiting() && message !== null
      ? Object.assign(new Error(message), { name: 'TestingLibraryElementError' })
      : getElementErrorWithPage(message, container),
})
/** Set by the library while `findBy` and `waitFor` look again and again. */
function isWaiting(): boolean {
  return Object(getConfig())._disableExpensiveErrorDiagnostics === true
}

afterEach(() => {
  cleanup()
  // Toasts outlive the page they were shown on.
  notifications.clean()
  resetTestPage()
  sessionStorage.clear()
  localStorage.clear()
})
