import { existsSync } from 'node:fs'
import { createFiles } from '../../src/main/adapters/files/files.ts'
import { systemRandom } from '../../src/main/adapters/system.ts'
import { writers } from '../../src/main/export/formats/writers.ts'
import type { TableFormat } from '../../src/shared/domain/studies/exporting.ts'
import { asyncPagesOf, columns } from './rows.ts'

const waitsMs = [50, 300, 700]

/** The longest time from cancelling an export as the app writes it to its end, over exports in several stages. */
export async function measureCancelMs(format: TableFormat, path: string, rows: number): Promise<number> {
  const files = createFiles({ random: systemRandom })
  const tookMs: number[] = []
  for (const waitMs of waitsMs) {
    const cancelling = new AbortController()
    const { fileId } = files.reserve(path)
    const chunks = writers[format]({ name: 'screening', columns, pages: asyncPagesOf(rows), provenance: [] })
    const writing = files.write(fileId, chunks, cancelling.signal).catch(() => 'cancelled')
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    const startedMs = performance.now()
    cancelling.abort()
    if ((await writing) !== 'cancelled' || existsSync(path))
      throw new Error('The export was over before it was cancelled.')
    tookMs.push(performance.now() - startedMs)
  }
  return Math.max(...tookMs)
}
