import type { FileHandle } from '../../shared/contract/state.ts'
import { backupExtension, capsuleExtension } from '../../shared/domain/app/fileNames.ts'
import { call, unwrapReply } from './call.ts'
import { transport } from './host.ts'

const typesOf = {
  table: '.csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,text/plain',
  capsule: `.${capsuleExtension}`,
  /** `.db`: copies of a journal from earlier versions. */
  backup: `.${backupExtension},.db`,
  any: '',
}

/** Asks the user to choose a file to read; null if they cancel. */
export async function chooseFile(kind: keyof typeof typesOf = 'table'): Promise<FileHandle | null> {
  if (transport.hasOpenDialog) return call('files.chooseOpen', {})
  const file = await pickFileInPage(typesOf[kind])
  return file && adoptFile(file)
}

export async function adoptFile(file: File): Promise<FileHandle> {
  return (await unwrapReply(() => transport.adopt(file))) as FileHandle
}

/** Asks the user where to save a file; null if they cancel. */
export const chooseSave = (suggestedName: string): Promise<FileHandle | null> =>
  call('files.chooseSave', { suggestedName })

/** Delivers a written file to the user: as a download in a browser, nothing to do if they chose its place. */
export const deliver = (file: FileHandle): Promise<void> => transport.deliver(file)

/** Writes a file where the user chooses and delivers it. Returns null if they cancel. */
export async function saveFile<Written extends { file: FileHandle }>(
  suggestedName: string,
  write: (fileId: string) => Promise<Written>,
): Promise<Written | null> {
  const target = await chooseSave(suggestedName)
  if (!target) return null
  const written = await write(target.fileId)
  await deliver(written.file)
  return written
}

/** True if written files are where the user chose; otherwise the browser downloads them. */
export const isSavedWhereChosen = transport.hasOpenDialog

export const reveal = ({ fileId }: FileHandle): Promise<null> => call('files.reveal', { fileId })

function pickFileInPage(types: string): Promise<File | null> {
  return new Promise((done) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = types
    input.onchange = () => done(input.files?.[0] ?? null)
    input.oncancel = () => done(null)
    input.click()
  })
}
