import { expect, it } from 'vitest'
import { toCopied } from '../../../../shared/tables/column.ts'
import { toCopy } from '../../../../shared/tables/copyTable.ts'
import { ledgerColumns } from '../../../../shared/tables/samples.ts'
import { joinMessages } from '../../../../shared/words/message.ts'
import { batchesTable } from './batch.ts'

const at = '2026-01-01T00:00:00Z'

it('copies the batches with their counts', () => {
  const counts = { rows: 3, created: 2, failed: 1, unknown: 0, queued: 0, cancelled: 0, resumable: 0 }
  const copied = batchesTable([{ batchId: 'b1', fileName: 'a.csv', createdAt: at, state: 'done', ...counts }])
  const [head = '', line = ''] = toCopy(copied, 'tsv').split('\n')
  const cells = Object.fromEntries(head.split('\t').map((name, index) => [name, line.split('\t')[index]]))
  expect(cells).toMatchObject({
    batch_id: 'b1',
    file: 'a.csv',
    rows: '3',
    created: '2',
    failed: '1',
    unknown: '0',
  })
})

it('copies the rows of a batch with their lines, and leaves missing values empty', () => {
  const row = { batchId: 'b1', row: 7, clientReference: 'HLS-7', state: 'failed', sampleId: null } as const
  const copied = toCopied(ledgerColumns, [
    { ...row, message: joinMessages([`refused`]), sentAt: null, attempts: 2, updatedAt: at },
  ])
  expect(toCopy(copied, 'tsv').split('\n')[1]).toBe(`7\tHLS-7\tfailed\trefused\t\t\t2\t${at}`)
})
