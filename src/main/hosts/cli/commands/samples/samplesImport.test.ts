import { readdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ReadOptions } from '../../../../../shared/domain/samples/importing.ts'
import { rowXml, workbookFile } from '../../../../samples/import/xlsx/testing/workbookFile.ts'
import { type CommandLine, openCommandLine } from '../../testing/openApp.ts'

let cli: CommandLine
beforeEach(async () => {
  cli = await openCommandLine({}, { requestsPerMinute: 100 })
  return cli.close
})

const save = (name: string, content: string | Uint8Array) => cli.save(name, content)
const orders = () => cli.service.summary().orders
const run = (...args: string[]) => cli.runPlain('samples', 'import', ...args)
/** Runs the import with `--json`. */
async function runJson(...args: string[]) {
  const ended = await run(...args, '--json')
  return { ...ended, summary: ended.lines.at(-1) }
}
const dryRun = (...args: string[]) => runJson(...args, '--dry-run')

const plate =
  'Barcode;Arm;Dose;Months;Day;Remarks\nB-1;treated;10;6;03.04.2026;warm\nB-2;control;0;12;04.04.2026;\n'
const bodies = [
  { row: 2, body: { client_reference: 'B-1', group: 'treated 10', age: 0.5, tissue: 'liver' } },
  { row: 3, body: { client_reference: 'B-2', group: 'control 0', age: 1, tissue: 'liver' } },
]
const transform = {
  constants: { tissue: 'liver' },
  joined: { group: { columns: ['Arm', 'Dose'], separator: ' ' } },
  notes: ['Remarks'],
}
const columns = ['--map', 'Barcode=client_reference', '--map', 'Months=age', '--map', 'Day=collected_at']

describe('pathclock samples import', () => {
  it('orders rows without their age if it is not a number and the options allow it', async () => {
    const file = await save('ages.csv', 'sample,age (years),sex\nA,34,F\nB,>89,M\n')
    const refused = await dryRun(file)
    expect(refused.stderr).toContain('--ages-as-notes')
    expect(refused.summary).toMatchObject({
      valid: 1,
      invalid: 1,
      questions: [{ rule: 'unread-ages', choices: [{ option: '--ages-as-notes' }] }],
    })
    const { summary } = await dryRun(file, '--ages-as-notes')
    const examples = [
      { row: 2, body: { client_reference: 'A', age: 34, sex: 'F' } },
      { row: 3, body: { client_reference: 'B', sex: 'M' } },
    ]
    expect(summary).toMatchObject({ valid: 2, invalid: 0, dry_run: { orders: 2 } })
    expect(summary).toHaveProperty('dry_run.examples', examples)
  })

  it('names the likeliest columns of a sheet without a column of sample names', async () => {
    const text = 'Cryo label,Patient name,age (years)\nT-1,Ann Lee,34\nT-2,Bo Kim,35\n'
    const { code, stderr } = await run(await save('likely.csv', text), '--yes')
    expect(code).not.toBe(0)
    expect(stderr).toContain("Likeliest: --map 'Cryo label=client_reference'")
    expect(stderr).toContain("'Patient name=client_reference' (looks like names or numbers of people")
  })

  it('applies a transform to the columns, with the given formats of days and ages', async () => {
    const file = await save('plate.csv', plate)
    const made = await save('transform.json', JSON.stringify(transform))
    const formats = ['--day-format', 'DD.MM.YYYY', '--age-unit', 'months']
    const dry = await dryRun(file, ...columns, '--transform', made, ...formats)
    expect(dry).toMatchObject({ code: 0, stderr: '' })
    expect(dry.summary).toMatchObject({
      type: 'summary',
      valid: 2,
      created: 0,
      batch: null,
      dry_run: {
        orders: 2,
        requests: 2,
        requests_by_kind: { order: 2, status: 0, analysis: 0, clock: 0, screening: 0 },
        with_results: { orders: 2, requests: 8 },
        requests_per_minute: 100,
        service: new URL(cli.service.url).origin,
        path: '/api/v1/samples',
        duplicate_count: 0,
        duplicates: [],
      },
    })
    type DryRun = { dry_run: { examples: { body: Record<string, unknown> }[] } }
    const { examples } = (dry.summary as DryRun).dry_run
    expect(examples).toMatchObject(bodies)
    expect(examples.map(({ body }) => body['collected_at'])).toEqual(['2026-04-03', '2026-04-04'])
    for (const { body } of examples) expect(JSON.stringify(body)).not.toContain('warm')
    expect(orders()).toBe(0)
    const { problems } = dry.summary as { problems: { severity: string }[] }
    expect(new Set(problems.map(({ severity }) => severity))).toEqual(new Set(['note']))
  })

  it('stores unused columns and names them in the check', async () => {
    const file = await save('runs.csv', 'sample_name,group,batch,plate no\nA,x,b1,7\nB,y,b2,7\n')
    const renamed = ['--map', 'plate no=plate']
    const text = await run(file, ...renamed, '--dry-run')
    expect(text.stdout).toMatch(/Kept here, not sent +plate no as plate, batch\n/)
    expect((await dryRun(file, ...renamed)).summary).toMatchObject({
      stored_columns: ['plate no', 'batch'],
      stored_as: { 'plate no': 'plate' },
      left_out_columns: [],
      dry_run: { examples: [{ body: { client_reference: 'A', group: 'x' } }, {}] },
    })
    const without = await run(file, '--leave-out', 'plate no', '--yes')
    expect(without.stdout).toMatch(/Kept here, not sent +batch\nLeft out +plate no\n/)
    const { lines } = await cli.run('samples', 'list')
    expect(lines).toMatchObject([
      { fields: { group: 'x' }, annotation_fields: { batch: 'b1' } },
      { fields: { group: 'y' }, annotation_fields: { batch: 'b2' } },
      {},
    ])
    expect(JSON.stringify(lines)).not.toContain('plate')
  })

  it('prints what would be sent and what was ordered before', async () => {
    const file = await save('two.csv', 'sample_name,age\nA,40\nB,41\n')
    await run(file, '--yes')
    const { stdout } = await run(await save('three.csv', 'sample_name,age\nA,40\nC,42\n'), '--dry-run')
    expect(stdout).toMatch(/Would be sent +1 order in 1 request, about \d+ s at 100 requests a minute/)
    expect(stdout).toMatch(/To +POST http:.*\/api\/v1\/samples/)
    expect(stdout).toContain('Line 3         {"client_reference":"C","age":42}')
    expect(stdout).toMatch(/Line 2: "A" was ordered before as sample \S+ in batch \S+\./)
    expect(stdout).toContain('Nothing was sent.')
  })

  it('explains the problems of bad rows as text and JSON, and orders the others', async () => {
    const file = await save('bad.csv', 'sample_name,age\nA,40\nB,forty\nB,-3\n,50\n')
    const failed = join(cli.folder, 'failed.csv')
    const dry = await run(file, '--dry-run')
    const { code, summary } = await runJson(file, '--yes', '--failed-rows', failed)
    const { problems } = summary as { problems: { row: number; column: string; message: string }[] }
    expect(code).toBe(1)
    expect(summary).toMatchObject({ rows: 4, invalid: 3, created: 1 })
    const places = problems.map(({ row, column }) => `${row} ${column}`)
    expect(places).toEqual(expect.arrayContaining(['3 age', '4 age', '5 sample_name']))
    expect(await readFile(failed, 'utf8')).toContain('forty')
    expect(problems.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('“forty”'),
        'The sample has no name. Give each sample its own name.',
      ]),
    )
    for (const { message } of problems) expect(dry.stdout + dry.stderr).toContain(message)
  })

  it('places no order while ages may not be years, and names the option to set the unit', async () => {
    const file = await save('mice.csv', 'sample,age,strain\nM1,3,C57BL/6J\nM2,12,C57BL/6J\n')
    const unsure = await runJson(file, '--yes')
    expect(unsure.code).toBe(2)
    expect(unsure.stderr).toContain(
      'No order was placed. Give the unit of the ages with --age-unit: years, months',
    )
    expect(unsure.summary).toMatchObject({ created: 0, hindrance: expect.stringContaining('“strain”') })
    expect(await runJson(file, '--yes', '--age-unit', 'months')).toMatchObject({ code: 0, stderr: '' })
    const ordered = await cli.run('samples', 'list')
    const samples = ordered.lines.filter(({ type }) => type === 'sample')
    expect(samples).toMatchObject([
      { client_reference: 'M1', fields: { age: 0.25 } },
      { client_reference: 'M2', fields: { age: 1 } },
    ])
    const years = await save('old.csv', 'sample,age,strain\nM3,3,C57BL/6J\n')
    expect(await run(years, '--yes', '--age-unit', 'years')).toMatchObject({ code: 0 })
  })

  it('leaves out donor numbers that restart in each cage, and explains how to join the columns', async () => {
    const file = await save('cages.tsv', 'name\tcage\tmouse\nA\t1\t1\nB\t1\t2\nC\t2\t1\nD\t2\t2\n')
    const numbers = { rule: 'donor-numbers', column: 'mouse', severity: 'warning' }
    const dry = await dryRun(file)
    expect(dry.summary).toMatchObject({
      mapping: { mouse: null },
      notes: [numbers],
      dry_run: { orders: 4, examples: [{ body: { client_reference: 'A' } }, {}, {}, {}] },
    })
    expect(dry.stderr).toContain('--transform FILE with {"joined":{"donor_id":{"columns":["COLUMN","mouse"]')
    const chosen = await dryRun(file, '--map', 'mouse=donor_id')
    expect(chosen.summary).toMatchObject({ notes: [], problems: [{ ...numbers, row: 4, value: '1' }] })
    const joined = { joined: { donor_id: { columns: ['cage', 'mouse'], separator: '-' } } }
    const made = await save('donors.json', JSON.stringify(joined))
    const whole = await dryRun(file, '--transform', made)
    expect(whole).toMatchObject({ code: 0, stderr: '' })
    expect(whole.summary).toMatchObject({
      notes: [],
      problems: [],
      dry_run: { examples: [{ body: { donor_id: '1-1' } }, {}, {}, { body: { donor_id: '2-2' } }] },
    })
  })

  it('replaces values as --value states, and keeps words for missing values as text if requested', async () => {
    const file = await save('codes.csv', 'sample,sex,tissue\nC1,1,NA\nC2,2,liver\n')
    const unsure = await run(file, '--dry-run')
    expect(unsure.stderr).toContain("--value 'sex:1=F'")
    const choices = ['--value', 'sex:1=M', '--value', 'sex:2=F', '--keep-missing-words']
    const { summary, code } = await dryRun(file, ...choices)
    expect(code).toBe(0)
    expect(summary).toHaveProperty('dry_run.examples', [
      { row: 2, body: { client_reference: 'C1', sex: 'M', tissue: 'NA' } },
      { row: 3, body: { client_reference: 'C2', sex: 'F', tissue: 'liver' } },
    ])
  })

  it('sends nothing without a prompt while a column may be misread, and explains why', async () => {
    const file = await save('days.csv', 'sample_name,collected_at\nA,04/03/2026\nB,04/13/2026\n')
    const format = ['--day-format', 'DD/MM/YYYY']
    const { stdout, code } = await run(file, ...format, '--dry-run')
    expect(code).toBe(2)
    expect(stdout).toMatch(/Would be sent +0 orders in 0 requests/)
    expect(stdout).toMatch(/Why nothing +.*MM\/DD\/YYYY/)
    const hindrance: unknown = expect.stringContaining('MM/DD/YYYY')
    for (const way of ['--dry-run', '--yes'])
      expect(await runJson(file, ...format, way)).toMatchObject({
        code: 2,
        summary: { type: 'summary', valid: 1, batch: null, hindrance },
      })
    expect(orders()).toBe(0)
  })

  it('uses a mapping saved in the app, by its name or because the columns match', async () => {
    await saveMapping()
    const file = await save('plate.csv', plate)
    for (const named of [['--template', 'Plate reader'], []]) {
      const { summary } = await dryRun(file, ...named)
      expect(summary).toMatchObject({ valid: 2, dry_run: { examples: bodies } })
    }
    expect((await run(file, '--dry-run')).stdout).toMatch(/Saved mapping +Plate reader/)
    const strange = await run(file, '--template', 'plate reader', '--dry-run')
    expect(strange).toMatchObject({ code: 2 })
    expect(strange.stderr).toContain('There is no saved mapping "plate reader". Saved are "Plate reader".')
    const short = await save('short.csv', plate.replaceAll('Remarks', 'Other'))
    const lost = await run(short, '--template', 'Plate reader', '--dry-run')
    expect(lost.stderr).toContain('no column "Remarks", which the saved mapping "Plate reader" uses')
  })

  it('reads a file with the options of the named mapping, and ignores additional columns', async () => {
    await saveMapping({ options: { headerLine: 2, encoding: 'windows-1252' }, spare: 'Spare' })
    const [header] = plate.split('\n')
    const file = await save('twice.csv', `${header}\n${plate.replace('treated', 'mäßig')}`)
    const named = [file, '--template', 'Plate reader']
    const dry = await dryRun(...named)
    expect(dry.stderr).toBe('')
    expect(dry.summary).toMatchObject({
      valid: 2,
      invalid: 0,
      dry_run: { examples: [{ row: 3, body: { group: 'mäßig 10' } }, { row: 4 }] },
    })
    const first = ['--header-line', '1']
    expect((await dryRun(...named, ...first)).summary).toMatchObject({ rows: 2 })
    const included = await dryRun(...named, ...first, '--keep-rows', 'repeated-headers,totals')
    expect(included.summary).toMatchObject({ rows: 3 })
  })

  it('reads up to the given line, and treats quotes as plain text', async () => {
    const file = await save('inches.csv', 'sample_name,tissue\nA,"liver\nB,5" skin\nC,lung\n')
    const short = await dryRun(file, '--plain-quotes', '--end-line', '3')
    expect(short.summary).toMatchObject({ rows: 2, valid: 2 })
    const tubes = await save('inches.tsv', 'sample_name\ttissue\nA\t5" skin\nB\t7" skin\n')
    expect((await dryRun(tubes)).summary).toMatchObject({ valid: 2 })
    expect((await dryRun(tubes, '--quoted-cells')).summary).toMatchObject({ valid: 0, invalid: 2 })
    expect((await dryRun(tubes, '--quoted-cells', '--plain-quotes')).code).toBe(2)
  })

  it('places no order and writes nothing if the failed rows would overwrite its input', async () => {
    const text = 'sample_name,age\nA,40\n,41\n'
    const file = await save('cohort.csv', text)
    const mapping = await save('mapping.json', '{"sample_name":"client_reference","age":"age"}')
    await symlink(file, join(cli.folder, 'link.csv'))
    const before = await readdir(cli.folder)
    for (const target of [file, `${cli.folder}/./link.csv`, mapping])
      for (const way of ['--dry-run', '--yes']) {
        const ended = await runJson(file, '--mapping', mapping, way, '--failed-rows', target)
        expect(ended.code).toBe(2)
        expect(ended.stderr).toContain('is a file that you opened in Pathclock')
      }
    expect(await readFile(file, 'utf8')).toBe(text)
    expect(await readFile(mapping, 'utf8')).toContain('client_reference')
    expect(await readdir(cli.folder)).toEqual(before)
    expect(orders()).toBe(0)
    await run(file, '--dry-run', '--failed-rows', join(cli.folder, 'failed.csv'))
    expect(await readFile(join(cli.folder, 'failed.csv'), 'utf8')).toContain(',41')
  })

  it('sends nothing before a question about the file is answered, and names the options for the answers', async () => {
    const rows = ['Run,Sample Name,sex', 'SRR1,GSM1,F', 'SRR2,GSM1,F', 'SRR3,GSM2,M', 'SRR4,GSM2,M']
    const file = await save('runs.csv', rows.join('\n'))
    for (const way of ['--yes', '--dry-run']) {
      const unanswered = await runJson(file, way)
      expect(unanswered.code).toBe(2)
      expect(unanswered.stderr).toContain("--sample-column 'Sample Name'   Order 2 by “Sample Name”")
      expect(unanswered.stderr).toContain("--sample-column 'Run'   Order 4 by “Run”")
      expect(unanswered.summary).toMatchObject({
        type: 'summary',
        created: 0,
        hindrance: '4 rows, 2 samples by “Sample Name”: order 2? Choose which column identifies a sample.',
        questions: [
          {
            rule: 'repeated-samples',
            choices: [{ option: "--sample-column 'Sample Name'" }, { option: "--sample-column 'Run'" }],
          },
        ],
      })
    }
    expect(orders()).toBe(0)
    const answered = await runJson(file, '--sample-column', 'Sample Name', '--yes')
    expect(answered).toMatchObject({ code: 0, summary: { rows: 2, created: 2, questions: [] } })
  })

  it('accepts a column mapped to the sample name as the answer', async () => {
    const file = await save('lanes.csv', 'Name,Sample_name,lane\nx_L1,x,1\nx_L2,x,2\ny_L1,y,1\ny_L2,y,2\n')
    const samples = await runJson(file, '--map', 'Sample_name=client_reference', '--yes')
    expect(samples.summary).toMatchObject({ rows: 2, created: 2 })
    const parts = await runJson(file, '--map', 'Name=client_reference', '--yes')
    expect(parts.summary).toMatchObject({ rows: 4, created: 4 })
  })

  it('shows warnings about the file, and asks about rows that are hidden, struck through or without a result', async () => {
    const lost = '<c><f>Other!A2</f></c>'
    const data = [
      rowXml(['sample', 'age (years)', 'note']),
      rowXml(['p1', 41, 'x']),
      rowXml(['p2', 42, 'x'], 'r="3" hidden="1"'),
      rowXml([lost, lost, lost]),
    ].join('')
    const before = '<cols><col min="3" max="3" width="9" hidden="1"/></cols>'
    const file = await save('marked.xlsx', workbookFile([{ name: 'S', before, data }]))
    const unanswered = await runJson(file, '--yes')
    expect(unanswered.code).toBe(2)
    for (const option of ['--omit-rows', '--hidden-rows include', '--hidden-rows omit'])
      expect(unanswered.stderr).toContain(option)
    expect(unanswered.summary).toMatchObject({
      created: 0,
      problems: [{ rule: 'hidden-column', column: 'note' }],
    })
    const answered = await runJson(file, '--omit-rows', '--hidden-rows', 'omit', '--yes')
    expect(answered).toMatchObject({ code: 0 })
    expect(answered.summary).toMatchObject({
      rows: 1,
      created: 1,
      notes: expect.arrayContaining([expect.objectContaining({ rule: 'formula-without-value', count: 1 })]),
    })
  })

  it('names the other sheets of a workbook whose first sheet has no samples', async () => {
    const readme = { name: 'README', data: rowXml(['This workbook holds two plates']) }
    const plates = ['Plate 1', 'Plate 2'].map((name) => ({
      name,
      data: rowXml(['sample', 'age (years)']) + rowXml([`${name} a`, 41]) + rowXml([`${name} b`, 42]),
    }))
    const file = await save('book.xlsx', workbookFile([readme, ...plates]))
    const refused = await run(file, '--yes')
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain(
      "Other sheets of the workbook: “Plate 1”, “Plate 2”. Read one with --sheet 'Plate 1'.",
    )
    const one = await run(file, '--sheet', 'Plate 1', '--dry-run')
    expect(one.stdout).toContain('Other sheets have the same header, with their rows: “Plate 2” (2).')
    const all = await runJson(file, '--sheet', 'Plate 1', '--all-sheets', '--yes')
    expect(all.summary).toMatchObject({ rows: 4, created: 4 })
  })

  it('explains the valid values of an invalid option', async () => {
    const file = await save('plate.csv', plate)
    const bad = await save('bad.json', '{"constant":{}}')
    for (const [args, message] of [
      [['--age-unit', 'hours'], '--age-unit must be one of years, months, weeks, days'],
      [['--header-line', 'two'], '--header-line must be a whole number'],
      [['--keep-rows', 'footers'], 'excluded, controls, below-table, not "footers"'],
      [['--day-format', 'D/M/Y'], '--day-format must be one of YYYY-MM-DD'],
      [['--transform', bad], 'The transform file must be a JSON object'],
      [['--transform', join(cli.folder, 'none.json')], 'cannot be read'],
      [['--map', 'Barcode=name'], '“client_reference” needs a column'],
      [['--map', 'Arm=Group'], 'There is no field "Group" in an order. Did you mean "group"?'],
      [['--leave-out', 'Plate'], 'The file has no column "Plate"'],
      [['--leave-out', 'Arm', '--keep-only', 'Arm'], '"Arm" is in --leave-out and in --keep-only or --map'],
    ] as const) {
      const ended = await run(file, ...args, '--dry-run')
      expect(ended).toMatchObject({ code: 2, stdout: '' })
      expect(ended.stderr).toContain(message)
    }
  })
})

/** Saves a mapping, like the wizard. */
async function saveMapping(more: { options?: ReadOptions; spare?: string } = {}): Promise<void> {
  await cli.call('mappings.save', {
    name: 'Plate reader',
    columns: ['Barcode', 'Arm', 'Dose', 'Months', 'Day', 'Remarks', ...(more.spare ? [more.spare] : [])],
    mapping: {
      Barcode: 'client_reference',
      Months: 'age',
      Day: 'collected_at',
      ...(more.spare ? { [more.spare]: null } : {}),
    },
    transform: { ...transform, dayFormat: 'DD.MM.YYYY', ageUnit: 'months' },
    ...(more.options ? { options: more.options } : {}),
  })
}
