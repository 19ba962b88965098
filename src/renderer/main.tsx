import '@fontsource-variable/inter'
import '@mantine/core/styles.layer.css'
import './app/global.css'
import { createRoot } from 'react-dom/client'
import { start } from './app/start.tsx'
import { beginFirstCalls } from './client/firstCalls.ts'

blockExternalNavigation()
const firstCalls = beginFirstCalls()
void placeOfScreen().then((container) => start(createRoot(container), firstCalls))

/** The place of the screen, once its styles are there: this script waits for neither. */
async function placeOfScreen(): Promise<HTMLElement> {
  if (document.readyState === 'loading') await heard(document, 'DOMContentLoaded')
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
  const coming = sheets.filter(({ sheet }) => !sheet).map((link) => heard(link, 'load'))
  // By the load of the page all was tried: a sheet that cannot be had is not waited for any longer.
  if (document.readyState !== 'complete') await Promise.race([Promise.all(coming), heard(window, 'load')])
  const container = document.getElementById('root')
  if (!container) throw new Error('The page has no place for its screen.')
  return container
}

function heard(target: EventTarget, name: string): Promise<unknown> {
  return new Promise((resolve) => target.addEventListener(name, resolve, { once: true }))
}

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
