import type { Job } from '../../../../../shared/contract/state.ts'
import type { PaidCall } from '../../../../../shared/domain/requests/paidCall.ts'
import type { SampleChoice } from '../../../../../shared/domain/results/cohort.ts'
import { message } from '../../../../../shared/words/message.ts'
import { followAndReport, withApp } from '../../app.ts'
import { studyFilter } from '../../lookups.ts'
import { counted } from '../../output/output.ts'
import { confirmPaid, costRecord, refuseLarger } from '../../paidCalls.ts'
import type { CommandSpec, OpenedApp } from '../../program/command.ts'
import { CommandFailed, exitCodes, UsageError } from '../../program/exitCodes.ts'
import { isSet, listOf, textOf } from '../../program/values.ts'

export const analyze: CommandSpec = {
  name: 'analyze',
  group: 'Results',
  options: () => [
    '--samples <ID,...>',
    '--study <NAME>',
    '--group <GROUP>',
    '--all',
    '--pathways <PATHWAY,...>',
    '--clock',
    '--again',
    '--yes',
    '--max-requests <N>',
  ],
  examples: ['analyze --study Pilot --clock', 'analyze --samples S-1042,S-1043 --pathways mTOR,AMPK'],
  async run(run) {
    const { values } = run
    const chosen = ['samples', 'group', 'all'].filter((name) => values[name] !== undefined)
    const isStudy = values['study'] !== undefined && !chosen.includes('samples')
    if (chosen.length !== 1 && !(isStudy && chosen.length === 0))
      throw new UsageError(
        'Say which samples: --samples ID,…, --study NAME, --group G or --all. --study goes with --group.',
      )
    const sampleIds = listOf(values, 'samples')
    const pathways = listOf(values, 'pathways')
    return withApp(run, async (app) => {
      const of = await chooseSamples(app, sampleIds)
      const request = { of, pathways, clock: isSet(values, 'clock'), again: isSet(values, 'again') }
      const cost = await app.call('analyses.estimate', request)
      refuseLarger(run, [cost])
      if (!(await confirmPaid(run, `Analyze ${counted(cost.count, 'sample')}`, cost)))
        return report(
          app,
          { done: 0, failed: 0, total: cost.count, message: message('cli.nothingSent') },
          cost,
        )
      return followAndReport(
        app,
        () => app.call('analyses.run', request),
        (job) => report(app, job, cost),
      )
    })
  },
}

/** Chooses the samples. An unknown group is refused with a list of the existing groups. */
async function chooseSamples(app: OpenedApp, sampleIds: string[]): Promise<SampleChoice> {
  const { call, run } = app
  if (sampleIds.length > 0) return { sampleIds }
  const group = textOf(run.values, 'group')
  const ofStudy = { filter: await studyFilter(app) }
  if (group === undefined) return ofStudy
  const of = { filter: { ...ofStudy.filter, group } }
  if ((await call('samples.facets', of)).total > 0) return of
  const { groups } = await call('samples.facets', ofStudy)
  const names = groups.flatMap(({ value }) => value ?? [])
  throw new CommandFailed(
    `No sample is of the group "${group}".${names.length > 0 ? ` Groups: ${names.join(', ')}.` : ''}`,
    exitCodes.wrongUsage,
  )
}

type Outcome = Pick<Job, 'done' | 'failed' | 'total' | 'message'>

function report({ run: { output } }: OpenedApp, outcome: Outcome, cost: PaidCall): number {
  const { done, failed, total, message } = outcome
  const estimate = costRecord(cost)
  output.summary({ samples: total, analysed: done, failed, message, estimate })
  if (message) output.print(message)
  return failed > 0 ? exitCodes.someRowsFailed : exitCodes.done
}
