import '@fontsource-variable/inter'
import '@mantine/core/styles.layer.css'
import './app/global.css'
import { beginFirstCalls } from './client/firstCalls.ts'

/*
 * Nothing but what asks the host is loaded with this file, so that its answers are on their way while the browser still
 * reads the page's scripts.
 */
blockExternalNavigation()
const firstCalls = beginFirstCalls()
const container = document.getElementById('root')
if (container) void import('./app/start.tsx').then(({ start }) => start(container, firstCalls))

/**
 * Keeps the page where it is. No content security policy forbids what sends it elsewhere, such as a
 * `<meta http-equiv="refresh">` that somebody smuggled in. Electron's host is asked as well; a browser asks nobody.
 * What a person types into the browser is theirs, and links to other windows leave this one alone.
 */
function blockExternalNavigation(): void {
  // Browsers of before 2026 may have none.
  const { navigation } = window as { navigation?: Navigation }
  navigation?.addEventListener('navigate', (event) => {
    const isOurs = new URL(event.destination.url).origin === location.origin
    if (!isOurs && event.downloadRequest === null) event.preventDefault()
  })
}
