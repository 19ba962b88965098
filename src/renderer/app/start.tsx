import { QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import type { Root } from 'react-dom/client'
import { isFailure } from '../../shared/contract/failures.ts'
import { setEnglish, toEnglish } from '../../shared/words/message.ts'
import { seedQuery } from '../client/call.ts'
import type { FirstCalls } from '../client/firstCalls.ts'
import { createQueryClient } from '../client/queryClient.ts'
import { loadSearchSchemas } from '../state/searchParams.ts'
import { createPageState } from '../ui/pageState.ts'
import { createI18n, loadWords, toLanguage } from './i18n.ts'
import { createRoutes, type Routes } from './router.tsx'
import { Shell } from './Shell.tsx'

// Browsers hide the nonce attribute from scripts; only the property is readable.
const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? ''
// For the scroll lock of Mantine's modals, which does not use its provider's nonce.
setNonce(nonce)

/** Renders the first screen once its data is loaded. */
export function start(root: Root, firstCalls: FirstCalls): void {
  render(root, firstCalls).catch(async (error: unknown) => {
    const [{ StartFailure }, { english }] = await Promise.all([
      import('./StartFailure.tsx'),
      import('../../shared/words/english.ts'),
    ])
    setEnglish(english)
    const reason = error instanceof Error ? error.message : String(error)
    const message = isFailure(error) ? toEnglish(error.userMessage) : reason
    root.render(<StartFailure nonce={nonce} message={message} />)
  })
}

/** A slow first screen, as with a huge register, is not waited for: it shows placeholders. */
const maxWaitMs = 150

async function render(root: Root, firstCalls: FirstCalls): Promise<void> {
  let seeds: Promise<void>[] = []
  const queries = createQueryClient((client) => {
    seeds = firstCalls.all.map((one) => seedQuery(client, one))
  })
  const router = createRoutes()
  const settings = await firstCalls.settings
  const language = toLanguage(settings.language)
  const [words] = await Promise.all([
    loadWords(language),
    loadRoute(router),
    Promise.race([Promise.all(seeds), afterMs(maxWaitMs)]),
  ])
  root.render(
    <QueryClientProvider client={queries}>
      <Shell
        nonce={nonce}
        settings={settings}
        words={createI18n(language, words)}
        router={router}
        page={createPageState()}
      />
    </QueryClientProvider>,
  )
}

async function loadRoute(router: Routes): Promise<void> {
  // Home's address has no search parameters to read.
  if (router.history.location.pathname !== '/') await loadSearchSchemas()
  await router.load()
}

const afterMs = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
