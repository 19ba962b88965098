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

async function* once(text: string): AsyncGenerator<string> {
  yield text
}
