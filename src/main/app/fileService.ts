import type { Services } from '../../shared/contract/contract.ts'
import type { Dialogs, Files } from '../ports.ts'

type FileServiceDeps = {
  dialogs: Dialogs
  files: Files
  /** Stores pasted text as a file to be read. */
  pasteText: (text: string) => ReturnType<Files['adopt']>
  preview: Services['files']['preview']
}

/** Creates the access to files by handle: chosen, dropped, pasted. Paths stay in the main process. */
export const createFileService = ({
  dialogs,
  files,
  pasteText,
  preview,
}: FileServiceDeps): Services['files'] => ({
  async chooseOpen() {
    const path = await dialogs.chooseOpen()
    return path === null ? null : files.adopt(path)
  },
  async chooseSave({ suggestedName }) {
    const path = await dialogs.chooseSave(suggestedName)
    return path === null ? null : files.reserve(path)
  },
  adopt: ({ path }) => files.adopt(path),
  paste: ({ text }) => pasteText(text),
  preview,
  async reveal({ fileId }) {
    await dialogs.reveal(files.path(fileId))
    return null
  },
})
