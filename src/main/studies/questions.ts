import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { compareText } from '../../shared/compareText.ts'
import type { Handlers } from '../../shared/contract/contract.ts'
import { messageOf } from '../../shared/contract/failures.ts'
import type { SampleChoice } from '../../shared/domain/results/cohort.ts'
import type { Comparison } from '../../shared/domain/results/comparison.ts'
import type { StudyQuestion } from '../../shared/domain/results/model.ts'
import { allSamplesId } from '../../shared/domain/studies/study.ts'
import { parseJson } from '../../shared/json.ts'
import { type Message, message } from '../../shared/words/message.ts'
import type { Clock, Database, Random } from '../ports.ts'
import type { JournalSchema } from '../store/journal.ts'

type QuestionDeps = {
  journal: Database<JournalSchema>
  clock: Clock
  random: Random
  /** Shows a message to the user. */
  notice(text: Message): void
}

type QuestionMethods = {
  compare: Handlers['results.compare']
  compareClock: Handlers['results.compareClock']
  model: Handlers['results.model']
}

/**
 * Returns the same methods; each call that succeeds is recorded in the study of its samples, if `isQuestion` returns true
 * for its samples. If the journal cannot be written, the result is returned nevertheless, and the user is told once.
 */
export function recordQuestions(
  deps: QuestionDeps,
  { compare, compareClock, model }: QuestionMethods,
  isQuestion: (of: SampleChoice) => boolean = () => true,
) {
  let hasFailed = false
  const failed = (error: unknown) => {
    if (!hasFailed) deps.notice(message('studies.questionNotRecorded', { error: messageOf(error) }))
    hasFailed = true
  }
  const recorded =
    <Request extends { of: SampleChoice }, Result>(
      kind: StudyQuestion['kind'],
      run: (request: Request) => Result | Promise<Result>,
      countTests: (result: Result) => number,
    ) =>
    async (request: Request): Promise<Result> => {
      const result = await run(request)
      if (isQuestion(request.of))
        await record(deps, { kind, request, tests: countTests(result) }).catch(failed)
      return result
    }
  return {
    compare: recorded('comparison', compare, countCompared),
    compareClock: recorded('clock', compareClock, countCompared),
    model: recorded('model', model, ({ rows }) => rows.length),
  }
}

const countCompared = ({ rows }: { rows: Pick<Comparison['rows'][number], 'pairwise'>[] }): number =>
  rows.reduce((sum, { pairwise }) => sum + 1 + pairwise.length, 0)

/** Writes a question, or counts it once more. Does not announce a change, since every comparison would be outdated. */
async function record(
  { journal, clock, random }: QuestionDeps,
  { kind, request, tests }: Pick<StudyQuestion, 'kind' | 'tests'> & { request: { of: SampleChoice } },
): Promise<void> {
  const { of, ...rest } = request
  const { studyId, samples } = splitChoice(of)
  const text = JSON.stringify({ ...rest, of: samples }, canonical)
  const now = new Date(clock.now()).toISOString()
  await journal.query
    .insertInto('study_questions')
    .values({
      question_id: random.id(),
      study_id: studyId,
      digest: sha256Of(`${kind} ${text}`),
      kind,
      request: text,
      tests,
      first_at: now,
      last_at: now,
      times: 1,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['study_id', 'digest'])
        .doUpdateSet(({ eb, ref }) => ({
          tests,
          last_at: now,
          times: eb(ref('study_questions.times'), '+', 1),
        })),
    )
    .execute()
}

/** Returns the study of a choice, and the choice within it. */
function splitChoice(of: SampleChoice) {
  if ('sampleIds' in of) return { studyId: allSamplesId, samples: of }
  const { study = allSamplesId, ...filter } = of.filter
  return { studyId: study, samples: { ...of, filter } }
}

/** Reduces a long list of samples to its length and digest, and sorts the keys of objects. */
function canonical(key: string, value: unknown): unknown {
  if (key === 'sampleIds' && Array.isArray(value))
    return { count: value.length, sha256: sha256Of(value.map(String).toSorted(compareText).join('\n')) }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => compareText(a, b)))
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Returns the questions of a study, oldest first. */
export async function readQuestions(query: Kysely<JournalSchema>, studyId: string): Promise<StudyQuestion[]> {
  const rows = await query
    .selectFrom('study_questions')
    .select(['question_id as questionId', 'kind', 'request', 'tests', 'times'])
    .select(['first_at as firstAt', 'last_at as lastAt'])
    .where('study_id', '=', studyId)
    .orderBy('first_at')
    .orderBy('question_id')
    .execute()
  return rows.map((row) => ({ ...row, request: parseJson(row.request) }))
}
