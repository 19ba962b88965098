import '@fontsource-variable/inter'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import '@mantine/spotlight/styles.layer.css'
import './app/global.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { createRoot, type Root } from 'react-dom/client'
import { isFailure } from '../shared/contract/failures.ts'
import { StartFailure } from './app/FallbackScreens.tsx'
import { createRoutes } from './app/router.tsx'
import { Shell } from './app/Shell.tsx'
import { call } from './client/call.ts'
import { connect } from './client/host.ts'
import { createQueryClient } from './client/queryClient.ts'
import { prefetchCall } from './client/useCall.ts'
import { createPageState } from './ui/pageState.ts'

// The nonce is hidden from scripts as an attribute and readable as a property only.
const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? ''
// Mantine takes it from its provider; the scroll lock of its modals from here.
setNonce(nonce)
blockExternalNavigation()

async function start(root: Root): Promise<void> {
  await connect()
  const queries = createQueryClient()
  // Whatever is wrong with the second, the screen asks again and tells.
  const status = prefetchCall(queries, 'app.status', {}).catch(() => null)
  const settings = await call('settings.get', {})
  await status
  root.render(
    <QueryClientProvider client={queries}>
      <Shell nonce={nonce} settings={settings} router={createRoutes()} page={createPageState()} />
    </QueryClientProvider>,
  )
}

const container = document.getElementById('root')
if (container) {
  const root = createRoot(container)
  start(root).catch((error: unknown) => {
    const message = isFailure(error) || error instanceof Error ? error.message : String(error)
    root.render(<StartFailure nonce={nonce} message={message} />)
  })
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
