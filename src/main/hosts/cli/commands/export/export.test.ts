import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ExportSettings } from '../../../../../shared/domain/studies/exporting.ts'
import { isFull } from '../../../../testing/faults.ts'
import { runInProcess } from '../../../../testing/processes/runInProcess.ts'
import { askService, type CommandLine, openAnalyzedCohort } from '../../testing/openApp.ts'
import { commandsOn } from '../../testing/runCommand.ts'

let cli: CommandLine
beforeAll(async () => {
  cli = await openAnalyzedCohort()
  return cli.close
})

const run = (...args: string[]) => cli.run(...args)
const out = (name: string) => join(cli.folder, name)
const read = (text: string) => parse(text, { columns: true }) as Record<string, string>[]
const groups = ['--by', 'group', '--a', 'treated', '--b', 'control']

/** Exports the same with the app, like its window. */
async function byApp(settings: Omit<ExportSettings, 'dictionary'>, name: string): Promise<void> {
  const { fileId } = cli.app.files.reserve(out(name))
  const { jobId } = await cli.call('exports.write', { fileId, settings })
  await expect
    .poll(async () => (await cli.call('jobs.list', {})).find((job) => job.jobId === jobId)?.state)
    .toBe('done')
}

const all = { filter: {} }
const kinds: [string[], ExportSettings['table']][] = [
  [['results'], { kind: 'resultsLong', of: all, pathways: [] }],
  [
    ['results', '--wide', '--measure', 'aging_offset', '--view', 'z', '--group', 'treated'],
    {
      kind: 'resultsWide',
      of: { filter: { group: 'treated' } },
      measure: 'aging_offset',
      view: { kind: 'z' },
      pathways: [],
    },
  ],
  [['samples'], { kind: 'samples', of: all }],
  [['clock', '--group', 'treated'], { kind: 'clock', of: { filter: { group: 'treated' } } }],
  [['drugs'], { kind: 'drugs', of: { search: { text: '' } } }],
  [
    ['compare', ...groups, '--pathways', 'mTOR,ampk'],
    {
      kind: 'compare',
      request: {
        of: all,
        groups: { by: 'group', values: ['treated', 'control'] },
        test: 'welch',
        pathways: ['mTOR', 'AMPK'],
      },
    },
  ],
  [
    ['match', ...groups, '--direction', 'mimicking'],
    {
      kind: 'match',
      direction: 'mimicking',
      profile: {
        comparison: {
          measure: 'activity',
          of: all,
          groups: { by: 'group', values: ['treated', 'control'] },
          test: 'welch',
          pathways: [],
        },
      },
    },
  ],
  [['screening'], { kind: 'screening' }],
  [['history'], { kind: 'history' }],
  [['answers'], { kind: 'answers', of: all }],
]

/** Removes the times at which a file was created. */
const withoutTimes = (bytes: Buffer): string =>
  bytes.toString('latin1').replaceAll(/("made_at","value":")[^"]*/g, '$1')

describe('pathclock export', () => {
  it.each(kinds)(
    '%j writes the same bytes as the app except for times, without a prompt',
    async (args, table) => {
      const before = cli.service.summary().requests
      for (const format of isFull ? (['csv', 'json'] as const) : (['csv'] as const)) {
        const { code, lines, stderr } = await run('export', ...args, '--format', format, '--out', out('cli'))
        expect([code, stderr]).toEqual([0, ''])
        await byApp({ table, format }, 'app')
        const bytes = await readFile(out('cli'))
        expect(withoutTimes(bytes)).toBe(withoutTimes(await readFile(out('app'))))
        const rows =
          format === 'csv' ? read(bytes.toString()).length : JSON.parse(bytes.toString()).rows.length
        expect(lines.at(-1)).toEqual({
          type: 'summary',
          kind: args[0],
          format,
          file: out('cli'),
          rows,
          sha256: createHash('sha256').update(bytes).digest('hex'),
          journal_uncertain: false,
        })
      }
      expect(cli.service.summary().requests).toBe(before)
    },
  )

  it('writes the numbers that the service returns', async () => {
    await run('export', 'results', '--out', out('numbers'))
    const bySample = Map.groupBy(read(await readFile(out('numbers'), 'utf8')), (row) => row['sample_id'])
    expect(bySample.size).toBe(48)
    const toNumber = (cell = '') => (cell === '' ? null : Number(cell))
    for (const [sample_id, rows] of [...bySample].slice(0, 3)) {
      const { data } = (await askService(cli.service, 'moa/pathway-analysis', { sample_id })).body
      const written = rows.map(({ pathway = '', activity, aging_offset }) => {
        return [pathway, { activity: toNumber(activity), aging_offset: toNumber(aging_offset) }] as const
      })
      expect(Object.fromEntries(written)).toEqual(data['pathway_scores'])
      expect(rows.every(({ synthetic }) => synthetic === 'true')).toBe(true)
    }
  })

  it('writes every format and logs each export with its settings', async () => {
    for (const format of ['csv-excel', 'tsv', 'xlsx', 'jsonl', 'parquet']) {
      const { code, lines } = await run('export', 'samples', '--format', format, '--out', out('file'))
      expect(code).toBe(0)
      expect(lines.at(-1)).toMatchObject({ format, rows: 48 })
    }
    const [first] = await cli.call('exports.list', {})
    expect(first).toMatchObject({ fileName: 'file', settings: { format: 'parquet' }, rows: 48 })
  })

  it('writes the requested columns in that order, in any spelling', async () => {
    const columns = ['--columns', 'activity,pathway']
    await run('export', 'results', ...columns, '--out', out('some.csv'))
    expect((await readFile(out('some.csv'), 'utf8')).split('\r\n')[0]).toBe('activity,pathway,synthetic')
    await run('export', 'results', ...columns, '--dictionary', '--out', out('columns.csv'))
    expect(read(await readFile(out('columns.csv'), 'utf8'))).toMatchObject([
      { column: 'activity', type: 'number', unit: 'not documented' },
      { column: 'pathway', type: 'text', unit: '' },
      { column: 'synthetic', type: 'boolean', unit: '' },
    ])
    const { code, stderr } = await run('export', 'samples', '--columns', 'nothing', '--out', out('none.csv'))
    expect([code, stderr]).toEqual([2, expect.stringContaining('“nothing”')])
    expect(await readdir(cli.folder)).not.toContain('none.csv')
  })

  it('applies a preset by name', async () => {
    await cli.call('exportPresets.save', {
      name: 'For the LIMS',
      settings: { table: { kind: 'samples' }, format: 'tsv', columns: ['client_reference', 'age'] },
    })
    const { code, lines } = await run('export', '--preset', 'for the lims', '--out', out('lims.tsv'))
    expect(code).toBe(0)
    expect(lines.at(-1)).toMatchObject({ kind: 'samples', format: 'tsv', rows: 48 })
    const [header] = (await readFile(out('lims.tsv'), 'utf8')).split('\r\n')
    expect(header).toBe('client_reference\tage\tsynthetic')
    const missing = await run('export', '--preset', 'another', '--out', out('none'))
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('"For the LIMS"')])
  })

  it('writes only the table to standard output, and the summary to standard error', async () => {
    const { code, stdout, stderr } = await run('export', 'samples', '--format', 'jsonl', '--out', '-')
    const lines = stdout.trimEnd().split('\n')
    expect([code, lines.length]).toEqual([0, 48])
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ client_reference: 'HLS-001' })
    expect(JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '')).toEqual({
      type: 'summary',
      kind: 'samples',
      format: 'jsonl',
      file: '-',
      rows: 48,
      sha256: createHash('sha256').update(stdout).digest('hex'),
      journal_uncertain: false,
    })
    const refused = await run('export', 'samples', '--samples', 'none', '--out', '-')
    expect([refused.code, refused.stdout]).toEqual([2, ''])
  })

  it('accepts a list in several options, with quotes around names that contain a comma', async () => {
    const columns = ['--columns', '"pathway",activity', '--columns', 'aging_offset']
    const pathways = ['--pathways', '"mTOR"', '--pathways', 'AMPK']
    await run('export', 'results', ...columns, ...pathways, '--out', out('two'))
    const [header, ...rows] = (await readFile(out('two'), 'utf8')).trimEnd().split('\r\n')
    expect(header).toBe('pathway,activity,aging_offset,synthetic')
    expect(new Set(rows.map((row) => row.split(',')[0]))).toEqual(new Set(['mTOR', 'AMPK']))
    const { code, stderr } = await run('export', 'samples', '--columns', '"age, years"', '--out', out('no'))
    expect([code, stderr]).toEqual([2, expect.stringContaining('“age, years”')])
    const help = await runInProcess(['export', '--help'])
    expect(help.stdout).toContain('Quote a name with a comma as in a CSV file')
  })

  it.each([
    [['samples', '--format', 'xlsx', '--out', '-'], 'is binary'],
    [['samples', '--format', 'pdf', '--out', 'f'], '--format must be one of'],
    [['samples'], 'Say where to write'],
    [['--out', 'f'], 'Say what to export'],
    [['report', '--out', 'f'], 'ends in .html or .pdf'],
    [['samples', '--wide', '--out', 'f'], '--wide goes with export results'],
    [['results', '--view', 'z', '--out', 'f'], '--view goes with --wide'],
    [['results', '--wide', '--controls', 'c', '--out', 'f'], '--controls goes with --view z'],
    [['compare', '--by', 'group', '--out', 'f'], 'Say what to compare'],
    [['match', '--out', 'f'], 'Say what to compare'],
    [['match', ...groups, '--controls', 'c', '--out', 'f'], '--controls goes with --sample'],
    [['match', '--sample', 'a', ...groups, '--out', 'f'], '--by does not go with --sample'],
    [['compare', ...groups, '--direction', 'mimicking', '--out', 'f'], '--direction goes with export match'],
    [['compare', '--by', 'group', '--values', 'a,b,c', '--out', 'f'], '--test kruskal-wallis'],
    [['samples', '--samples', 'a', '--group', 'b', '--out', 'f'], 'one of the two'],
    [['samples', '--preset', 'r', '--out', 'f'], 'does not go with --preset'],
    [['--preset', 'r', '--group', 'g', '--out', 'f'], '--group does not go with --preset'],
    [['samples', '--samples', 'none', '--out', 'f'], 'register has no sample'],
    [['results', '--pathways', 'mTOR,mTRO', '--out', 'f'], 'no pathway “mTRO”. There are: '],
    [['results', '--wide', '--pathways', 'mTRO', '--out', 'f'], 'no pathway “mTRO”. There are: '],
    [['samples', '--out', 'no folder of this name/a.csv'], 'its folder does not exist'],
  ])('refuses %j and explains what is valid', async (args, message) => {
    const { code, stderr } = await run('export', ...args.map((arg) => (arg === 'f' ? out('none') : arg)))
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
    expect(await readdir(cli.folder)).not.toContain('none')
  })

  it('ends with 130 when stopped, and leaves the existing file unchanged', async () => {
    const file = out('before.csv')
    const { start } = commandsOn(cli.service, out('data'))
    const stop = async () => {
      await writeFile(file, 'what stood there')
      const { child, ended } = start(['export', 'results', '--format', 'xlsx', '--out', file])
      // The first progress line means that writing has started.
      await once(child.stdout, 'data')
      child.kill('SIGINT')
      return (await ended).code
    }
    let code = await stop()
    // A workbook this small may be complete before the signal arrives. The file is then the new one.
    for (let again = 0; code === 0 && again < 5; again++) {
      expect(await readFile(file, 'latin1')).toMatch(/^PK/)
      code = await stop()
    }
    expect(code).toBe(130)
    expect(await readFile(file, 'utf8')).toBe('what stood there')
    expect((await readdir(cli.folder)).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

describe('text beyond ASCII', () => {
  it('causes a hint only in formats that Excel may display wrongly', async () => {
    const file = out('names.csv')
    await writeFile(file, 'sample_name\n小鼠-1\n')
    await run('samples', 'import', file, '--yes', '--study', 'Names')
    const warningOf = async (...args: string[]) => (await run('export', ...args)).stderr
    const toFile = (format: string) => ['samples', '--study', 'Names', '--format', format, '--out', out('n')]
    expect(await warningOf(...toFile('csv'))).toMatch(/may show wrongly.*--format csv-excel/)
    expect(await warningOf(...toFile('tsv'))).toMatch(/--format csv-excel/)
    for (const format of ['csv-excel', 'xlsx', 'json']) expect(await warningOf(...toFile(format))).toBe('')
    const ascii = ['samples', '--group', 'control', '--columns', 'sample_id', '--out', out('n')]
    expect(await warningOf(...ascii)).toBe('')
  })
})
