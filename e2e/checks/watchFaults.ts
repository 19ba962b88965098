import type { BrowserContext } from '@playwright/test'

/**
 * Collects errors that no test may cause: uncaught errors, requests blocked by the browser and console errors, from
 * every page, frame and worker of a context. Call it before the first page is opened; the earlier messages of open
 * pages are collected too.
 */
export async function watchFaults(context: BrowserContext, faults: string[]): Promise<void> {
  context.on('weberror', (error) => faults.push(`page error: ${error.error().message}`))
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`)
  })
  // A script may catch a blocked call: eval throws, and then nothing is logged.
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
