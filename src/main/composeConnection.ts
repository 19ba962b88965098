import { join } from 'node:path'
import { Failure } from '../shared/contract/failures.ts'
import {
  type ConnectionReport,
  type ConventionSettings,
  connectionReportSchema,
} from '../shared/domain/convention.ts'
import { createJsonFile } from './adapters/jsonFile.ts'
import type { Workspace } from './handlers.ts'
import type { Files } from './ports.ts'
import { toMarkdown } from './service/check/markdown.ts'

type Parts = {
  /** The profile's folder, where the last report is kept. */
  folder: string
  run: () => Promise<ConnectionReport>
  /** Remembers what decides how answers are read. */
  keepFound(found: ConventionSettings): Promise<void>
  files: Pick<Files, 'write'>
}

/** The connection check of one profile: run, kept, read again, exported. A damaged report is as good as none. */
export function createConnection({ folder, run, keepFound, files }: Parts): Workspace['connection'] {
  const kept = createJsonFile<ConnectionReport | null>(
    join(folder, 'connection.json'),
    connectionReportSchema.nullable(),
    null,
  )
  return {
    async check() {
      const report = await run()
      await kept.write(report)
      // Where a person set the base path, nothing else has looked at the success code.
      const code = report.findings.find(({ name }) => name === 'success_code')
      if (code?.how === 'probed' && code.value === '0') await keepFound({ success_code: 0 })
      if (code?.how === 'probed' && code.value === '200') await keepFound({ success_code: 200 })
      const other = code?.how === 'probed' ? Number(code.value) : Number.NaN
      if (Number.isInteger(other) && other !== 0 && (other < 100 || other > 599))
        await keepFound({ success_codes: [other] })
      const paging = report.findings.find(({ name }) => name === 'paging')
      if (paging?.how === 'probed') await keepFound({ paging: countingOf(paging.value) })
      return report
    },
    report: () => kept.read(),
    async export({ fileId, format }) {
      const report = await kept.read()
      if (!report)
        throw new Failure('notFound', 'This connection was not checked yet. Check it first.', {
          what: 'connection report',
        })
      const text = format === 'md' ? toMarkdown(report) : `${JSON.stringify(report, null, 2)}\n`
      return { file: await files.write(fileId, once(text)) }
    },
  }
}

/** How pages are asked for; all else that was seen of them goes with pages from 1. */
const countingOf = (value: string): 'page' | 'page_from_0' | 'offset' =>
  value === 'page_from_0' || value === 'offset' ? value : 'page'

async function* once(text: string): AsyncGenerator<string> {
  yield text
}
