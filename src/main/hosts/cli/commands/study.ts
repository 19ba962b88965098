import type { SampleChoice } from '../../../../shared/domain/results/cohort.ts'
import { describeQuestions } from '../../../../shared/domain/results/describeModel.ts'
import type { StudyQuestion } from '../../../../shared/domain/results/model.ts'
import type { Caution, StudyOverview } from '../../../../shared/domain/studies/overview.ts'
import { describeUnfinished } from '../../../../shared/domain/studies/overviewCautions.ts'
import type {
  ChosenDesign,
  Study,
  StudyDesign,
  StudySummary,
} from '../../../../shared/domain/studies/study.ts'
import { joinMessages, toEnglish } from '../../../../shared/words/message.ts'
import { withApp } from '../app.ts'
import { findStudy } from '../lookups.ts'
import { counted, formatPairs, pick, quoteArgument } from '../output/output.ts'
import { type CommandSpec, type OpenedApp, option, type Run } from '../program/command.ts'
import { exitCodes, UsageError } from '../program/exitCodes.ts'
import { defined, isSet, listOf, textOf, textsOf } from '../program/values.ts'

const createChoosingOptions = () => [
  option('--samples <ID,...>', 'These samples'),
  option('--group <GROUP>', 'The samples of this group'),
  option('--batch <BATCH>', 'The samples of this batch'),
  option('--tag <TAG>', 'The samples with this tag'),
]

/** Reads the chosen samples. Undefined if no option chooses any. Throws `UsageError`. */
function readChosen({ values }: Run): SampleChoice | undefined {
  const sampleIds = listOf(values, 'samples')
  const filter = defined({
    group: textOf(values, 'group'),
    batchId: textOf(values, 'batch'),
    tag: textOf(values, 'tag'),
  })
  const isFiltered = Object.keys(filter).length > 0
  if (sampleIds.length > 0 && isFiltered)
    throw new UsageError('Choose samples with --samples ID,…, or with --group, --batch and --tag.')
  if (sampleIds.length > 0) return { sampleIds }
  return isFiltered ? { filter } : undefined
}

export const studyList: CommandSpec = {
  name: 'study list',
  group: 'Samples',
  summary: 'List the studies, and how far their samples are',
  details:
    'A study is what belongs together: samples of one or several imports, their groups and comparisons.',
  options: () => [option('--archived', 'List the archived studies instead')],
  examples: ['study list', 'study list --archived --json'],
  run: (run) =>
    withApp(run, async ({ call }) => {
      const studies = await call('studies.list', { archived: isSet(run.values, 'archived') })
      for (const study of studies) run.output.record(toRecord(study))
      run.output.record({ type: 'summary', studies: studies.length })
      run.output.table(
        ['study', 'samples', 'ordered', 'processing', 'ready', 'analyzed', 'failed', 'unknown', 'changed'],
        studies.map(({ name, samples, stages, changedAt }) => [
          name,
          samples,
          stages.ordered,
          stages.processing,
          stages.ready,
          stages.analyzed,
          stages.failed,
          stages.unknown,
          changedAt,
        ]),
      )
      return exitCodes.done
    }),
}

export const studyCreate: CommandSpec = {
  name: 'study create',
  takes: '<NAME>',
  group: 'Samples',
  summary: 'Create a study',
  options: () => [option('--question <TEXT>', 'Write down what the study asks'), ...createChoosingOptions()],
  examples: ['study create Liver --batch 01JD6Z4Q3M', 'study create Pilot --samples S-1042,S-1043'],
  async run(run) {
    const of = readChosen(run)
    const [name = ''] = run.operands
    return withApp(run, async ({ call }) => {
      const { studyId } = await call('studies.create', {
        name,
        ...defined({ question: textOf(run.values, 'question'), of }),
      })
      const study = await call('studies.summary', { studyId })
      run.output.record({ ...toRecord(study), type: 'summary' })
      run.output.print(`Study “${name}” created with ${counted(study.samples, 'sample')}.`)
      return exitCodes.done
    })
  },
}

export const studyShow: CommandSpec = {
  name: 'study show',
  takes: '<NAME>',
  group: 'Samples',
  summary: 'Show a study: its groups, and what its results say',
  details: `Findings rest on tests, with their figures; cautions say what may mislead, and the rest what was not looked at.

While samples are ordered or processing, or their analysis was requested, there are no findings. --interim shows those of
the samples that are analyzed.`,
  options: () => [option('--interim', 'Show findings before all samples are analyzed')],
  examples: ['study show Liver', 'study show Liver --interim', 'study show all --json'],
  run: (run) =>
    withApp(run, async (app) => {
      const { studyId } = await findStudy(app, run.operands[0] ?? '')
      const summary = await app.call('studies.summary', { studyId })
      const study = await app.call('studies.show', { studyId })
      const overview = await app.call('studies.overview', {
        studyId,
        interim: isSet(run.values, 'interim'),
      })
      const questions = await app.call('studies.questions', { studyId })
      run.output.record({
        ...toRecord(summary),
        ...toDetails(study),
        ...toFindings(overview),
        questions: questions.map(toQuestionLine),
      })
      run.output.print(formatPairs(pairsOf(summary, study)))
      printSentences(run, overview)
      const summaryOfQuestions = describeQuestions(questions)
      if (summaryOfQuestions) run.output.print(`\n${toEnglish(summaryOfQuestions)}`)
      return exitCodes.done
    }),
}

export const studyAdd: CommandSpec = {
  name: 'study add',
  takes: '<NAME>',
  group: 'Samples',
  summary: 'Add samples to a study',
  details: 'A sample can be in several studies. With --remove, takes samples out; they stay in the register.',
  options: () => [...createChoosingOptions(), option('--remove', 'Take these samples out instead')],
  examples: ['study add Pilot --samples S-1042,S-1043', 'study add Pilot --group treated --remove'],
  async run(run) {
    const of = readChosen(run)
    if (!of) throw new UsageError('Say which samples: --samples ID,…, --group, --batch or --tag.')
    return withApp(run, async (app) => {
      const { studyId, name } = await findStudy(app, run.operands[0] ?? '')
      if (isSet(run.values, 'remove')) {
        const { removed } = await app.call('studies.removeSamples', { studyId, of })
        run.output.record({ type: 'summary', study_id: studyId, name, removed })
        run.output.print(`${counted(removed, 'sample')} removed from “${name}”.`)
        return exitCodes.done
      }
      const { added, alreadyThere } = await app.call('studies.addSamples', { studyId, of })
      run.output.record({ type: 'summary', study_id: studyId, name, added, already_there: alreadyThere })
      const before = alreadyThere > 0 ? ` (${alreadyThere} were in it already)` : ''
      run.output.print(`${counted(added, 'sample')} added to “${name}”${before}.`)
      return exitCodes.done
    })
  },
}

export const studyEdit: CommandSpec = {
  name: 'study edit',
  takes: '<NAME>',
  group: 'Samples',
  summary: 'Say which samples of a study belong together',
  details: `Answers the question of “study show” about samples whose values are alike, such as three samples of each mouse.

With --pair-by mouse, samples of one mouse in one group count once, by their mean, and mice that are in both groups are
compared as pairs. With --independent mouse, every sample counts, and the question is not asked again. --remove takes the
answer back.`,
  options: () => [
    option('--pair-by <FIELD>', 'Count samples of a group with the same value once'),
    option('--independent <FIELD>...', 'Treat values of this field as independent'),
    option('--remove', 'Take these answers back instead'),
  ],
  examples: [
    'study edit Liver --pair-by mouse',
    'study edit Liver --independent cage',
    'study edit Liver --independent cage --remove',
  ],
  async run(run) {
    const pairBy = textOf(run.values, 'pair-by')
    const independent = textsOf(run.values, 'independent')
    const fields = [...(pairBy === undefined ? [] : [pairBy]), ...independent]
    if (fields.length === 0)
      throw new UsageError('Say what to change: --pair-by FIELD or --independent FIELD.')
    return withApp(run, async (app) => {
      const { studyId, name } = await findStudy(app, run.operands[0] ?? '')
      const { design } = await app.call('studies.show', { studyId })
      const change = isSet(run.values, 'remove')
        ? withoutAnswers(design, { pairBy, independent })
        : {
            ...defined({ pairBy }),
            ...(independent.length > 0
              ? { independent: [...new Set([...design.independent, ...independent])] }
              : {}),
          }
      if (!isSet(run.values, 'remove')) await requireFields(app, studyId, fields)
      const changed = await app.call('studies.change', { studyId, design: change })
      run.output.record({ type: 'summary', study_id: studyId, name, design: toDesign(changed) })
      run.output.print(formatPairs(designPairsOf(changed)))
      return exitCodes.done
    })
  },
}

/** Returns the design without these answers. Throws `UsageError` if one was not given. */
function withoutAnswers(
  design: StudyDesign,
  { pairBy, independent }: { pairBy: string | undefined; independent: readonly string[] },
): ChosenDesign {
  if (pairBy !== undefined && design.pairBy !== pairBy)
    throw new UsageError(`The study is not paired by "${pairBy}".`)
  const unknown = independent.find((field) => !design.independent.includes(field))
  if (unknown !== undefined) throw new UsageError(`Values of "${unknown}" were not said to be independent.`)
  return {
    ...(pairBy === undefined ? {} : { pairBy: null }),
    ...(independent.length > 0
      ? { independent: design.independent.filter((field) => !independent.includes(field)) }
      : {}),
  }
}

/** Throws `UsageError` if samples with results have no such field. */
async function requireFields({ call }: OpenedApp, studyId: string, fields: readonly string[]): Promise<void> {
  const known = (await call('results.covariates', { of: { filter: { study: studyId } } })).map(
    ({ name }) => name,
  )
  const unknown = fields.find((field) => !known.includes(field))
  if (unknown === undefined) return
  const names = known.length === 0 ? '.' : `. There are: ${known.join(', ')}.`
  throw new UsageError(`The samples with results have no field "${unknown}"${names}`)
}

export const studyArchive: CommandSpec = {
  name: 'study archive',
  takes: '<NAME>',
  group: 'Samples',
  summary: 'Archive a study',
  details: 'Takes the study out of the list. Deletes nothing; --restore brings it back.',
  options: () => [option('--restore', 'Bring an archived study back')],
  examples: ['study archive Pilot', 'study archive Pilot --restore'],
  run: (run) =>
    withApp(run, async (app) => {
      const archived = !isSet(run.values, 'restore')
      const { studyId, name } = await findStudy(app, run.operands[0] ?? '')
      const { archivedAt, stillRunning } = await app.call('studies.archive', { studyId, archived })
      run.output.record({ type: 'summary', study_id: studyId, name, archived_at: archivedAt })
      run.output.print(archived ? `Study “${name}” archived.` : `Study “${name}” restored.`)
      if (stillRunning) run.output.print(toEnglish(stillRunning))
      return exitCodes.done
    }),
}

const toRecord = (study: StudySummary) => ({
  type: 'study',
  ...pick(study, 'studyId', 'name', 'question', 'samples', 'stages', 'toOrder', 'inDoubt'),
  ...pick(study, 'synthetic', 'createdAt', 'changedAt', 'archivedAt'),
})

const toDesign = ({ design, chosen }: Pick<Study, 'design' | 'chosen'>) => ({
  ...pick(design, 'groupBy', 'groups', 'control', 'pairBy', 'independent'),
  chosen,
})

const toDetails = ({ notes, design, chosen, comparisons }: Study) => ({
  notes,
  design: toDesign({ design, chosen }),
  comparisons: comparisons.map((one) => pick(one, 'comparisonId', 'name', 'request', 'savedAt')),
})

const toFindings = ({ findings, cautions, notLookedAt, unfinished }: StudyOverview) => ({
  unfinished,
  findings: findings.map((finding) =>
    pick(finding, 'kind', 'statement', 'outcome', 'evidence', 'figures', 'caution'),
  ),
  cautions: cautions.map(toCautionLine),
  not_looked_at: notLookedAt,
})

/** Converts a question to JSON. Its request is that of the app, without the samples of the study. */
const toQuestionLine = (question: StudyQuestion) =>
  pick(question, 'questionId', 'kind', 'request', 'tests', 'times', 'firstAt', 'lastAt')

/** Converts a caution to JSON. `field` is the one that the user is asked about. */
export const toCautionLine = ({ kind, statement, figures, field }: Caution) => ({
  kind,
  statement,
  figures,
  ...defined({ field }),
})

/** Formats a caution. One about repeats is followed by the two commands that answer it. */
export function formatCaution(
  { statement, field }: Caution,
  toAnswer: (field: string) => { once: string; independent: string },
): string {
  if (field === undefined) return toEnglish(statement)
  const { once, independent } = toAnswer(field)
  return `${toEnglish(statement)}\n  yes: ${once}\n  no, its values are independent: ${independent}`
}

function printSentences({ output, values }: Run, overview: StudyOverview): void {
  const { cautions, notLookedAt, unfinished } = overview
  const study = quoteArgument(overview.name)
  const toAnswer = (field: string) => ({
    once: `pathclock study edit ${study} --pair-by ${quoteArgument(field)}`,
    independent: `pathclock study edit ${study} --independent ${quoteArgument(field)}`,
  })
  if (unfinished && !isSet(values, 'interim'))
    output.print(`\n${toEnglish(describeUnfinished(unfinished))} To show them now, add --interim.`)
  for (const [title, sentences] of [
    [
      'Findings',
      overview.findings.map(({ statement, caution }) => toEnglish(joinMessages([statement, caution]))),
    ],
    ['Cautions', cautions.map((caution) => formatCaution(caution, toAnswer))],
    ['Not looked at', notLookedAt.map(({ statement }) => toEnglish(statement))],
  ] as const)
    if (sentences.length > 0)
      output.print(`\n${title}\n${sentences.map((sentence) => `- ${sentence}`).join('\n')}`)
}

const pairsOf = ({ name, samples, stages }: StudySummary, study: Study): [string, string | number][] => [
  ['Study', name],
  ['Question', study.question || '–'],
  ['Samples', `${samples}, ${stages.analyzed} analyzed`],
  ...designPairsOf(study),
  ...study.comparisons.map(({ name: saved }): [string, string] => ['Comparison', saved]),
  ...(study.notes === '' ? [] : [['Notes', study.notes] as [string, string]]),
]

function designPairsOf({ design, chosen }: Pick<Study, 'design' | 'chosen'>): [string, string][] {
  const isSuggested = (part: (typeof chosen)[number]) => (chosen.includes(part) ? '' : ' (suggested)')
  return [
    [
      'Groups',
      design.groupBy === null
        ? 'none'
        : `${design.groups.map(({ value }) => value).join(', ')} by ${design.groupBy}${isSuggested('groupBy')}`,
    ],
    ['Control', design.control === null ? 'none' : `${design.control}${isSuggested('control')}`],
    ['Pairs', design.pairBy === null ? 'none' : `by ${design.pairBy}${isSuggested('pairBy')}`],
    ...(design.independent.length === 0
      ? []
      : [['Independent', `values of ${design.independent.join(', ')}`] as [string, string]]),
  ]
}
