import type { Handlers } from '../../shared/contract/contract.ts'
import { Failure } from '../../shared/contract/failures.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Clock, Database, Emit, Random, RemoteService } from '../ports.ts'
import { among } from '../store/among.ts'
import type { CacheSchema } from '../store/cache.ts'
import type { JournalSchema } from '../store/journal.ts'
import { createAnswers } from './answers.ts'
import { createResults, type Results } from './results.ts'
import { runAnalyses, type WaitUntilFinal } from './run.ts'
import { counted } from './runReport.ts'

export type Analyses = {
  run: Handlers['analyses.run']
  matrix: Handlers['results.matrix']
  page: Handlers['results.page']
  sample: Handlers['results.sample']
  /** When each sample's current pathway analysis was fetched (ISO 8601); others are left out. */
  analysedAt: Results['analysedAt']
}

/** Pathway analysis and pathway clock of the register's samples: fetched as a job, kept, and read as tables. */
export function createAnalyses(options: {
  journal: Database<JournalSchema>
  cache: Database<CacheSchema>
  remote: Pick<RemoteService, 'pathwayAnalysis' | 'pathwayClock'>
  jobs: Jobs
  waitUntilFinal: WaitUntilFinal
  clock: Clock
  random: Random
  emit: Emit
}): Analyses {
  const { journal, cache, jobs, random } = options
  const answers = createAnswers({ cache, random })
  const results = createResults({ journal, cache })

  return {
    async run(request) {
      const sampleIds = await chosenSamples(journal, request.sampleIds)
      const spec = {
        kind: 'analysis' as const,
        title: `Pathway analysis of ${counted(sampleIds.length)}`,
        total: sampleIds.length,
      }
      const jobId = jobs.start(spec, (progress, signal) =>
        runAnalyses({ ...options, answers }, { ...request, sampleIds }, progress, signal),
      )
      return { jobId }
    },
    matrix: ({ measure, limit }) => results.matrix({ measure, offset: 0, limit }),
    page: async ({ measure, page, limit }) => ({
      matrix: await results.matrix({ measure, offset: (page - 1) * limit, limit }),
      page,
    }),
    sample: ({ sampleId }) => results.sample(sampleId),
    analysedAt: (sampleIds) => results.analysedAt(sampleIds),
  }
}

/** The samples asked for, each once, or all of the register. */
async function chosenSamples(journal: Database<JournalSchema>, asked: string[]): Promise<string[]> {
  const all = journal.query.selectFrom('samples').select('sample_id')
  const rows = await (asked.length === 0 ? all : all.where('sample_id', 'in', among(asked))).execute()
  const known = new Set(rows.map((row) => row.sample_id))
  const stranger = asked.find((sampleId) => !known.has(sampleId))
  if (stranger !== undefined)
    throw new Failure('notFound', `The sample ${stranger} is not in the register of this computer.`, {
      what: 'sample',
    })
  if (known.size === 0)
    throw new Failure('notFound', 'There are no samples to analyse. Import a sample sheet first.', {
      what: 'sample',
    })
  return [...known]
}
