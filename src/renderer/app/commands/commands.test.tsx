import { afterEach, describe, expect, it } from 'vitest'
import { type AppCommand, commands } from '../../../shared/contract/commands.ts'
import { createDialogs } from '../../state/dialogs.ts'
import { commandOfKeys, createCommands, formatKeys } from './commands.ts'

afterEach(() => document.body.replaceChildren())

function record({ ownTables = false } = {}) {
  const did: string[] = []
  const dialogs = new Proxy(createDialogs().getState(), { get: (_, name) => () => did.push(String(name)) })
  const all = createCommands({
    go: (path) => did.push(path),
    showsOwnTables: () => ownTables,
    refresh: () => did.push('refresh'),
    dialogs: () => dialogs,
    togglePalette: () => did.push('palette'),
    undo: () => did.push('undo'),
    change: (settings) => did.push(JSON.stringify(settings)),
  })
  return { did, all }
}

describe('the commands of the page', () => {
  it('cover the whole list, and each has its own effect', () => {
    const { did, all } = record()
    document.body.innerHTML = '<main><input type="search"></main>'
    const ids = commands.filter(({ by }) => by === 'page').map(({ id }) => id as AppCommand)
    for (const id of ids) all[id]()
    expect(Object.keys(all).sort()).toEqual([...ids].sort())
    // Export opens its dialog on the Share screen, which is a second effect.
    expect(new Set(did).size).toBe(ids.length - 1)
    expect(document.activeElement?.tagName).toBe('INPUT')
    expect(did).toContain('/activity/batches')
    expect(did).toContain('openExport')
    expect(did).toContain('{"offlineSwitch":true}')
  })

  it('export on the Share screen, or on a screen outside a study that has its own tables', () => {
    const atShare = record()
    atShare.all.export()
    expect(atShare.did).toEqual(['/study/$studyId/share', 'openExport'])
    const inPlace = record({ ownTables: true })
    inPlace.all.export()
    expect(inPlace.did).toEqual(['openExport'])
  })

  it('focus the search field of the current screen before any other field', () => {
    document.body.innerHTML = '<main><input id="a"><div role="search"><input id="b"></div></main>'
    record().all.find()
    expect(document.activeElement?.id).toBe('b')
  })
})

describe('shortcuts', () => {
  const pressKey = (key: string, more: KeyboardEventInit = {}, mac = false, on?: Element) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
    let found: string | null | undefined
    const onKeyDown = (received: KeyboardEvent) => {
      found = commandOfKeys(received, mac)?.id ?? null
    }
    document.addEventListener('keydown', onKeyDown, { once: true })
    ;(on ?? document.body).dispatchEvent(event)
    return found
  }

  it("are spelled as on the user's keyboard", () => {
    expect(formatKeys('mod+O', false)).toBe('Ctrl O')
    expect(formatKeys('mod+O', true)).toBe('⌘O')
    expect(formatKeys('ctrl+mod+F', true)).toBe('⌃⌘F')
    expect(formatKeys('mod+Plus', false)).toBe('Ctrl +')
    expect(formatKeys('F5', true)).toBe('F5')
  })

  it('use Ctrl on one system and Cmd on the other, not both', () => {
    expect(pressKey('o', { ctrlKey: true })).toBe('import')
    expect(pressKey('o', { metaKey: true })).toBeNull()
    expect(pressKey('o', { metaKey: true }, true)).toBe('import')
    expect(pressKey('o', { ctrlKey: true }, true)).toBeNull()
    expect(pressKey('o')).toBeNull()
  })

  it('do not match with Alt, which types signs on many keyboards, or with an extra Shift', () => {
    expect(pressKey('o', { ctrlKey: true, altKey: true })).toBeNull()
    expect(pressKey('O', { ctrlKey: true, shiftKey: true })).toBeNull()
    expect(pressKey('/', { ctrlKey: true, shiftKey: true })).toBe('shortcuts')
  })

  it('match digits on keyboards that need Shift for them, and leave zoom to the window', () => {
    expect(pressKey('é', { ctrlKey: true, code: 'Digit2' })).toBe(
      pressKey('2', { ctrlKey: true, code: 'Digit2' }),
    )
    expect(pressKey('é', { ctrlKey: true, code: 'Digit2' })).toBe('library')
    expect(pressKey('-', { ctrlKey: true, code: 'Digit6' })).toBeNull()
    expect(pressKey('é', { code: 'Digit2' })).toBeNull()
  })

  it('do not take the question mark from a text field', () => {
    document.body.innerHTML = '<main><textarea></textarea><button>b</button></main>'
    const [area, button] = [document.querySelector('textarea'), document.querySelector('button')]
    expect(pressKey('?', { shiftKey: true }, false, area ?? undefined)).toBeNull()
    expect(pressKey('?', { shiftKey: true }, false, button ?? undefined)).toBe('shortcuts')
    expect(pressKey('k', { ctrlKey: true }, false, area ?? undefined)).toBe('palette')
  })

  it('are ignored while an input method composes and after preventDefault', () => {
    expect(pressKey('F5', { isComposing: true })).toBeNull()
    const event = new KeyboardEvent('keydown', { key: 'F5', cancelable: true })
    event.preventDefault()
    expect(commandOfKeys(event, false)).toBeNull()
  })

  it('leave zoom and text keys to the window', () => {
    for (const key of ['=', '-', '0', 'c', 'v', 'q']) expect(pressKey(key, { ctrlKey: true })).toBeNull()
  })
})
