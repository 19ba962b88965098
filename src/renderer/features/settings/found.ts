/** The element of a setting, by its name in the search. */
export const placeOfSetting = (setting: string): string => `setting-${setting}`

const control = 'input:not([disabled]), select, textarea, button:not([disabled]), [role="slider"], a[href]'

/** Brings a setting into sight and gives it the focus: its control, or itself where it has none. False: not there yet. */
export function focusSetting(setting: string): boolean {
  const row = document.getElementById(placeOfSetting(setting))
  if (!row) return false
  row.scrollIntoView({ block: 'center' })
  const checked = row.querySelector<HTMLElement>('input:checked')
  const target = checked ?? row.querySelector<HTMLElement>(control) ?? row
  target.focus({ preventScroll: true })
  row.dataset['found'] = ''
  row.addEventListener('focusout', () => delete row.dataset['found'], { once: true })
  return true
}
