import type { SampleChoice } from '../../../../shared/domain/results/cohort.ts'
import { describeQuestions } from '../../../../shared/domain/results/describeModel.ts'
import type { StudyQuestion } from '../../../../shared/domain/results/model.ts'
import { sampleStages } from '../../../../shared/domain/samples/sample.ts'
import type { Caution, StudyOverview } from '../../../../shared/domain/studies/overview.ts'
import { describeUnfinished } from '../../../../shared/domain/studies/overviewCautions.ts'
import type {
  ChosenDesign,
  Study,
  StudyDesign,
  StudySummary,
} from '../../../../shared/domain/studies/study.ts'
import { joinMessages, toEnglish } from '../../../../shared/words/message.ts'
import { inApp, withApp } from '../app.ts'
import { findStudy } from '../lookups.ts'
import {
  counted,
  formatPairs,
  type ListColumn,
  pick,
  properties,
  quoteArgument,
  toMembers,
} from '../output/output.ts'
import type { CommandSpec, OpenedApp, OptionSpec, Run } from '../program/command.ts'
import { UsageError } from '../program/exitCodes.ts'
import { defined, isSet, listOf, textOf, textsOf } from '../program/values.ts'

const choosingOptions: readonly OptionSpec[] = [
  '--samples <ID,...>',
  '--group <GROUP>',
  '--batch <BATCH>',
  '--tag <TAG>',
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
  options: () => ['--archived'],
  examples: ['study list', 'study list --archived --json'],
  run: inApp(async ({ call, output, run }) => {
    const studies = await call('studies.list', { archived: isSet(run.values, 'archived') })
    output.list('study', studies, studyColumns)
    output.summary({ studies: studies.length })
  }),
}

export const studyCreate: CommandSpec = {
  name: 'study create',
  takes: '<NAME>',
  group: 'Samples',
  options: () => ['--question <TEXT>', ...choosingOptions],
  examples: ['study create Liver --batch 01JD6Z4Q3M', 'study create Pilot --samples S-1042,S-1043'],
  async run(run) {
    const of = readChosen(run)
    const [name = ''] = run.operands
    return withApp(run, async ({ call }) => {
      const { studyId } = await call('studies.create', { name, question: textOf(run.values, 'question'), of })
      const study = await call('studies.summary', { studyId })
      run.output.summary(toMembers(studyColumns, study))
      run.output.print(`Study “${name}” created with ${counted(study.samples, 'sample')}.`)
    })
  },
}

export const studyShow: CommandSpec = {
  name: 'study show',
  takes: '<NAME>',
  group: 'Samples',
  options: () => ['--interim'],
  examples: ['study show Liver', 'study show Liver --interim', 'study show all --json'],
  run: inApp(async (app) => {
    const { studyId } = await findStudy(app, app.run.operands[0] ?? '')
    const summary = await app.call('studies.summary', { studyId })
    const study = await app.call('studies.show', { studyId })
    const overview = await app.call('studies.overview', {
      studyId,
      interim: isSet(app.run.values, 'interim'),
    })
    const questions = await app.call('studies.questions', { studyId })
    app.output.record({
      ...toRecord(summary),
      ...toDetails(study),
      ...toFindings(overview),
      questions: questions.map(toQuestionLine),
    })
    app.output.print(formatPairs(pairsOf(summary, study)))
    printSentences(app.run, overview)
    const summaryOfQuestions = describeQuestions(questions)
    if (summaryOfQuestions) app.output.print(`\n${toEnglish(summaryOfQuestions)}`)
  }),
}

export const studyAdd: CommandSpec = {
  name: 'study add',
  takes: '<NAME>',
  group: 'Samples',
  options: () => [...choosingOptions, '--remove'],
  examples: ['study add Pilot --samples S-1042,S-1043', 'study add Pilot --group treated --remove'],
  async run(run) {
    const of = readChosen(run)
    if (!of) throw new UsageError('Say which samples: --samples ID,…, --group, --batch or --tag.')
    return withApp(run, async (app) => {
      const { studyId, name } = await findStudy(app, run.operands[0] ?? '')
      if (isSet(run.values, 'remove')) {
        const { removed } = await app.call('studies.removeSamples', { studyId, of })
        run.output.summary({ study_id: studyId, name, removed })
        run.output.print(`${counted(removed, 'sample')} removed from “${name}”.`)
        return
      }
      const { added, alreadyThere } = await app.call('studies.addSamples', { studyId, of })
      run.output.summary({ study_id: studyId, name, added, already_there: alreadyThere })
      const before = alreadyThere > 0 ? ` (${alreadyThere} were in it already)` : ''
      run.output.print(`${counted(added, 'sample')} added to “${name}”${before}.`)
    })
  },
}

export const studyEdit: CommandSpec = {
  name: 'study edit',
  takes: '<NAME>',
  group: 'Samples',
  options: () => ['--pair-by <FIELD>', '--independent <FIELD>...', '--remove'],
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
      run.output.summary({ study_id: studyId, name, design: toDesign(changed) })
      run.output.print(formatPairs(designPairsOf(changed)))
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
  options: () => ['--restore'],
  examples: ['study archive Pilot', 'study archive Pilot --restore'],
  run: inApp(async (app) => {
    const archived = !isSet(app.run.values, 'restore')
    const { studyId, name } = await findStudy(app, app.run.operands[0] ?? '')
    const { archivedAt, stillRunning } = await app.call('studies.archive', { studyId, archived })
    app.output.summary({ study_id: studyId, name, archived_at: archivedAt })
    app.output.print(archived ? `Study “${name}” archived.` : `Study “${name}” restored.`)
    if (stillRunning) app.output.print(toEnglish(stillRunning))
  }),
}

const studyColumns: ListColumn<StudySummary>[] = [
  ...properties<StudySummary>({
    studyId: null,
    name: 'study',
    question: null,
    samples: 'samples',
    stages: null,
  }),
  ...sampleStages.map((stage) => ({ heading: stage, of: ({ stages }: StudySummary) => stages[stage] })),
  ...properties<StudySummary>({ toOrder: null, inDoubt: null, synthetic: null }),
  ...properties<StudySummary>({ createdAt: null, changedAt: 'changed', archivedAt: null }),
]

const toRecord = (study: StudySummary) => ({ type: 'study', ...toMembers(studyColumns, study) })

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
