import type { Handlers } from '../../shared/contract/contract.ts'
import { isFailure } from '../../shared/contract/failures.ts'
import type { SampleReport } from '../../shared/domain/sample.ts'
import type { Database, RemoteService } from '../ports.ts'
import type { CacheSchema, ReportRow } from '../store/cache.ts'

export type Reports = { report: Handlers['samples.report'] }

/** Detection reports, fetched and kept byte for byte as they came. */
export function createReports(options: {
  cache: Database<CacheSchema>
  remote: Pick<RemoteService, 'sampleReport'>
}): Reports {
  const { cache, remote } = options

  const fetchReport = async (sampleId: string): Promise<ReportRow> => {
    const { value, fetchedAt } = await remote.sampleReport(sampleId, { priority: 'interactive' })
    const kept = { content_type: value.contentType, bytes: value.bytes, fetched_at: fetchedAt }
    await cache.query
      .insertInto('reports')
      .values({ sample_id: sampleId, ...kept })
      .onConflict((conflict) => conflict.column('sample_id').doUpdateSet(kept))
      .execute()
    return { sample_id: sampleId, ...kept }
  }

  return {
    /** Asks the service first, since a report may still grow; what is kept serves when it cannot be asked. */
    async report({ sampleId }) {
      try {
        return toReport(await fetchReport(sampleId))
      } catch (error) {
        if (!isFailure(error) || error.code === 'notFound' || error.code === 'cancelled') throw error
        const kept = await cache.query
          .selectFrom('reports')
          .selectAll()
          .where('sample_id', '=', sampleId)
          .executeTakeFirst()
        if (!kept) throw error
        return toReport(kept)
      }
    },
  }
}

const toReport = (row: ReportRow): SampleReport => ({
  sampleId: row.sample_id,
  contentType: row.content_type,
  text: readText(row.content_type, row.bytes),
  fetchedAt: row.fetched_at,
  sizeBytes: row.bytes.byteLength,
})

/** The text of a kind that is text, in the encoding it names (UTF-8 by default); null for anything else. */
function readText(contentType: string, bytes: Uint8Array): string | null {
  const [kind = '', ...parameters] = contentType.toLowerCase().split(';')
  if (!/^\s*(text\/|application\/([\w.-]+\+)?(json|xml|xhtml|csv)\s*$)/.test(kind)) return null
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^\s"]+)/.exec(parameter)?.[1])
    .find((name) => name !== undefined)
  return decoderOf(charset ?? 'utf-8').decode(bytes)
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}
