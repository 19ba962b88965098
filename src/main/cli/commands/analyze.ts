import type { Job } from '../../../shared/contract/state.ts'
import { withApp } from '../app.ts'
import type { Command, OpenedApp } from '../command.ts'
import { CommandFailed, exitCodes, jobOf, UsageError } from '../endings.ts'
import { followJob } from '../followJob.ts'
import { allSamples } from '../register.ts'
import { isSet, listOf, textOf } from '../values.ts'

export const analyze: Command = {
  words: ['analyze'],
  usage: '(--samples ID,… | --group G | --all) [--pathways P,…] [--clock] [--again]',
  about: 'fetch pathway analyses, and with --clock the pathway clock',
  operands: { least: 0, most: 0 },
  options: {
    samples: { type: 'string', value: 'ID,…', about: 'these samples' },
    group: { type: 'string', value: 'G', about: 'the samples of this group' },
    all: { type: 'boolean', about: 'every sample of the register' },
    pathways: { type: 'string', value: 'P,…', about: 'these pathways only' },
    clock: { type: 'boolean', about: 'the pathway clock too' },
    again: { type: 'boolean', about: 'fetch anew what is already here' },
  },
  async run(run) {
    const { values } = run
    const chosen = ['samples', 'group', 'all'].filter((name) => values[name] !== undefined)
    if (chosen.length !== 1)
      throw new UsageError('Say which samples: --samples ID,… or --group G or --all, one of the three.')
    const asked = listOf(values, 'samples')
    const pathways = listOf(values, 'pathways')
    return withApp(run, async (app) => {
      const sampleIds = await chooseSamples(app, asked)
      const request = { sampleIds, pathways, clock: isSet(values, 'clock'), again: isSet(values, 'again') }
      try {
        return report(app, await followJob(app, () => app.call('analyses.run', request)))
      } catch (error) {
        const job = jobOf(error)
        if (job) report(app, job)
        throw error
      }
    })
  },
}

/** The ids asked for; an empty list stands for all. */
async function chooseSamples({ call, run }: OpenedApp, asked: string[]): Promise<string[]> {
  const group = textOf(run.values, 'group')
  if (group === undefined) return asked
  const samples = await allSamples(call)
  const ofGroup = samples.filter(({ fields }) => String(fields['group'] ?? '') === group)
  if (ofGroup.length > 0) return ofGroup.map(({ sampleId }) => sampleId)
  const groups = [...new Set(samples.map(({ fields }) => fields['group']))].filter(
    (name) => name !== undefined,
  )
  throw new CommandFailed(
    `No sample is of the group "${group}".${groups.length > 0 ? ` Groups: ${groups.join(', ')}.` : ''}`,
    exitCodes.wrongUsage,
  )
}

function report({ run: { output } }: OpenedApp, { done, failed, total, message }: Job): number {
  output.record({ type: 'summary', samples: total, analysed: done, failed, message })
  if (message) output.say(message)
  return failed > 0 ? exitCodes.someRowsFailed : exitCodes.done
}
