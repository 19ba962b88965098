import type { SampleChoice } from '../../../shared/domain/cohort.ts'
import type { Comparison } from '../../../shared/domain/comparison.ts'
import { withApp } from '../app.ts'
import type { Command, Run } from '../command.ts'
import { exitCodes, UsageError } from '../endings.ts'
import { spellPathways } from '../findPathway.ts'
import { counted, formatAge } from '../text.ts'
import { listOf, oneOf, textOf } from '../values.ts'
import { toLine, toMeasureSummary } from './compareLines.ts'
import { comparingOptions, readComparing } from './compareOptions.ts'
import { tellComparison } from './compareTable.ts'

const measures = ['activity', 'aging_offset'] as const

type Asked = ReturnType<typeof readComparing> & {
  pathways: string[]
  of: SampleChoice
}

export const compare: Command = {
  words: ['compare'],
  usage:
    '--by FIELD (--a VALUE --b VALUE | --values V,V,…) [--test welch|mann-whitney|paired|…] [--pair-by FIELD] [--measure activity|aging_offset]',
  about: 'groups of samples, pathway by pathway: means, difference with 95% CI, effect, p and q',
  operands: { least: 0, most: 0 },
  options: {
    ...comparingOptions,
    measure: { type: 'string', value: 'M', about: `${measures.join(' or ')}; default both` },
    pathways: { type: 'string', value: 'P,…', multiple: true, about: 'these pathways only' },
    samples: { type: 'string', value: 'ID,…', multiple: true, about: 'among these samples only' },
    group: { type: 'string', value: 'G', about: 'among the samples of this group only' },
  },
  run(run) {
    const asked = readAsked(run)
    const { by, values, ...others } = asked
    const measure = oneOf(run.values, 'measure', measures)
    return withApp(run, async ({ call }) => {
      const pathways = await spellPathways(call, others.pathways)
      const found: Comparison[] = []
      // Refusals come with the first, before anything is told.
      for (const each of measure ? [measure] : measures)
        found.push(
          await call('results.compare', { ...others, pathways, measure: each, groups: { by, values } }),
        )
      for (const comparison of found) {
        for (const row of comparison.rows) run.output.record(toLine(comparison, row))
        tellComparison(run.output, comparison)
      }
      tellSummary(run, asked, found)
      return exitCodes.done
    })
  },
}

function readAsked({ values }: Run): Asked {
  const samples = listOf(values, 'samples')
  const group = textOf(values, 'group')
  if (samples.length > 0 && group !== undefined)
    throw new UsageError('Say among which samples: --samples ID,… or --group G, one of the two.')
  return {
    ...readComparing(values),
    pathways: listOf(values, 'pathways'),
    of: samples.length > 0 ? { sampleIds: samples } : { filter: group === undefined ? {} : { group } },
  }
}

function tellSummary({ output }: Run, asked: Asked, found: readonly Comparison[]): void {
  const [first] = found
  if (!first) return
  const { service, oldestFetchedAt, newestFetchedAt, synthetic, groups } = first
  output.record({
    type: 'summary',
    by: asked.by,
    a: asked.values[0],
    b: asked.values[1],
    ...(asked.values.length > 2 ? { values: asked.values } : {}),
    test: asked.test,
    pair_by: asked.pairBy ?? null,
    replicates_by: asked.replicatesBy ?? null,
    measures: found.map(({ measure }) => measure),
    pathways: first.rows.length,
    samples_a: groups[0]?.sampleIds.length ?? 0,
    samples_b: groups[1]?.sampleIds.length ?? 0,
    by_measure: found.map(toMeasureSummary),
    notes: found.flatMap(({ measure, notes }) => notes.map((note) => ({ measure, ...note }))),
    service,
    oldest_fetched_at: oldestFetchedAt,
    newest_fetched_at: newestFetchedAt,
    synthetic,
  })
  const from =
    oldestFetchedAt === null
      ? ''
      : ` Fetched ${formatAge(oldestFetchedAt, Date.now())} or later from ${service}.`
  output.say(
    `\n${counted(first.rows.length, 'pathway')}. q is p by Benjamini–Hochberg over the pathways of one measure.${from}${
      synthetic ? ' The data is synthetic.' : ''
    } Research use only.`,
  )
}
