import type { BrowserContext } from '@playwright/test'

/**
 * What no run may show: an uncaught error, anything the browser refused, anything it logged as an error, of every page,
 * frame and worker of a context. Call it before the first page is opened; of pages that there are, what they have shown
 * so far is taken too.
 */
export async function watchFaults(context: BrowserContext, faults: string[]): Promise<void> {
  context.on('weberror', (error) => faults.push(`page error: ${error.error().message}`))
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`)
  })
  // A script may swallow what it was refused: eval throws, and then nothing is logged.
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      console.error(`policy: ${effectiveDirective} refused ${blockedURI}`),
    )
  })
  for (const page of context.pages()) {
    for (const { message } of await page.pageErrors()) faults.push(`page error: ${message}`)
    for (const message of await page.consoleMessages())
      if (message.type() === 'error') faults.push(`console: ${message.text()}`)
  }
}
