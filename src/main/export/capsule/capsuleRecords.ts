import { z } from 'zod'
import { compareText } from '../../../shared/compareText.ts'
import {
  fileChangeSchema,
  mappingSchema,
  readAsSchema,
  transformSchema,
} from '../../../shared/domain/samples/importing.ts'
import { sampleStateSchema } from '../../../shared/domain/samples/sample.ts'
import { type Board, boardSchema, mostBoards } from '../../../shared/domain/studies/board.ts'
import { type CapsuleProblem, studyChoiceSchema } from '../../../shared/domain/studies/documents.ts'
import { chosenDesignSchema, savedComparisonSchema } from '../../../shared/domain/studies/study.ts'
import { type Archive, type Entry, linesOf, textOf, Unreadable } from '../../archive/archive.ts'
import { withTransform } from '../../store/legacyJson.ts'

/** The samples of a capsule. Without them the rest has no meaning. */
export const registerPath = 'register.jsonl'

/** The study of the capsule; missing for other samples and in older capsules. */
export const studyPath = 'study.json'
export const questionsPath = 'questions.json'

/** The maximum size of one result or head of an import: more than the service may send, with its parsed numbers. */
const maxFileBytes = 96 * 1024 * 1024

type Records = { archive: Archive; manifest: Manifest }

/** Thrown for a file that is intact but not as Pathclock writes it. `line`: the first such line, starting at 1. */
export class UnexpectedContent extends Error {
  override readonly name = 'UnexpectedContent'
  readonly problem: CapsuleProblem & { problem: 'unreadable' | 'repeated' }
  constructor(problem: 'unreadable' | 'repeated', path: string, line?: number, cause?: unknown) {
    super(`${path} ${problem}`, { cause })
    this.problem = { path, problem, ...(line === undefined ? {} : { line }) }
  }
}

/** Returns a function that throws for a repeated id. */
function createOnce(): (id: string, path: string, line?: number) => void {
  const seen = new Set<string>()
  return (id, path, line) => {
    if (seen.has(id)) throw new UnexpectedContent('repeated', path, line)
    seen.add(id)
  }
}

const entriesIn = ({ archive }: Records, folder: string): Entry[] =>
  archive.entries.filter(({ path }) => path.startsWith(folder)).sort((a, b) => (a.path < b.path ? -1 : 1))

function parseAs<T>(schema: z.ZodType<T>, text: string, path: string, line?: number): T {
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    throw new UnexpectedContent('unreadable', path, line, error)
  }
}

async function parseFile<T>(schema: z.ZodType<T>, { archive }: Records, entry: Entry): Promise<T> {
  let text: string
  try {
    text = await textOf(archive, entry, maxFileBytes)
  } catch (error) {
    throw error instanceof Unreadable
      ? new UnexpectedContent('unreadable', entry.path, undefined, error)
      : error
  }
  return parseAs(schema, text, entry.path)
}

async function* parseLines<T>(
  schema: z.ZodType<T>,
  { archive }: Records,
  entry: Entry,
): AsyncGenerator<{ value: T; line: number }> {
  let line = 0
  try {
    for await (const text of linesOf(archive, entry)) {
      line += 1
      yield { value: parseAs(schema, text, entry.path, line), line }
    }
  } catch (error) {
    throw error instanceof Unreadable
      ? new UnexpectedContent('unreadable', entry.path, line + 1, error)
      : error
  }
}

/** Reads the samples. Throws `UnexpectedContent`, also if their number differs from the manifest. */
export async function* readRegister(capsule: Records): AsyncGenerator<z.infer<typeof registerLineSchema>> {
  const once = createOnce()
  let samples = 0
  for (const entry of entriesIn(capsule, registerPath))
    for await (const { value, line } of parseLines(registerLineSchema, capsule, entry)) {
      once(value.sample_id, entry.path, line)
      samples += 1
      yield value
    }
  if (samples !== capsule.manifest.samples) throw new UnexpectedContent('unreadable', registerPath)
}

/** The numbers of parts that this version cannot read; a newer one may. */
export type Skipped = { boards: number; comparisons: number }

export async function readStudy(capsule: Records): Promise<{ study: StudyFile; skipped: Skipped } | null> {
  const entry = capsule.archive.entries.find(({ path }) => path === studyPath)
  if (!entry) return null
  const file = await parseFile(studyFileSchema, capsule, entry)
  const boards = readable(boardSchema, file.boards.slice(0, mostBoards))
  const comparisons = readable(comparisonSchema, file.comparisons)
  return {
    study: { ...file, boards, comparisons },
    skipped: {
      boards: file.boards.length - boards.length,
      comparisons: file.comparisons.length - comparisons.length,
    },
  }
}

/** Returns the comparisons and models that were run where the capsule was made. Older capsules have none. */
export async function readCapsuleQuestions(capsule: Records): Promise<CapsuleQuestion[]> {
  const entry = capsule.archive.entries.find(({ path }) => path === questionsPath)
  if (!entry) return []
  const { questions } = await parseFile(questionsFileSchema, capsule, entry)
  return [...new Map(readable(questionSchema, questions).map((one) => [one.question_id, one])).values()]
}

const readable = <T>(schema: z.ZodType<T>, entries: readonly unknown[]): T[] =>
  entries.flatMap((entry) => schema.safeParse(entry).data ?? [])

export type ImportHead = z.infer<typeof importSchema>
export type ImportOrder = z.infer<typeof orderSchema>

export async function* readImports(
  capsule: Records,
): AsyncGenerator<{ head: ImportHead; orders: AsyncIterable<ImportOrder> }> {
  const once = createOnce()
  for (const entry of entriesIn(capsule, 'imports/').filter(({ path }) => path.endsWith('.json'))) {
    const head = await parseFile(importSchema, capsule, entry)
    once(head.batch_id, entry.path)
    yield { head, orders: readOrders(capsule, entry.path.replace('.json', '-orders.jsonl')) }
  }
}

async function* readOrders(capsule: Records, path: string): AsyncGenerator<ImportOrder> {
  const once = createOnce()
  const entry = capsule.archive.entries.find((one) => one.path === path)
  if (!entry) return
  for await (const { value, line } of parseLines(orderSchema, capsule, entry)) {
    once(`${value.row}`, path, line)
    yield value
  }
}

export async function* readAnswers(capsule: Records): AsyncGenerator<AnswerFile> {
  const once = createOnce()
  const oneCurrent = createOnce()
  for (const entry of entriesIn(capsule, 'answers/')) {
    const answer = await parseFile(answerFileSchema, capsule, entry)
    const { analysis_id, current, sample_id, kind, scores, clock_values } = answer
    once(analysis_id, entry.path)
    if (current) oneCurrent(`${kind} ${sample_id}`, entry.path)
    const [onePathway, oneValue] = [createOnce(), createOnce()]
    for (const { pathway } of scores) onePathway(pathway, entry.path)
    for (const { name } of clock_values) oneValue(name, entry.path)
    yield answer
  }
}

/** Returns the pathway names that were grouped where the capsule was made. */
export async function readGroups(capsule: Records): Promise<PathwayGroups> {
  const [entry] = entriesIn(capsule, 'pathways.json')
  return entry ? (await parseFile(pathwaysFileSchema, capsule, entry)).groups : []
}

/** Returns problems that the list of a capsule cannot show: the first problem of each kind of record. */
export async function checkRecords(capsule: Records): Promise<CapsuleProblem[]> {
  const problems: CapsuleProblem[] = []
  const readings = [
    () => readAll(readRegister(capsule)),
    () => readStudy(capsule),
    () => readCapsuleQuestions(capsule),
    async () => {
      for await (const { orders } of readImports(capsule)) await readAll(orders)
    },
    () => readAll(readAnswers(capsule)),
    () => readGroups(capsule),
  ]
  for (const read of readings)
    try {
      await read()
    } catch (error) {
      if (!(error instanceof UnexpectedContent)) throw error
      problems.push(error.problem)
    }
  return problems
}

async function readAll(records: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of records);
}

/** The content of a capsule's files; docs/capsule.md describes it. */
const time = z.iso.datetime({ offset: true })
const id = z.string().min(1).max(1000)
const fields = z.record(z.string(), z.union([z.string(), z.number()]))

const registerLineSchema = z.object({
  sample_id: id,
  client_reference: z.string(),
  fields,
  batch_id: z.string().nullable(),
  status: z.string(),
  state: sampleStateSchema,
  created_at: time,
  checked_at: time.nullable(),
  adopted_at: time.nullable(),
  place: z.string(),
  service: z.string(),
  synthetic: z.boolean(),
  annotation: z
    .object({
      group: z.string().nullable(),
      tags: z.array(z.string()),
      note: z.string().nullable(),
      fields,
      changed_at: time,
    })
    .nullable(),
})

/** Checks a value and keeps it unchanged, with the order of its fields and with unknown fields. */
const asWritten = <T>(schema: z.ZodType<T>) => z.custom<T>((value) => schema.safeParse(value).success)

const importSchema = z.preprocess(
  withTransform,
  z.object({
    batch_id: id,
    file_name: z.string(),
    file_sha256: z.string(),
    created_at: time,
    read_as: asWritten(readAsSchema),
    mapping: asWritten(mappingSchema),
    transform: asWritten(transformSchema.strip().nullable()),
    order_fields: asWritten(z.record(z.string(), z.string()).nullable()),
    corrections: asWritten(z.array(fileChangeSchema)),
  }),
)

const orderSchema = z.object({
  row: z.number().int(),
  client_reference: z.string(),
  sample_id: z.string().nullable(),
  fields,
  notes: fields.nullable(),
  sent_at: time.nullable(),
  attempts: z.number().int(),
  updated_at: time,
})

const pathwaysSchema = z.array(z.string()).optional()
/** The check must not replace the record, which would lose the order of its fields. */
const namesPathways = ({ pathways }: Record<string, unknown>): boolean =>
  pathwaysSchema.safeParse(pathways).success

const answerFileSchema = z.object({
  sample_id: id,
  analysis_id: id,
  kind: z.enum(['activity', 'clock']),
  request: z.record(z.string(), z.unknown()).refine(namesPathways),
  fetched_at: time,
  service: z.string(),
  request_id: z.string().nullable(),
  synthetic: z.boolean(),
  current: z.boolean(),
  parts: z.number().int().nullable(),
  scores: z.array(
    z.object({ pathway: z.string(), activity: z.number().nullable(), aging_offset: z.number().nullable() }),
  ),
  clock_values: z.array(z.object({ name: z.string(), value: z.number() })),
  raw: z.unknown().refine((raw) => raw !== undefined),
})
export type AnswerFile = z.infer<typeof answerFileSchema>

const comparisonSchema = z.object({
  comparison_id: id,
  name: z.string().min(1).max(1000),
  request: savedComparisonSchema,
  saved_at: time,
})

const questionSchema = z.object({
  question_id: id,
  kind: z.enum(['comparison', 'clock', 'model']),
  request: z.unknown(),
  tests: z.number().int().min(0),
  first_at: time,
  last_at: time,
  times: z.number().int().min(1),
})
export type CapsuleQuestion = z.infer<typeof questionSchema>

const questionsFileSchema = z.object({ questions: z.array(z.unknown()).max(100_000) })

const studyFileSchema = z.object({
  study_id: id,
  name: z.string().trim().min(1).max(200),
  question: z.string().max(2000),
  notes: z.string().max(20_000),
  design: chosenDesignSchema,
  /** Missing in older versions. */
  boards: z.array(z.unknown()).default([]),
  created_at: time,
  changed_at: time,
  comparisons: z.array(z.unknown()),
})
export type StudyFile = Omit<z.infer<typeof studyFileSchema>, 'boards' | 'comparisons'> & {
  boards: Board[]
  comparisons: z.infer<typeof comparisonSchema>[]
}

const pathwaysFileSchema = z.object({ groups: z.array(z.array(z.string())) })
export type PathwayGroups = z.infer<typeof pathwaysFileSchema>['groups']

export const capsuleFormat = 'pathclock-capsule'
export const capsuleVersion = 1
export const manifestPath = 'manifest.json'
/** Enough for 65,000 files with longer names than ours. */
export const maxManifestBytes = 12 * 1024 * 1024
/** Three values per file plus all others; parsing more would fill the memory. */
export const maxManifestValues = 250_000

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const bytes = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const unit = z.string().max(200).optional()

export const manifestSchema = z.object({
  format: z.literal(capsuleFormat),
  version: z.literal(capsuleVersion),
  /** The name and version of the program. */
  application: z.string().min(1).max(200),
  made_at: z.iso.datetime(),
  study: studyChoiceSchema,
  services: z.array(z.string().max(2000)).max(10_000),
  synthetic: z.boolean(),
  samples: z.number().int().min(0),
  answers: z.number().int().min(0),
  /** The unit labels that the user set; left out if not documented. */
  units: z.object({ activity_unit: unit, aging_offset_unit: unit }),
  /** All files except this one, sorted by path. */
  files: z.array(z.object({ path: z.string().min(1).max(300), bytes, sha256 })).max(65_000),
  /** The hash of every byte of the archive before the entry of this file. */
  archive: z.object({ bytes, sha256 }),
})
export type Manifest = z.infer<typeof manifestSchema>

/** The fields that every version has. */
export const anyManifestSchema = z.object({ format: z.literal(capsuleFormat), version: z.number() })

export const byPath = <T extends { path: string }>(a: T, b: T): number => compareText(a.path, b.path)

const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
const part = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

/** True for a name that stays in its folder when unpacked, and is valid and equal on every system. */
export const isSafePath = (path: string): boolean =>
  path.length <= 300 &&
  path.split('/').every((one) => part.test(one) && !one.endsWith('.') && !reserved.test(one))
