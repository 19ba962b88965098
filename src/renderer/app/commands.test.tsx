import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it } from 'vitest'
import { appCommands } from '../../shared/contract/events.ts'
import { useDialogs } from '../state/dialogs.ts'
import { commandKeys, createCommands, spellKeys } from './commands.ts'

afterEach(() => {
  useDialogs.getState().closeExport()
  document.body.replaceChildren()
})

describe('commands', () => {
  it('have one key each, and no two the same', () => {
    expect(new Set(Object.values(commandKeys)).size).toBe(appCommands.length)
  })

  it('are spelled as the keyboard at hand has them', () => {
    expect(spellKeys('mod+O', false)).toBe('Ctrl O')
    expect(spellKeys('mod+O', true)).toBe('⌘O')
    expect(spellKeys('F5', true)).toBe('F5')
  })

  it('go to their section', () => {
    const went: string[] = []
    const run = createCommands((section) => went.push(section), new QueryClient())
    run('samples')
    run('import')
    expect(went).toEqual(['samples', 'import'])
  })

  it('open the export over whatever is shown', () => {
    createCommands(() => undefined, new QueryClient())('export')
    expect(useDialogs.getState().exporting).toBe(true)
  })

  it('refresh what is shown', async () => {
    const queries = new QueryClient()
    queries.setQueryData(['samples.list'], [])
    createCommands(() => undefined, queries)('refresh')
    expect(queries.getQueryState(['samples.list'])?.isInvalidated).toBe(true)
  })

  it('find by the search field of the screen in front, before any other field', () => {
    document.body.innerHTML = '<main><input id="a"><div role="search"><input id="b"></div></main>'
    createCommands(() => undefined, new QueryClient())('find')
    expect(document.activeElement?.id).toBe('b')
  })
})
