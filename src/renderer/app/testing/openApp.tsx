import { QueryClientProvider } from '@tanstack/react-query'
import { type RenderResult, render } from '@testing-library/react'
import { defaultSettings } from '../../../shared/domain/app/settings.ts'
import { createQueryClient } from '../../client/queryClient.ts'
import { loadSearchSchemas } from '../../state/searchParams.ts'
import { testPage } from '../../ui/testing/testPage.ts'
import { createI18n } from '../i18n.ts'
import { createRoutes } from '../router.tsx'
import { Shell } from '../Shell.tsx'
import { words } from '../words/en.ts'

await loadSearchSchemas()

/** Renders the whole page at an address, as start.tsx does. */
export function openApp(address = '/'): RenderResult {
  window.location.hash = `#${address}`
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <Shell
        nonce=""
        settings={defaultSettings}
        words={createI18n('en', words)}
        router={createRoutes()}
        page={testPage}
      />
    </QueryClientProvider>,
  )
}
