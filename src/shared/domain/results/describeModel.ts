import { formatAlone, formatP } from '../../format/numbers.ts'
import { joinMessages, type Message, message, shortList } from '../../words/message.ts'
import { foundQ } from './comparison.ts'
import { countedSamples, describeJoinedNames, pathwaysOf } from './describeComparison.ts'
import type { ModelNote, ModelResult, StudyQuestion, TestCount } from './model.ts'

/* A model in words, shared by the page, the report and the command line. */

/**
 * Returns the method in a sentence: least squares, moderation, units, least effect and equivalence. `escape`: for texts
 * with markup.
 */
export function describeFit(model: ModelResult, escape = (text: string) => text): Message {
  const { moderation, prior, block, leastEffect, equivalence } = model
  return joinMessages([
    message('models.fitted', { formula: escape(model.formula), count: model.sampleIds.length }),
    describeModeration(moderation, prior),
    block === null
      ? null
      : block.as === 'intercept'
        ? message('models.blockIntercept', { field: escape(block.field), count: block.units })
        : message('models.blockCorrelation', {
            field: escape(block.field),
            count: block.units,
            correlation: formatAlone(block.correlation ?? 0),
          }),
    leastEffect > 0 ? message('models.leastEffect', { least: formatAlone(leastEffect) }) : null,
    equivalence === null ? null : message('models.equivalence', { margin: formatAlone(equivalence) }),
  ])
}

function describeModeration(
  moderation: ModelResult['moderation'],
  prior: ModelResult['prior'],
): Message | null {
  const df = prior?.isInfinite ? '∞' : formatAlone(prior?.df ?? 0)
  if (moderation === 'none') return null
  return moderation === 'trend'
    ? message('models.moderatedTrend', { df })
    : message('models.moderated', { df })
}

/** Counts the pathways below q = 0.05, and those shown equivalent, of each contrast. The clock has one test. */
export const describeModelFound = ({ contrasts, rows, ages, equivalence }: ModelResult): Message =>
  joinMessages(
    contrasts.flatMap(({ name }) => {
      const own = rows.filter(({ contrast }) => contrast === name)
      const found = own.filter(({ q }) => q !== null && q < foundQ).length
      const equivalent = own.filter(({ equivalenceP: p }) => p !== null && p < foundQ).length
      return [
        ages === null
          ? message('models.found', { contrast: name, found, of: pathwaysOf(own.length) })
          : message('models.oneTest', { contrast: name, p: formatP(own[0]?.p ?? Number.NaN) }),
        equivalence === null
          ? null
          : message('models.foundEquivalent', {
              contrast: name,
              margin: formatAlone(equivalence),
              found: equivalent,
              of: pathwaysOf(own.length),
            }),
      ]
    }),
  )

const mostNamed = 12

export function describeModelNote(note: ModelNote): Message {
  switch (note.kind) {
    case 'noField':
      return message('models.noField', { field: note.field, ...countedSamples(note.samples) })
    case 'noResult':
      return message('models.noResult', countedSamples(note.samples))
    case 'noClock':
      return message('models.noClock', countedSamples(note.samples))
    case 'noAge':
      return message('models.noAge', countedSamples(note.samples))
    case 'absorbed':
      return message('models.absorbedFields', { fields: note.fields.join(', ') })
    case 'fewSamples':
      return message('models.fewSamples', { term: note.term, level: note.level, count: note.samples })
    case 'fewDf':
      return message('models.fewDf', { count: note.df })
    case 'fewValues':
      return message('models.fewValues', {
        pathways: shortList(note.pathways, mostNamed),
        count: note.pathways.length,
      })
    case 'fewUnits':
      return message('models.fewUnits', { count: note.units })
    case 'inflation':
      return message('models.inflation', {
        term: note.term,
        with: note.with,
        widening: note.widening.toFixed(1),
      })
    case 'noRepeats':
      return message('models.noRepeats')
    case 'severalServices':
      return message('comparison.numbersComeSeveralServices', { services: note.services.join(', ') })
    case 'joinedNames':
      return describeJoinedNames(note)
  }
}

export const whyNoEstimate = message('models.notEstimable')

/**
 * Describes how many comparisons and models were run in a study, and the tests of its overview; null if there are none.
 */
export function describeQuestions(
  questions: readonly StudyQuestion[],
  overview: { tests: TestCount } | null = null,
): Message | null {
  const tests = questions.reduce((sum, question) => sum + question.tests, 0)
  const { sets = 0, tests: ofOverview = 0 } = overview?.tests ?? {}
  if (questions.length === 0 && sets === 0) return null
  return joinMessages([
    questions.length === 0 ? null : message('models.questions', { count: questions.length, tests }),
    sets === 0 ? null : message('models.overviewTests', { count: sets, tests: ofOverview }),
  ])
}
