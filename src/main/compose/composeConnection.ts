import { join } from 'node:path'
import type { Services } from '../../shared/contract/contract.ts'
import { Failure } from '../../shared/contract/failures.ts'
import {
  type ConnectionReport,
  type ConventionSettings,
  connectionReportSchema,
} from '../../shared/domain/app/convention.ts'
import { createJsonFile } from '../adapters/files/jsonFile.ts'
import { toMarkdown } from '../api/connectionCheck/markdown.ts'
import type { Files } from '../ports.ts'

type ConnectionDeps = {
  /** The profile's folder, where the last report is kept. */
  folder: string
  run: () => Promise<ConnectionReport>
  /** Remembers what decides how answers are read. */
  saveFoundConventions(found: ConventionSettings): Promise<void>
  files: Pick<Files, 'write'>
}

/** The connection check of one profile: run, kept, read again, exported. A damaged report is as good as none. */
export function createConnection({
  folder,
  run,
  saveFoundConventions,
  files,
}: ConnectionDeps): Services['connection'] {
  const reportFile = createJsonFile<ConnectionReport | null>(
    join(folder, 'connection.json'),
    connectionReportSchema.nullable(),
    null,
  )
  return {
    async check() {
      const report = await run()
      await reportFile.write(report)
      // Where a person set the base path, nothing else has looked at the success code.
      const successCode = report.findings.find(({ name }) => name === 'success_code')
      if (successCode?.how === 'probed' && successCode.value === '0')
        await saveFoundConventions({ success_code: 0 })
      if (successCode?.how === 'probed' && successCode.value === '200')
        await saveFoundConventions({ success_code: 200 })
      const otherCode = successCode?.how === 'probed' ? Number(successCode.value) : Number.NaN
      if (Number.isInteger(otherCode) && otherCode !== 0 && (otherCode < 100 || otherCode > 599))
        await saveFoundConventions({ success_codes: [otherCode] })
      const paging = report.findings.find(({ name }) => name === 'paging')
      if (paging?.how === 'probed') await saveFoundConventions({ paging: pageCountingOf(paging.value) })
      return report
    },
    report: () => reportFile.read(),
    async export({ fileId, format }) {
      const report = await reportFile.read()
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
const pageCountingOf = (value: string): 'page' | 'page_from_0' | 'offset' =>
  value === 'page_from_0' || value === 'offset' ? value : 'page'

async function* once(text: string): AsyncGenerator<string> {
  yield text
}
