import { QueryClientProvider } from '@tanstack/react-query'
import { type RenderResult, render } from '@testing-library/react'
import { defaultSettings } from '../../../shared/domain/app/settings.ts'
import { createQueryClient } from '../../client/queryClient.ts'
import { testPage } from '../../ui/testing/testPage.ts'
import { createRoutes } from '../router.tsx'
import { Shell } from '../Shell.tsx'

/** The whole page as main.tsx makes it, at an address of its sections. */
export function openApp(address = '/'): RenderResult {
  window.location.hash = `#${address}`
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <Shell nonce="" settings={defaultSettings} router={createRoutes()} page={testPage} />
    </QueryClientProvider>,
  )
}
