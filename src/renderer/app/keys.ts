/** Whether the keyboard at hand has a Cmd key in the place of Ctrl. */
export const isMac = (): boolean => /mac/i.test(navigator.userAgent)

const macSymbols: Record<string, string> = { mod: '⌘', shift: '⇧', ctrl: '⌃', alt: '⌥' }
const modifierNames: Record<string, string> = { mod: 'Ctrl', shift: 'Shift', ctrl: 'Ctrl', alt: 'Alt' }
const keySymbols: Record<string, string> = { Plus: '+', '-': '−' }

/** The keys as a person reads them: "⌘O" on a Mac, "Ctrl O" elsewhere. */
export function formatKeys(keys: string, mac = isMac()): string {
  const parts = keys.split('+')
  const key = parts.pop() ?? ''
  const last = keySymbols[key] ?? key
  return mac
    ? parts.map((part) => macSymbols[part] ?? part).join('') + last
    : [...parts.map((part) => modifierNames[part] ?? part), last].join(' ')
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Whether these keys are the ones that were pressed. */
export function matchesKeys(keys: string, event: KeyPress, mac = isMac()): boolean {
  const parts = keys.split('+')
  const key = parts.pop() ?? ''
  const mod = parts.includes('mod')
  const [modPressed, otherModPressed] = mac ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey]
  if (event.altKey || modPressed !== mod || otherModPressed) return false
  // A sign lies where the keyboard has it, with or without Shift.
  if (/^[a-z\d]$/i.test(key) && event.shiftKey !== parts.includes('shift')) return false
  // Where digits need Shift, as in French, the key of the digit counts, unless it writes a sign with a command of its own.
  if (/^\d$/.test(key) && event.code === `Digit${key}` && !/^[-+=,/\d]$/.test(event.key)) return true
  return event.key.toLowerCase() === (keySymbols[key] ?? key).toLowerCase()
}

/** Whether what is typed there goes into a text. */
export const isTextInput = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"]'))
