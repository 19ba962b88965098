/** Puts text on the clipboard; the older way serves where the newer one is refused by a permission, as in Electron. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    copyAsChosen(text)
  }
}

/** As if a person had chosen the text and copied it, which needs no permission where they have just clicked or typed. */
function copyAsChosen(text: string): void {
  const before = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  // A page must not scroll to where it would be.
  area.style.position = 'fixed'
  document.body.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  if (!copied) throw new Error('The clipboard refused the text.')
}
