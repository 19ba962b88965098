import { withApp } from '../app.ts'
import { type CommandSpec, option } from '../command.ts'
import { exitCodes, UsageError } from '../endings.ts'
import { isSet, textOf } from '../values.ts'

export const samplesSettle: CommandSpec = {
  name: 'samples settle',
  takes: '<BATCH> <ROW>',
  group: 'Samples',
  summary: 'Say what became of an order of unknown outcome',
  details: 'BATCH and ROW are as "samples resume" lists them. Give either --as or --not-placed.',
  options: () => [
    option('--as <ID>', 'It was placed, and this is its sample ID'),
    option('--not-placed', 'It was not placed; "samples resume" sends it again'),
  ],
  examples: ['samples settle 01JD6Z4Q3M 12 --as S-1042', 'samples settle 01JD6Z4Q3M 12 --not-placed'],
  async run(run) {
    const [batchId = '', line = ''] = run.operands
    const sampleId = textOf(run.values, 'as')
    if ((sampleId === undefined) !== isSet(run.values, 'not-placed'))
      throw new UsageError('Say what became of the order: either --as ID or --not-placed.')
    if (sampleId?.trim() === '') throw new UsageError('Name the sample: --as ID.')
    const row = parseLine(line)
    return withApp(run, async (app) => {
      const as =
        sampleId === undefined ? ({ kind: 'notPlaced' } as const) : ({ kind: 'placed', sampleId } as const)
      const { batch } = await app.call('batches.settleUnknown', { batchId, rows: [row], as })
      const { rows } = await app.call('batches.rows', { batchId, row, page: 1, limit: 1 })
      const [settled] = rows
      const { clientReference = null, state = null } = settled ?? {}
      run.output.record({
        type: 'summary',
        batch: batchId,
        row,
        client_reference: clientReference,
        state,
        sample_id: settled?.sampleId ?? null,
        unknown: batch.unknown,
        queued: batch.queued,
      })
      const order = `Line ${row} of “${batch.fileName}”, “${clientReference}”,`
      if (state === 'created') run.output.say(`${order} is sample ${settled?.sampleId} of the register.`)
      else if (state === 'queued')
        run.output.say(`${order} waits. Send it with: pathclock samples resume ${batchId}`)
      else run.output.say(`${order} is left to another import that orders the same sample.`)
      return exitCodes.done
    })
  },
}

function parseLine(text: string): number {
  const row = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (row >= 1 && row <= Number.MAX_SAFE_INTEGER) return row
  throw new UsageError(
    `ROW must be a line of the file as samples resume lists it, such as 12, not "${text}".`,
  )
}
