import { app, type ContextMenuParams, Menu, type MenuItemConstructorOptions } from 'electron'
import { commandOf } from '../../shared/contract/commands.ts'
import type { Language } from '../../shared/words/language.ts'
import { appWindows } from './window.ts'

/** The menu of the right button: on a field what can be done with its text, on chosen text to copy it. */
export function installContextMenu(language: () => Language): void {
  app.on('browser-window-created', (_event, window) =>
    window.webContents.on('context-menu', (_pressed, params) => {
      const items = itemsOf(params, language())
      if (items.length > 0 && appWindows().includes(window)) Menu.buildFromTemplate(items).popup({ window })
    }),
  )
}

type ContextMenuTarget = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>
type Item = MenuItemConstructorOptions

function itemsOf({ isEditable, selectionText, editFlags }: ContextMenuTarget, language: Language): Item[] {
  const item = (role: 'cut' | 'copy' | 'paste' | 'selectAll', enabled: boolean): Item => ({
    role,
    label: commandOf(role).words[language],
    enabled,
  })
  if (!isEditable) return selectionText.trim() === '' ? [] : [item('copy', editFlags.canCopy)]
  return [
    item('cut', editFlags.canCut),
    item('copy', editFlags.canCopy),
    item('paste', editFlags.canPaste),
    { type: 'separator' },
    item('selectAll', editFlags.canSelectAll),
  ]
}
