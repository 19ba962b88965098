import type { SampleReport, Services } from '../../shared/contract/contract.ts'
import { Failure, isFailure } from '../../shared/contract/failures.ts'
import { message } from '../../shared/words/message.ts'
import type { DisposableDatabase, Files, RemoteService } from '../ports.ts'
import type { CacheSchema, ReportRow } from '../store/cache.ts'

/** Creates the detection reports: fetched from the service and stored byte for byte. */
export function createSampleReports(options: {
  cache: DisposableDatabase<CacheSchema>
  remote: Pick<RemoteService, 'sampleReport'>
  files: Pick<Files, 'write'>
}): Pick<Services['samples'], 'report' | 'saveReport'> {
  const { cache, remote, files } = options

  const readStored = (sampleId: string): Promise<ReportRow | undefined> =>
    cache.use(({ query }) =>
      query.selectFrom('reports').selectAll().where('sample_id', '=', sampleId).executeTakeFirst(),
    )

  const fetchReport = async (sampleId: string): Promise<ReportRow> => {
    const { value, fetchedAt } = await remote.sampleReport(sampleId, { priority: 'interactive' })
    const before = await readStored(sampleId)
    // A web page that would replace another type of report is probably a network portal or an expired session.
    if (isPage(value.contentType) && before && !isPage(before.content_type))
      throw new Failure(
        'unreadable',
        message('service.serviceSentWebPage', { sampleId, kind: before.content_type }),
        { endpoint: 'GET /samples/{sample_id}/report', reason: message('service.webPage') },
      )
    const values = { content_type: value.contentType, bytes: value.bytes, fetched_at: fetchedAt }
    await cache.use(({ query }) =>
      query
        .insertInto('reports')
        .values({ sample_id: sampleId, ...values })
        .onConflict((conflict) => conflict.column('sample_id').doUpdateSet(values))
        .execute(),
    )
    return { sample_id: sampleId, ...values }
  }

  /** Fetches the report first, since it may still grow. If that fails, returns the stored report with the reason. */
  const newest = async (sampleId: string): Promise<NewestReport> => {
    try {
      return { row: await fetchReport(sampleId), stored: null }
    } catch (error) {
      if (!isFailure(error) || error.code === 'notFound' || error.code === 'cancelled') throw error
      const row = await readStored(sampleId)
      if (!row) throw error
      return { row, stored: error.toData() }
    }
  }

  return {
    async report({ sampleId }) {
      const { row, stored } = await newest(sampleId)
      const { content_type: contentType, fetched_at: fetchedAt, bytes } = row
      const text = readText(contentType, bytes)
      return { sampleId, contentType, text, fetchedAt, sizeBytes: bytes.byteLength, stored }
    },
    async saveReport({ sampleId, fileId }) {
      const { row, stored } = await newest(sampleId)
      const { content_type: contentType, fetched_at: fetchedAt } = row
      const file = await files.write(fileId, [row.bytes])
      return { file, contentType, extension: extensionOf(contentType), fetchedAt, stored }
    },
  }
}

const isPage = (contentType: string): boolean => /\bx?html\b/i.test(contentType)

type NewestReport = { row: ReportRow; stored: SampleReport['stored'] }

/** Returns the file extension for the subtype of a content type; `bin` for unknown types. */
function extensionOf(contentType: string): string {
  const [kind = ''] = contentType.toLowerCase().split(';')
  const subtype = kind.trim().split('/')[1] ?? ''
  if (subtype.endsWith('json')) return 'json'
  if (subtype.endsWith('xhtml+xml')) return 'html'
  if (subtype.endsWith('xml')) return 'xml'
  return extensions.get(subtype) ?? 'bin'
}

const extensions: ReadonlyMap<string, string> = new Map([
  ['pdf', 'pdf'],
  ['html', 'html'],
  ['plain', 'txt'],
  ['csv', 'csv'],
])

/** Decodes the bytes of a text type in the encoding it names (default: UTF-8). Returns null for any other type. */
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
