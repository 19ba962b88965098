/** Puts text on the clipboard; the older way serves where the newer one is refused by a permission, as in Electron. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    copyBySelection(text)
  }
}

/** As if a person had chosen the text and copied it, which needs no permission where they have just clicked or typed. */
function copyBySelection(text: string): void {
  const before = document.activeElement
  const textarea = document.createElement('textarea')
  textarea.value = text
  // A page must not scroll to where it would be.
  textarea.style.position = 'fixed'
  document.body.append(textarea)
  textarea.select()
  const copied = document.execCommand('copy')
  textarea.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  if (!copied) throw new Error('The clipboard refused the text.')
}
