import { expect, type Page } from '@playwright/test'

export type Appearance = { theme: 'light' | 'dark'; language: 'en' | 'zh-CN' }

/** Sets the theme and the language of the open page as the settings do, and waits until both are rendered. */
export async function setAppearance(page: Page, appearance: Appearance): Promise<void> {
  await page.evaluate(saveInPage, appearance)
  const root = `html[lang="${appearance.language}"][data-mantine-color-scheme="${appearance.theme}"]`
  await expect(page.locator(root)).toHaveCount(1)
  const inChinese = () => page.evaluate(() => /\p{Script=Han}/u.test(document.body.innerText))
  if (appearance.language === 'zh-CN') await expect.poll(inChinese).toBe(true)
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
  )
}

/** Runs in the page. Each host has its own way to call main. */
async function saveInPage(appearance: Appearance): Promise<void> {
  const bridge = (window as { pathclock?: { call(name: string, input: unknown): Promise<unknown> } })
    .pathclock
  if (bridge) {
    await bridge.call('settings.set', appearance)
    return
  }
  await fetch('/call/settings.set', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Pathclock-Token': localStorage.getItem('pathclock-token') ?? '',
    },
    body: JSON.stringify(appearance),
  })
}
