import { withApp } from '../app.ts'
import { type CommandSpec, option } from '../command.ts'
import { exitCodes } from '../endings.ts'
import { describeReading, readingRecord, showNotes } from '../importReport.ts'
import { counted, formatPairs } from '../text.ts'
import { wholeOf } from '../values.ts'
import { createReadingOptions, readOptions } from './samplesImport.ts'

export const samplesPreview: CommandSpec = {
  name: 'samples preview',
  takes: '<FILE>',
  group: 'Samples',
  summary: 'Show the cells of a table as they are read',
  details: 'Nothing is sent, and you need not be signed in.',
  options: () => [
    option('--rows <N>', 'Show this many rows, at most 10000', { initial: '10' }),
    ...createReadingOptions(),
  ],
  examples: ['samples preview plate.csv', "samples preview plate.xlsx --sheet 'Plate 1' --rows 50"],
  async run(run) {
    const { globals, output, operands, values } = run
    const options = readOptions(run)
    const rows = wholeOf(values, 'rows', 0, 10_000) ?? 10
    const isNamed = globals.profile !== undefined || globals.service !== undefined
    return withApp(
      run,
      async ({ call }) => {
        const { fileId } = await call('files.adopt', { path: operands[0] ?? '' })
        const table = await call('files.preview', { fileId, options, rows })
        const { columns, preview, readAs, rowCount, notes, problems, suggestedMapping } = table
        for (const { row, cells } of preview)
          output.record({
            type: 'row',
            row,
            cells: Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])),
          })
        output.record({
          type: 'summary',
          file: table.fileName,
          rows: rowCount,
          shown: preview.length,
          ...readingRecord(table, suggestedMapping, notes),
          problem_count: problems.length,
          problems,
        })
        const fields = columns.flatMap((column) =>
          suggestedMapping[column] ? [`${column} = ${suggestedMapping[column]}`] : [],
        )
        output.say(
          formatPairs([
            ['File', table.fileName],
            ['Read as', describeReading(readAs)],
            ['Rows', rowCount],
            ['Suggested mapping', fields.join(', ') || 'none of the columns has a name that is known'],
          ]),
        )
        showNotes(run, notes)
        for (const { row, message } of problems) output.warn(`Line ${row}: ${message}`)
        output.say('')
        output.table(
          ['line', ...columns],
          preview.map(({ row, cells }) => [row, ...columns.map((_, index) => cells[index])]),
        )
        if (preview.length < rowCount)
          output.say(`… and ${counted(rowCount - preview.length, 'more row')}: --rows N shows more of them.`)
        return exitCodes.done
      },
      { ownProfile: !isNamed },
    )
  },
}
