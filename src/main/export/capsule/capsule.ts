import { createHash } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { Failure, rejected } from '../../../shared/contract/failures.ts'
import type { CapsuleCheck, CapsuleProblem } from '../../../shared/domain/studies/documents.ts'
import { allSamplesId } from '../../../shared/domain/studies/study.ts'
import { parseJson } from '../../../shared/json.ts'
import { type Message, message } from '../../../shared/words/message.ts'
import { type Archive, type Entry, openArchive, textOf, Unreadable, unpack } from '../../archive/archive.ts'
import { chunks } from '../../concurrency/chunks.ts'
import type { Database } from '../../ports.ts'
import type { JournalSchema } from '../../store/journal.ts'
import type { AnswersSchema } from '../../store/resultTables.ts'
import {
  type AnswerFile,
  anyManifestSchema,
  byPath,
  capsuleVersion,
  checkRecords,
  type ImportHead,
  type ImportOrder,
  isSafePath,
  type Manifest,
  manifestPath,
  manifestSchema,
  maxManifestBytes,
  maxManifestValues,
  type PathwayGroups,
  readAnswers,
  readCapsuleQuestions,
  readGroups,
  readImports,
  readRegister,
  readStudy,
  registerPath,
  type Skipped,
  UnexpectedContent,
} from './capsuleRecords.ts'
export type OpenCapsule = { archive: Archive; manifest: Manifest; check: CapsuleCheck }

/** The maximum size when unpacked: far above the content of a 4 GB capsule, and still readable to the end. */
const maxUnpackedBytes = 64 * 1024 ** 3

/**
 * The limits that detect a zip bomb. A million rows of one value beside their sample ids compress to 1/12 as CSV and to
 * 1/29 as JSON Lines (zlib, level 6), so a much better ratio above this size is meant to keep the reader busy.
 */
const packing = { times: 200, fromBytes: 50_000_000 }

const isBomb = (packedBytes: number, bytes: number): boolean =>
  bytes > packing.fromBytes && bytes > packing.times * packedBytes

/** Checks a capsule and returns the result of `work`. Throws `rejected` if it is none, `file` if unreadable. */
export async function withCapsule<T>(
  file: { path: string; name: string },
  work: (capsule: OpenCapsule) => Promise<T>,
): Promise<T> {
  const archive = await openArchive(file.path).catch((error: unknown) => {
    throw unreadableFile(file.name, error)
  })
  if (archive === null) throw notACapsule(file.name)
  try {
    const manifest = await readManifest(archive, file.name)
    return await work({ archive, manifest, check: await checkAll(archive, manifest, file.name) })
  } finally {
    await archive.close()
  }
}

/** Checks the records of a capsule too, which opening it does while it fills its databases. */
export const verifyCapsule = (file: { path: string; name: string }): Promise<CapsuleCheck> =>
  withCapsule(file, async (capsule) => {
    if (!capsule.check.intact) return capsule.check
    const problems = await checkRecords(capsule)
    const read = problems.length === 0 ? await readStudy(capsule) : null
    return {
      ...capsule.check,
      intact: problems.length === 0,
      problems,
      studyName: read?.study.name ?? null,
      note: read && skippedNote(read.skipped),
    }
  })

async function readManifest(archive: Archive, name: string): Promise<Manifest> {
  const [entry, ...others] = archive.entries.filter(({ path }) => path === manifestPath)
  if (!entry || others.length > 0) throw notACapsule(name)
  const text = await textOf(archive, entry, maxManifestBytes).catch((error: unknown) => {
    throw error instanceof Unreadable ? notACapsule(name) : error
  })
  if (countValues(text) > maxManifestValues) throw notACapsule(name)
  const json = parseJson(text)
  const any = anyManifestSchema.safeParse(json)
  if (any.success && any.data.version > capsuleVersion) throw tooNew(name)
  const manifest = manifestSchema.safeParse(json)
  if (!manifest.success) throw notACapsule(name)
  return manifest.data
}

/** Counts the commas, which separate values; file names contain none. */
function countValues(json: string): number {
  let count = 0
  for (let at = json.indexOf(','); at >= 0; at = json.indexOf(',', at + 1)) count += 1
  return count
}

async function checkAll(archive: Archive, manifest: Manifest, name: string): Promise<CapsuleCheck> {
  const problems = await problemsOf(archive, manifest)
  const { sha256, isUnchanged } = await hashAll(archive, manifest)
  // Each file may match the list although the archive is not as it was written.
  if (problems.length === 0 && !isUnchanged) problems.push({ path: name, problem: 'changed' })
  return {
    intact: problems.length === 0,
    sha256,
    sizeBytes: archive.sizeBytes,
    files: manifest.files.length,
    problems: problems.sort(byPath),
    madeAt: manifest.made_at,
    application: manifest.application,
    study: manifest.study,
    studyName: null,
    note: null,
    samples: manifest.samples,
    answers: manifest.answers,
    services: manifest.services,
    synthetic: manifest.synthetic,
  }
}

async function problemsOf(archive: Archive, { files }: Manifest): Promise<CapsuleProblem[]> {
  const problems: CapsuleProblem[] = []
  const report = (path: string, problem: CapsuleProblem['problem']) =>
    void problems.push({ path: toShown(path), problem })
  const listed = new Map(files.map((file) => [file.path, file]))
  for (const path of findDuplicates(files.map((file) => file.path))) report(path, 'unsafe')
  const duplicates = findDuplicates(archive.entries.map(({ path }) => path))
  for (const path of duplicates) report(path, 'unsafe')
  if (!listed.has(registerPath)) report(registerPath, 'missing')
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const isOneBomb = archive.entries.some(({ path, packedBytes }) =>
    isBomb(packedBytes, listed.get(path)?.bytes ?? 0),
  )
  const isTooMuch = total > maxUnpackedBytes || (!isOneBomb && isBomb(archive.sizeBytes, total))
  const presentPaths = new Set(archive.entries.map(({ path }) => path))
  for (const { path } of files)
    if (!presentPaths.has(path)) report(path, isSafePath(path) ? 'missing' : 'unsafe')
  for (const [index, entry] of archive.entries.entries()) {
    if (index % 20 === 0) await yieldToEventLoop()
    const { path, isUnsupported, isConsistent } = entry
    const file = listed.get(path)
    if (duplicates.has(path)) continue
    if (isUnsupported || !isSafePath(path) || (file && (isTooMuch || isBomb(entry.packedBytes, file.bytes))))
      report(path, 'unsafe')
    else if (path === manifestPath ? file : !file) report(path, 'unlisted')
    else if (!isConsistent || (file && !(await isAsListed(archive, entry, file)))) report(path, 'changed')
  }
  return problems
}

/** Replaces characters that a terminal may interpret; foreign names may contain them. */
const toShown = (path: string): string => path.slice(0, 300).replaceAll(/[^ -~]/g, '?')

/** Returns names that occur twice, ignoring case: on some systems one file would replace the other. */
function findDuplicates(paths: readonly string[]): Set<string> {
  const [seen, duplicates] = [new Set<string>(), new Set<string>()]
  for (const path of paths) {
    const plain = path.toLowerCase()
    if (seen.has(plain)) duplicates.add(path)
    seen.add(plain)
  }
  return duplicates
}

async function isAsListed(archive: Archive, entry: Entry, file: Manifest['files'][number]): Promise<boolean> {
  if (entry.bytes !== file.bytes) return false
  const sum = createHash('sha256')
  try {
    for await (const piece of unpack(archive, entry, file.bytes)) sum.update(piece)
  } catch (error) {
    if (error instanceof Unreadable) return false
    throw error
  }
  return sum.digest('hex') === file.sha256
}

/** Hashes the whole file. `isUnchanged`: all bytes before the list are as they were when the list was written. */
async function hashAll(
  archive: Archive,
  manifest: Manifest,
): Promise<{ sha256: string; isUnchanged: boolean }> {
  const all = createHash('sha256')
  const manifestOffset = archive.entries.find(({ path }) => path === manifestPath)?.at ?? 0
  for await (const piece of archive.bytes(0, manifestOffset)) all.update(piece)
  const before = all.copy().digest('hex')
  for await (const piece of archive.bytes(manifestOffset, archive.sizeBytes)) all.update(piece)
  const isUnchanged = manifestOffset === manifest.archive.bytes && before === manifest.archive.sha256
  return { sha256: all.digest('hex'), isUnchanged }
}

const notACapsule = (name: string) =>
  rejected(message('export.noStudyCapsuleDamaged', { name }), [
    { field: 'fileId', message: message('export.noStudyCapsule') },
  ])

const tooNew = (name: string) =>
  rejected(message('export.madeNewerVersionPathclock', { name }), [
    { field: 'fileId', message: message('export.newerVersion') },
  ])

const unreadableFile = (name: string, cause: unknown) =>
  new Failure('file', message('export.cannotRead', { name }), { name }, { cause })

type Stores = { journal: Database<JournalSchema>; answers: Database<AnswersSchema> }

/**
 * Fills new, empty databases with a capsule, each in one transaction. Returns the grouped pathway names, and a note
 * about skipped data. Throws `rejected` for files that are intact but not as Pathclock writes them.
 */
export async function fillStores(
  { journal, answers }: Stores,
  capsule: OpenCapsule,
): Promise<{ groups: PathwayGroups; note: Message | null }> {
  try {
    const skipped = await journal.transaction(async (query) => {
      await addImports(query, capsule)
      await addSamples(query, capsule)
      const skipped = await addStudy(query, capsule)
      await addQuestions(query, capsule)
      return skipped
    })
    await answers.transaction(async (query) => {
      for await (const answer of readAnswers(capsule)) await addAnswer(query, answer)
    })
    return { groups: await readGroups(capsule), note: skipped && skippedNote(skipped) }
  } catch (error) {
    if (error instanceof UnexpectedContent) throw foreignCapsuleFailure(error)
    throw isRefusedRow(error) ? refusedRow(error) : error
  }
}

/** True for errors of constraints (SQLITE_CONSTRAINT, SQLITE_MISMATCH), which a valid capsule never causes. */
const isRefusedRow = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && [19, 20].includes(Number(error.errcode) & 0xff)

type Journal = Stores['journal']['query']

async function addImports(query: Journal, capsule: OpenCapsule): Promise<void> {
  for await (const { head, orders } of readImports(capsule)) {
    await query.insertInto('batches').values(toBatch(head)).execute()
    for await (const order of orders)
      await query.insertInto('ledger').values(toOrder(head.batch_id, order)).execute()
  }
}

/** Returns the batch as done: nothing in a capsule waits to be sent. */
const toBatch = ({ mapping, read_as, transform, order_fields, corrections, ...head }: ImportHead) => ({
  ...head,
  mapping: JSON.stringify(mapping),
  read_as: JSON.stringify(read_as),
  state: 'done' as const,
  lease_owner: null,
  lease_until_ms: 0,
  made_by: null,
  recipe: transform === null ? null : JSON.stringify({ transform, sendAs: order_fields ?? {} }),
  changes: JSON.stringify(corrections),
})

function toOrder(batchId: string, { fields, notes, ...order }: ImportOrder) {
  return {
    ...order,
    batch_id: batchId,
    fields: JSON.stringify(fields),
    notes: notes === null ? null : JSON.stringify(notes),
    // The real key belongs to the laboratory. This one is not sent.
    idempotency_key: `capsule ${batchId} ${order.row}`,
    state: 'created' as const,
    message: null,
    withdrawn: null,
  }
}

async function addSamples(query: Journal, capsule: OpenCapsule): Promise<void> {
  for await (const { annotation, fields, synthetic, ...sample } of readRegister(capsule)) {
    await query
      .insertInto('samples')
      .values({ ...sample, fields: JSON.stringify(fields), synthetic: synthetic ? 1 : 0 })
      .execute()
    if (annotation === null) continue
    const { group, tags, note, changed_at } = annotation
    await query
      .insertInto('annotations')
      .values({
        sample_id: sample.sample_id,
        group_name: group,
        tags: JSON.stringify(tags),
        note,
        fields: JSON.stringify(annotation.fields),
        changed_at,
        changed_by: '',
      })
      .execute()
  }
}

/** Adds the comparisons and models that were run to the study of the capsule, or to all samples. */
async function addQuestions(query: Journal, capsule: OpenCapsule): Promise<void> {
  const studyId = (await readStudy(capsule))?.study.study_id ?? allSamplesId
  for (const { request, ...question } of await readCapsuleQuestions(capsule))
    await query
      .insertInto('study_questions')
      .values({
        ...question,
        study_id: studyId,
        // A capsule records no questions, so digests are not compared.
        digest: question.question_id,
        request: JSON.stringify(request) ?? 'null',
      })
      .execute()
}

/** Adds the study with all samples of the capsule. Returns the number of skipped parts. */
async function addStudy(query: Journal, capsule: OpenCapsule): Promise<Skipped | null> {
  const read = await readStudy(capsule)
  if (!read) return null
  const { study, skipped } = read
  const { comparisons, design, boards, ...row } = study
  await query
    .insertInto('studies')
    .values({ ...row, design: JSON.stringify({ ...design, boards }), archived_at: null })
    .execute()
  for (const { request, ...comparison } of comparisons)
    await query
      .insertInto('study_comparisons')
      .values({ ...comparison, study_id: study.study_id, request: JSON.stringify(request) })
      .execute()
  if (study.study_id === allSamplesId) return skipped
  await query
    .insertInto('study_samples')
    .columns(['study_id', 'sample_id', 'added_at'])
    .expression(({ selectFrom, val }) =>
      selectFrom('samples').select([
        val(study.study_id).as('study_id'),
        'sample_id',
        val(study.changed_at).as('added_at'),
      ]),
    )
    .execute()
  return skipped
}

async function addAnswer(query: Stores['answers']['query'], file: AnswerFile) {
  const { scores, clock_values, ...answer } = file
  const { analysis_id } = answer
  await query
    .insertInto('analyses')
    .values({
      ...answer,
      request: JSON.stringify(answer.request),
      raw: JSON.stringify(answer.raw),
      synthetic: answer.synthetic ? 1 : 0,
      current: answer.current ? 1 : 0,
    })
    .execute()
  for (const rows of chunks(scores.map((row) => ({ analysis_id, ...row }))))
    await query.insertInto('scores').values(rows).execute()
  for (const rows of chunks(clock_values.map((row) => ({ analysis_id, ...row }))))
    await query.insertInto('clock_values').values(rows).execute()
}

function skippedNote({ boards, comparisons }: Skipped): Message | null {
  const total = boards + comparisons
  if (total === 0) return null
  const ofBoards = message('export.boards', { count: boards })
  const ofComparisons = message('export.savedComparisons', { count: comparisons })
  const what =
    boards === 0
      ? ofComparisons
      : comparisons === 0
        ? ofBoards
        : message('files.and', { ofBoards, ofComparisons })
  return message('export.capsuleNeedNewerVersion', { what, count: total })
}

/** Returns the failure for a capsule that is not as Pathclock writes it. The validator's message is only the cause. */
function foreignCapsuleFailure(cause: UnexpectedContent): Failure {
  const { path, problem, line } = cause.problem
  const name = toShown(path)
  const isRepeated = problem === 'repeated'
  if (line === undefined)
    return damaged(
      isRepeated
        ? message('export.repeatsWhatAnotherFile', { name })
        : message('export.notPathclockWrites', { name }),
      cause,
    )
  const at = { line, name }
  return damaged(
    isRepeated ? message('export.lineRepeatsWhatStands', at) : message('export.lineNotPathclockWrites', at),
    cause,
  )
}

const refusedRow = (cause: unknown): Failure => damaged(message('export.samplesOrdersResultsNot'), cause)

const damaged = (why: Message, cause: unknown): Failure =>
  rejected(
    message('export.capsuleDamagedNotOpened', { why }),
    [{ field: 'fileId', message: message('shared.damaged') }],
    { cause },
  )
