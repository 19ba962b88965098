import { html } from 'hono/html'
import { coverageMeans, formatCoverage } from '../../../shared/domain/drugs/drugMatch.ts'
import { describeAgeComparison } from '../../../shared/domain/results/describeClock.ts'
import type { Finding, OverviewDrugs, StudyOverview } from '../../../shared/domain/studies/overview.ts'
import { describeUnfinished } from '../../../shared/domain/studies/overviewCautions.ts'
import { formatThousands, formatValue } from '../../../shared/format/numbers.ts'
import { joinMessages, message } from '../../../shared/words/message.ts'
import {
  type Column,
  cautionsTitle,
  type Html,
  intervalOfYears,
  listOfSentences,
  named,
  none,
  type ReportContext,
  sampleHeads,
  tableOf,
  toYears,
} from './reportParts.ts'

/** Renders the first page of a study's report, with its overview; empty for samples that are not a study. */
export function overviewPart(context: ReportContext): Html | '' {
  const { say } = context
  const { overview } = context.collected
  if (!overview) return ''
  const { findings, cautions, notLookedAt, unfinished } = overview
  return html`<section class="overview" aria-labelledby="overview">
<h2 id="overview">${say(message('report.overview'))}</h2>
${listOfSentences(context, message('report.whatNumbersSay'), findings.map(withCaution))}
${unfinished ? html`<p>${say(describeUnfinished(unfinished))}</p>` : ''}
${agesOf(context, overview)}
${drugsOf(context, overview)}
${listOfSentences(context, cautionsTitle, cautions)}
${listOfSentences(context, message('report.notLooked'), notLookedAt)}
</section>`
}

const withCaution = ({ statement, caution }: Finding) => ({ statement: joinMessages([statement, caution]) })

type AgeGroup = NonNullable<StudyOverview['ageAcceleration']>['groups'][number]

const ageColumns: Column<AgeGroup>[] = [
  { head: sampleHeads.group, of: ({ name }) => named(name) },
  { head: 'n', of: ({ n }) => formatThousands(n), as: 'number' },
  { head: message('clock.mean'), of: ({ mean }) => toYears(mean), as: 'number' },
  { head: message('report.median'), of: ({ median }) => toYears(median), as: 'number' },
  { head: message('clock.sd'), of: ({ sd }) => toYears(sd), as: 'number' },
  {
    head: message('clock.ciOfMean'),
    of: ({ ciLow, ciHigh }) => intervalOfYears(ciLow, ciHigh),
    as: 'number',
  },
]

const agesOf = (context: ReportContext, { ageAcceleration }: StudyOverview): Html | '' =>
  ageAcceleration === null
    ? ''
    : tableOf(context, {
        caption: joinMessages([
          message('report.ageAccelerationGroupYears'),
          describeAgeComparison(ageAcceleration.measure),
        ]),
        rows: ageAcceleration.groups,
        columns: ageColumns,
      })

const drugColumns: Column<OverviewDrugs['mimicking'][number]>[] = [
  {
    head: message('report.drug'),
    of: ({ name, givenTo }) =>
      givenTo === null ? named(name) : message('overview.positiveControl', { name }),
  },
  { head: message('report.category'), of: ({ category }) => (category === null ? none : named(category)) },
  { head: message('report.score'), of: ({ score }) => formatValue(score), as: 'number' },
  { head: message('report.coverage'), of: ({ coverage }) => formatCoverage(coverage), as: 'number' },
]

const drugsOf = (context: ReportContext, { drugs, comparison }: StudyOverview): Html | '' =>
  drugs.length === 0
    ? ''
    : html`${drugs.flatMap(({ contrast, mimicking, opposing }) => {
        const { a = '', b = '' } = comparison?.contrasts[contrast] ?? {}
        const difference = `${a} − ${b}`
        return [
          [message('report.drugsWhoseKnownDirections', { difference }), mimicking] as const,
          [message('report.drugsWhoseKnownDirectionsOppose', { difference }), opposing] as const,
        ]
          .filter(([, rows]) => rows.length > 0)
          .map(([caption, rows]) => tableOf(context, { caption, rows, columns: drugColumns }))
      })}<p class="hint">${context.say(coverageMeans)}</p>`
