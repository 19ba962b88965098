import { expect, type Page } from '@playwright/test'

export type Look = { theme: 'light' | 'dark'; language: 'en' | 'zh-CN' }

/** Sets theme and language as the settings do, in the page as it stands, and waits until it is drawn in both. */
export async function wear(page: Page, look: Look): Promise<void> {
  await page.evaluate(setInPage, look)
  const root = `html[lang="${look.language}"][data-mantine-color-scheme="${look.theme}"]`
  await expect(page.locator(root)).toHaveCount(1)
  const inChinese = () => page.evaluate(() => /\p{Script=Han}/u.test(document.body.innerText))
  if (look.language === 'zh-CN') await expect.poll(inChinese).toBe(true)
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
  )
}

/** Runs in the page; each host has a way of its own to main. */
async function setInPage(look: Look): Promise<void> {
  const bridge = (window as { pathclock?: { call(name: string, input: unknown): Promise<unknown> } })
    .pathclock
  if (bridge) {
    await bridge.call('settings.set', look)
    return
  }
  await fetch('/call/settings.set', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Pathclock-Token': sessionStorage.getItem('pathclock-token') ?? '',
    },
    body: JSON.stringify(look),
  })
}
