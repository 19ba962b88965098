import { extname, join } from 'node:path'
import {
  app,
  BrowserWindow,
  ClipboardItem,
  clipboard,
  dialog,
  type MessageBoxOptions,
  type OpenDialogOptions,
  shell,
} from 'electron'
import { rejected } from '../../../../shared/contract/failures.ts'
import {
  backupExtension,
  capsuleExtension,
  tableExtensions,
  toSafeFileName,
} from '../../../../shared/domain/app/fileNames.ts'
import type { Language } from '../../../../shared/words/language.ts'
import { message } from '../../../../shared/words/message.ts'
import type { Dialogs } from '../../../ports.ts'
import { hostWords } from '../language.ts'
import { canOpenExternally } from '../security/addresses.ts'
import { appWindows } from './window.ts'

/** Creates the system's own dialogs. `origins` is read at each call: those that the browser may open. */
export function createDialogs(origins: ReadonlySet<string>, language: () => Language): Dialogs {
  const allFilesFilter = () => ({ name: hostWords[language()].allFiles, extensions: ['*'] })
  return {
    chooseOpen: async () => {
      const ownFilesFilter = {
        name: hostWords[language()].files,
        extensions: [...tableExtensions, capsuleExtension, backupExtension],
      }
      // The app stores the list of recent files itself, if the user allows it.
      const properties = ['openFile' as const, 'dontAddToRecent' as const]
      return chooseOne({ properties, filters: [ownFilesFilter, allFilesFilter()] })
    },

    chooseSave: async (suggestedName) => {
      const name = toSafeFileName(suggestedName)
      const extension = extname(name).slice(1)
      const options = {
        defaultPath: join(app.getPath('documents'), name),
        filters: extension
          ? [{ name: extension.toUpperCase(), extensions: [extension] }]
          : [allFilesFilter()],
        properties: ['dontAddToRecent' as const],
      }
      const window = activeWindow()
      const result = await (window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options))
      return result.canceled || !result.filePath ? null : result.filePath
    },

    chooseFolder: () => chooseOne({ properties: ['openDirectory', 'createDirectory', 'dontAddToRecent'] }),

    reveal: async (path) => shell.showItemInFolder(path),

    openExternal: async (address) => {
      if (!canOpenExternally(address, origins))
        throw rejected(message('app.browserSentServicePages'), [
          { field: 'address', message: message('app.notAddressServiceSigning') },
        ])
      await shell.openExternal(address)
    },

    // A page has no permission to write to the clipboard.
    copyPicture: async (png) => {
      const type = 'image/png'
      await clipboard.write([new ClipboardItem({ [type]: new Blob([png], { type }) })])
    },
  }
}

/** Returns the path that the user chose; null if the dialog was closed. */
async function chooseOne(options: OpenDialogOptions): Promise<string | null> {
  const window = activeWindow()
  const result = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options))
  return result.canceled ? null : (result.filePaths[0] ?? null)
}

/** Returns the index of the chosen button. */
export async function showMessage(options: MessageBoxOptions): Promise<number> {
  const window = activeWindow()
  const { response } = await (window
    ? dialog.showMessageBox(window, options)
    : dialog.showMessageBox(options))
  return response
}

export const activeWindow = (): BrowserWindow | undefined =>
  BrowserWindow.getFocusedWindow() ?? appWindows()[0]
