import type { Kysely, Updateable } from 'kysely'
import type { Handlers, Services } from '../../shared/contract/contract.ts'
import { notFound, rejected } from '../../shared/contract/failures.ts'
import type { SampleChoice } from '../../shared/domain/results/cohort.ts'
import type { StudyOverview } from '../../shared/domain/studies/overview.ts'
import {
  allSamplesId,
  chosenDesignSchema,
  type ImportStudy,
  type SavedComparison,
  type Study,
  type StudySummary,
  savedComparisonSchema,
} from '../../shared/domain/studies/study.ts'
import { suggestDesign } from '../../shared/domain/studies/suggestions.ts'
import { parseJson } from '../../shared/json.ts'
import { joinMessages, joinNotices, type Message, message } from '../../shared/words/message.ts'
import { chunks } from '../concurrency/chunks.ts'
import type { Clock, Database, Emit, Random } from '../ports.ts'
import { boundList } from '../store/boundList.ts'
import type { JournalSchema } from '../store/journal.ts'
import { untilChanged } from '../store/untilChanged.ts'

export { createAnalyzeWhenReady } from './analyzeWhenReady.ts'
export { recordQuestions } from './questions.ts'

import type { AnalyzeWhenReadyDeps } from './analyzeWhenReady.ts'
import { readBoards, readObject, withBoard, withoutBoard } from './boards.ts'
import { type OverviewResults, readCautions, readOverview } from './overview/overview.ts'
import { readQuestions } from './questions.ts'
import {
  type AnalyzedIds,
  readStudyNames,
  readStudyRow,
  readSummaries,
  readSummary,
  type StudyRow,
} from './summaries.ts'

export type Studies = Services['studies']

type StudiesDeps = {
  journal: Database<JournalSchema>
  /** Returns the chosen samples in the order of the register. */
  chooseSamples: (of: SampleChoice) => Promise<string[]>
  covariates: Handlers['results.covariates']
  values: Handlers['results.values']
  analyzedIds: AnalyzedIds
  /** True while the analysis requested by the import of a batch is running. */
  isAnalyzing(batchId: string): boolean
  /** Outcomes of the requested analyses of these samples. */
  requested: AnalyzeWhenReadyDeps['requested']
  isUnderWay(sampleId: string): boolean
  results: OverviewResults
  clock: Clock
  random: Random
  emit: Emit
}

type Query = Kysely<JournalSchema>

const previewSamples = 60

/** The samples written per transaction. Small enough that the first appear soon and other writers get their turn. */
const samplesPerTransaction = 2000

/** Creates the studies of a workspace: which samples belong together, and how they are grouped and compared. */
export function createStudies(deps: StudiesDeps): Studies {
  const { journal, chooseSamples, clock, random, emit } = deps
  const { query } = journal
  const now = (): string => new Date(clock.now()).toISOString()
  const changed = (samples = false): void => emit('studies.changed', { samples })

  const load = async (studyId: string, of: SampleChoice = { filter: { study: studyId } }) => {
    const row = await findRow(query, studyId)
    const covariates = await deps.covariates({ of })
    const study = toStudy(row, await readComparisons(query, studyId), suggestDesign(covariates))
    return { study, covariates }
  }
  const summaries = untilChanged(query, (analyzed: ReadonlySet<string>) => readSummaries(query, analyzed))
  const show = async (studyId: string): Promise<Study> => (await load(studyId)).study
  const summarize = async (studyId: string): Promise<StudySummary> => {
    const summary = await readSummary(query, deps.analyzedIds, studyId)
    if (!summary) throw noStudy()
    return summary
  }

  /** Counts the samples that findings wait for: ordered, processing, or with a requested analysis. Null if there are none. */
  const findUnfinished = async ({ studyId, stages }: StudySummary): Promise<StudyOverview['unfinished']> => {
    const requested = stages.ready === 0 ? 0 : await countRequested(studyId)
    const unfinished = stages.ordered + stages.processing + requested
    return unfinished === 0 ? null : { analyzed: stages.analyzed, total: stages.analyzed + unfinished }
  }

  const countRequested = async (studyId: string): Promise<number> => {
    const ready = await chooseSamples({ filter: { study: studyId, stages: ['ready'] } })
    const requested = await deps.requested(ready)
    const waiting = await samplesAnalyzedWhenReady(query, ready)
    return ready.filter(
      (id) =>
        deps.isUnderWay(id) || requested.get(id) === 'underWay' || (waiting.has(id) && !requested.has(id)),
    ).length
  }

  /** Describes the work of a study that costs money and continues on its own. Null if there is none. */
  const stillRunning = async (studyId: string): Promise<Message | null> => {
    const batches = await query
      .selectFrom('study_batches')
      .innerJoin('batches', 'batches.batch_id', 'study_batches.batch_id')
      .select(['batches.batch_id as batchId', 'state'])
      .where('study_id', '=', studyId)
      .execute()
    const running = joinNotices(
      batches.some(({ state }) => state === 'running') ? message('studies.ordersStillSent') : null,
      batches.some(({ batchId }) => deps.isAnalyzing(batchId))
        ? message('studies.analysisSamplesGoes')
        : null,
    )
    return running && joinMessages([running, message('studies.stopOpenTasks')])
  }

  /** Runs `work` in one transaction per chunk and sums its results. Emits `studies.changed`, also if a chunk fails. */
  const inPieces = async (
    sampleIds: readonly string[],
    work: (query: Query, sampleIds: readonly string[]) => Promise<number>,
  ): Promise<number> => {
    let sum = 0
    try {
      for (const chunk of chunks(sampleIds, samplesPerTransaction))
        sum += await journal.transaction((query) => work(query, chunk))
      return sum
    } finally {
      changed(true)
    }
  }

  const changeDesign = async (studyId: string, change: (design: string) => string): Promise<void> => {
    await journal.transaction(async (query) => {
      const row = await requireRow(query, studyId, now())
      await updateStudy(query, studyId, { design: change(row.design), changed_at: now() })
    })
    changed()
  }

  return {
    async list({ archived }) {
      const all = await summaries(await deps.analyzedIds())
      return all.filter((study) => (study.archivedAt !== null) === archived)
    },
    names: () => readStudyNames(query),
    summary: ({ studyId }) => summarize(studyId),
    show: ({ studyId }) => show(studyId),
    async preview({ studyId }) {
      await findRow(query, studyId)
      const all = await chooseSamples({ filter: { study: studyId, hasResult: true } })
      const of = { sampleIds: all.slice(0, previewSamples) }
      const page = { pathways: [], offset: 0, limit: previewSamples }
      return deps.values({ measure: 'activity', of, view: { kind: 'z' }, ...page })
    },
    async overview({ studyId, interim = false }) {
      const sampleIds = await chooseSamples({ filter: { study: studyId } })
      const loaded = await load(studyId, { sampleIds })
      const summary = await summarize(studyId)
      const unfinished = await findUnfinished(summary)
      return readOverview(deps.results, { ...loaded, summary, sampleIds, unfinished, interim })
    },
    async cautions({ studyId, independent = [], ...request }) {
      if (studyId === undefined) return readCautions(deps.results, request, { independent, unfinished: null })
      const { design } = await show(studyId)
      const unfinished = await findUnfinished(await summarize(studyId))
      const all = [...design.independent, ...independent]
      return readCautions(deps.results, request, { independent: all, unfinished })
    },
    async create({ name, question, of }) {
      const sampleIds = of ? await chooseSamples(of) : []
      const studyId = random.id()
      await journal.transaction(async (query) => {
        await requireFreeName(query, name)
        await insertStudy(query, { studyId, name, question }, now())
        for (const chunk of chunks(sampleIds, samplesPerTransaction))
          await addSamples(query, studyId, chunk, now())
      })
      changed(sampleIds.length > 0)
      return show(studyId)
    },
    async change({ studyId, name, question, notes, design, replaces = {} }) {
      await journal.transaction(async (query) => {
        const row = await requireRow(query, studyId, now())
        requireUnchanged(row, replaces, { name, question, notes })
        if (name !== undefined && name !== row.name) await requireFreeName(query, name, studyId)
        await updateStudy(query, studyId, {
          name: name?.toWellFormed() ?? row.name,
          question: question?.toWellFormed() ?? row.question,
          notes: notes?.toWellFormed() ?? row.notes,
          // Parts written by another version remain.
          ...(design && { design: JSON.stringify({ ...readObject(row.design), ...design }) }),
          changed_at: now(),
        })
      })
      changed()
      return show(studyId)
    },
    async archive({ studyId, archived }) {
      if (studyId === allSamplesId) throw rejected(message('studies.allSamplesCannotArchived'))
      await findRow(query, studyId)
      await updateStudy(query, studyId, { archived_at: archived ? now() : null, changed_at: now() })
      changed()
      return { ...(await show(studyId)), stillRunning: archived ? await stillRunning(studyId) : null }
    },
    async addSamples({ studyId, of }) {
      await requireListed(query, studyId)
      const sampleIds = await chooseSamples(of)
      const added = await inPieces(sampleIds, (query, chunk) => addSamples(query, studyId, chunk, now()))
      return { added, alreadyThere: sampleIds.length - added }
    },
    async removeSamples({ studyId, of }) {
      await requireListed(query, studyId)
      const sampleIds = await chooseSamples(of)
      const removed = await inPieces(sampleIds, (query, chunk) => removeSamples(query, studyId, chunk, now()))
      return { removed }
    },
    async ofSample({ sampleId }) {
      return query
        .selectFrom('study_samples')
        .innerJoin('studies', 'studies.study_id', 'study_samples.study_id')
        .select(['studies.study_id as studyId', 'name'])
        .where('sample_id', '=', sampleId)
        .where('archived_at', 'is', null)
        .orderBy(({ fn }) => fn('lower', ['name']))
        .execute()
    },
    async boards({ studyId }) {
      return readBoards((await findRow(query, studyId)).design)
    },
    async saveBoard({ studyId, board, replaces }) {
      await changeDesign(studyId, (design) => withBoard(design, board, replaces))
      return board
    },
    async removeBoard({ studyId, board }) {
      await changeDesign(studyId, (design) => withoutBoard(design, board))
      return null
    },
    async saveComparison({ studyId, name, request, replaces }) {
      const saved = { comparisonId: random.id(), name: name.toWellFormed(), savedAt: now() }
      await journal.transaction(async (query) => {
        await requireRow(query, studyId, saved.savedAt)
        await requireFreeComparisonName(query, { studyId, name: saved.name }, replaces)
        if (replaces !== null)
          await query
            .deleteFrom('study_comparisons')
            .where('study_id', '=', studyId)
            .where('name', '=', saved.name)
            .execute()
        await query
          .insertInto('study_comparisons')
          .values({
            comparison_id: saved.comparisonId,
            study_id: studyId,
            name: saved.name,
            request: JSON.stringify(request),
            saved_at: saved.savedAt,
          })
          .execute()
      })
      changed()
      return { ...saved, request }
    },
    async renameComparison({ comparisonId, name }) {
      await journal.transaction(async (query) => {
        const saved = await query
          .selectFrom('study_comparisons')
          .select('study_id')
          .where('comparison_id', '=', comparisonId)
          .executeTakeFirst()
        if (!saved) throw notFound(message('studies.noSuchComparison'), message('studies.comparison'))
        const { study_id: studyId } = saved
        await requireFreeComparisonName(query, { studyId, name: name.toWellFormed() }, comparisonId)
        await query
          .updateTable('study_comparisons')
          .set({ name: name.toWellFormed() })
          .where('comparison_id', '=', comparisonId)
          .execute()
      })
      changed()
      return null
    },
    async removeComparison({ comparisonId }) {
      await query.deleteFrom('study_comparisons').where('comparison_id', '=', comparisonId).execute()
      changed()
      return null
    },
    async questions({ studyId }) {
      await findRow(query, studyId)
      return readQuestions(query, studyId)
    },
  }
}

/** Returns those samples that belong to batches imported with “Analyze when ready” that are not done. */
async function samplesAnalyzedWhenReady(
  query: Query,
  sampleIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await query
    .selectFrom('samples')
    .innerJoin('study_batches', 'study_batches.batch_id', 'samples.batch_id')
    .select('sample_id as sampleId')
    .where('analyze', '=', 'whenReady')
    .where('sample_id', 'in', boundList(sampleIds))
    .execute()
  return new Set(rows.map(({ sampleId }) => sampleId))
}

type Texts = Partial<Record<'name' | 'question' | 'notes', string | undefined>>

/** Throws `rejected` if a stored text is neither the one it `replaces` nor already the new one. */
function requireUnchanged(stored: Required<Texts>, replaces: Texts, next: Texts): void {
  const changed = (['name', 'question', 'notes'] as const).filter(
    (part) => replaces[part] !== undefined && ![replaces[part], next[part]].includes(stored[part]),
  )
  if (changed.length > 0)
    throw rejected(
      message('studies.studyChangedAnotherWindow'),
      changed.map((field) => ({ field, message: message('studies.notWhatStored') })),
    )
}

/** Throws `rejected` if the study has another comparison of this name than `own`. */
async function requireFreeComparisonName(
  query: Query,
  { studyId, name }: { studyId: string; name: string },
  own: string | null,
): Promise<void> {
  const stored = await query
    .selectFrom('study_comparisons')
    .select('comparison_id')
    .where('study_id', '=', studyId)
    .where('name', '=', name)
    .executeTakeFirst()
  if (stored && stored.comparison_id !== own)
    throw nameTaken(message('studies.studyComparisonCalledAlready', { name }))
}

/**
 * Puts a batch into its study, inside the transaction that writes the batch. A new study whose name is taken gets a
 * number. Returns its id. Throws `notFound`, and `rejected` for an archived study.
 */
export async function placeBatch(
  query: Query,
  batch: {
    batchId: string
    study: ImportStudy
    analyzeWhenReady: boolean
    newId: string
    /** The samples of the same file that were ordered earlier. */
    orderedBefore: readonly string[]
  },
  nowIso: string,
): Promise<string> {
  const { study, newId, orderedBefore } = batch
  const { studyId } = await addToStudy(query, { study, newId, sampleIds: orderedBefore }, nowIso)
  const analyze = batch.analyzeWhenReady ? 'whenReady' : 'no'
  if (studyId === allSamplesId) {
    if (analyze === 'no') return studyId
    await requireRow(query, studyId, nowIso)
  }
  await query
    .insertInto('study_batches')
    .values({ study_id: studyId, batch_id: batch.batchId, analyze })
    .execute()
  return studyId
}

/** Puts samples into an existing or a new study, all or none. Throws as `placeBatch` does. */
export async function addToStudy(
  query: Query,
  { study, newId, sampleIds }: { study: ImportStudy; newId: string; sampleIds: readonly string[] },
  nowIso: string,
): Promise<{ studyId: string; added: number }> {
  const studyId = 'studyId' in study ? study.studyId : newId
  if ('studyId' in study) await requireActive(query, studyId)
  else await insertStudy(query, { studyId, name: await freeName(query, study.name), question: '' }, nowIso)
  let added = 0
  if (studyId === allSamplesId) return { studyId, added }
  for (const chunk of chunks(sampleIds, samplesPerTransaction))
    added += await addSamples(query, studyId, chunk, nowIso)
  return { studyId, added }
}

const insertStudy = (
  query: Query,
  { studyId, name, question }: { studyId: string; name: string; question: string },
  nowIso: string,
) =>
  query
    .insertInto('studies')
    .values({
      study_id: studyId,
      name: name.toWellFormed(),
      question: question.toWellFormed(),
      created_at: nowIso,
      changed_at: nowIso,
      archived_at: null,
    })
    .execute()

async function addSamples(
  query: Query,
  studyId: string,
  sampleIds: readonly string[],
  nowIso: string,
): Promise<number> {
  const known = await query
    .selectFrom('study_samples')
    .select('sample_id')
    .where('study_id', '=', studyId)
    .where('sample_id', 'in', boundList(sampleIds))
    .execute()
  const members = new Set(known.map((row) => row.sample_id))
  const added = sampleIds.filter((sampleId) => !members.has(sampleId))
  if (added.length > 0)
    await query
      .insertInto('study_samples')
      .values(added.map((sample_id) => ({ study_id: studyId, sample_id, added_at: nowIso })))
      .execute()
  await updateStudy(query, studyId, { changed_at: nowIso })
  return added.length
}

async function removeSamples(
  query: Query,
  studyId: string,
  sampleIds: readonly string[],
  nowIso: string,
): Promise<number> {
  const { numDeletedRows } = await query
    .deleteFrom('study_samples')
    .where('study_id', '=', studyId)
    .where('sample_id', 'in', boundList(sampleIds))
    .executeTakeFirst()
  await updateStudy(query, studyId, { changed_at: nowIso })
  return Number(numDeletedRows)
}

const updateStudy = (query: Query, studyId: string, values: Updateable<JournalSchema['studies']>) =>
  query.updateTable('studies').set(values).where('study_id', '=', studyId).execute()

async function findRow(query: Query, studyId: string) {
  const row = await readStudyRow(query, studyId)
  if (!row) throw noStudy()
  return row
}

const noStudy = () => notFound(message('studies.noSuchStudy'), message('studies.study'))

const nameTaken = (text: Message) =>
  rejected(text, [{ field: 'name', message: message('studies.nameTaken') }])

/** Like `findRow`, before a change or a reference. Inserts the row of “All samples” first. */
async function requireRow(query: Query, studyId: string, nowIso: string) {
  const row = await findRow(query, studyId)
  if (studyId === allSamplesId)
    await query
      .insertInto('studies')
      .values({ ...row, changed_at: nowIso })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return row
}

/** Throws if the study is archived. */
async function requireActive(query: Query, studyId: string): Promise<void> {
  const row = await findRow(query, studyId)
  if (row.archived_at !== null)
    throw rejected(message('studies.studyArchivedRestoreChoose', { name: row.name }))
}

/** Throws for “All samples”, whose members cannot be added or removed. */
async function requireListed(query: Query, studyId: string): Promise<void> {
  if (studyId === allSamplesId) throw rejected(message('studies.everySampleBelongsAll'))
  await requireActive(query, studyId)
}

/** The names of “All samples”, also on the command line. */
const namesOfAllSamples: readonly string[] = [allSamplesId, 'all samples']

async function takenNames(query: Query, butFor?: string): Promise<Set<string>> {
  const rows = await query.selectFrom('studies').select(['study_id', 'name']).execute()
  const others = rows.flatMap(({ study_id, name }) => (study_id === butFor ? [] : [name.toLowerCase()]))
  return new Set([...others, ...namesOfAllSamples])
}

async function requireFreeName(query: Query, name: string, butFor?: string): Promise<void> {
  if (namesOfAllSamples.includes(name.toLowerCase())) {
    if (butFor === allSamplesId) return
    throw nameTaken(message('studies.alwaysMeansAllSamples', { name }))
  }
  if ((await takenNames(query, butFor)).has(name.toLowerCase()))
    throw nameTaken(message('studies.studyCalledAlreadyChoose', { name }))
}

async function freeName(query: Query, name: string): Promise<string> {
  const taken = await takenNames(query)
  let free = name
  // The name is cut to leave room for the number.
  for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${name.slice(0, 190)} (${number})`
  return free
}

async function readComparisons(query: Query, studyId: string): Promise<SavedComparison[]> {
  const rows = await query
    .selectFrom('study_comparisons')
    .selectAll()
    .where('study_id', '=', studyId)
    .orderBy('saved_at')
    .execute()
  return rows.flatMap((row) => {
    // Comparisons that another version wrote, or that are damaged, are skipped.
    const request = savedComparisonSchema.safeParse(parseJson(row.request)).data
    return request ? { comparisonId: row.comparison_id, name: row.name, request, savedAt: row.saved_at } : []
  })
}

/** Parses each part on its own, so a part that is damaged or from another version does not discard the others. */
function parseDesign(text: string): Partial<Study['design']> {
  const parts = Object.entries(readObject(text)).map(
    ([part, value]) => chosenDesignSchema.safeParse({ [part]: value }).data ?? {},
  )
  return Object.assign({}, ...parts)
}

function toStudy(row: StudyRow, comparisons: SavedComparison[], suggested: Study['design']): Study {
  const chosen = parseDesign(row.design)
  // Suggestions for one group field do not apply to another.
  const isSuggestedField = chosen.groupBy === undefined || chosen.groupBy === suggested.groupBy
  const ofField = isSuggestedField ? suggested : { ...suggested, groups: [], control: null }
  return {
    studyId: row.study_id,
    name: row.name,
    question: row.question,
    notes: row.notes,
    design: { ...ofField, ...chosen },
    chosen: (['groupBy', 'groups', 'control', 'pairBy', 'independent'] as const).filter(
      (part) => part in chosen,
    ),
    comparisons,
    createdAt: row.created_at,
    changedAt: row.changed_at,
    archivedAt: row.archived_at,
  }
}
