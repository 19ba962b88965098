import type { Handlers } from '../../../../shared/contract/contract.ts'
import type { OrderForm } from '../../../../shared/domain/samples/orderForm.ts'
import type { Files } from '../../../ports.ts'
import { donorNotes, suggestMapping } from '../mapping/columnMapping.ts'
import { createReader } from './readerClient.ts'
import { previewRows } from './readerMessages.ts'

type Deps = {
  files: Files
  readerWorker: URL | string
  /** The fields of an order in the open profile; the usual ones where none is open. */
  form: () => Promise<OrderForm>
}

/** Shows how a file is read, by the very reader of imports. */
export function createTablePreview({ files, readerWorker, form }: Deps): Handlers['files.preview'] {
  const reader = createReader(readerWorker)
  return async ({ fileId, options, rows }) => {
    const { name } = await files.adopt(files.path(fileId))
    // The suggestion is that of an import, however few rows are shown.
    const shownRows = Math.max(rows, previewRows)
    const facts = await reader.draft({ path: files.path(fileId), options, shownRows })
    const { columns, preview, notes } = facts
    const firstRows = preview.slice(0, previewRows)
    const fields = await form()
    const suggestedMapping = suggestMapping(columns, fields, firstRows)
    return {
      ...facts,
      notes: [...notes, ...donorNotes(columns, suggestedMapping, fields, firstRows)],
      fileName: name,
      preview: preview.slice(0, rows),
      suggestedMapping,
    }
  }
}
