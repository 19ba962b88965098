import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { type CommandLine, openCommandLine } from '../../testing/openApp.ts'

let cli: CommandLine
beforeEach(async () => {
  cli = await openCommandLine()
  const cohort = 'sample_name,donor_id,age,group,barcode\nS1,D1,40,x,T-01\nS2,D1,41,y,T-02\nS3,D2,42,x,T-03\n'
  await cli.run('samples', 'import', await cli.save('cohort.csv', cohort), '--yes')
  return cli.close
})

const annotate = async (text: string | Buffer, ...args: string[]) => {
  const ended = await cli.run('samples', 'annotate', await cli.save('table.csv', text), ...args)
  return { ...ended, summary: ended.lines.at(-1) as Record<string, unknown> }
}
type Listed = { client_reference: string; fields: object; annotation_fields: object; group: string }
const listed = async () => {
  const { lines } = await cli.run('samples', 'list')
  return lines.filter(({ type }) => type === 'sample') as unknown as Listed[]
}
const local = async () =>
  Object.fromEntries((await listed()).map((one) => [one.client_reference, one.annotation_fields]))

describe('pathclock samples annotate', () => {
  it('shows the counts first, then adds the columns by sample name, and undoes them in one step', async () => {
    const table = 'sample,run,bmi\nS1,r1,22\nS3,r2,23\nS9,r2,24\ns-2,r1,25\n'
    const orders = cli.service.summary().orders
    const before = await local()
    const dry = await annotate(table, '--by', 'sample', '--dry-run')
    expect(dry).toMatchObject({
      code: 1,
      summary: {
        by: 'sample',
        on: 'client_reference',
        rows: 4,
        matched: 2,
        unmatched: 2,
        ambiguous: 0,
        fields: ['run', 'bmi'],
        stored_columns: ['run', 'bmi'],
        changed: 0,
        would_change: 2,
        examples: {
          failed: [
            { value: 'S9', similar: null },
            { value: 's-2', similar: 'S2' },
          ],
        },
      },
    })
    expect(await local()).toEqual(before)
    const done = await annotate(table, '--by', 'sample')
    expect(done).toMatchObject({ code: 1, summary: { changed: 2 } })
    expect(await local()).toMatchObject({
      S1: { barcode: 'T-01', run: 'r1', bmi: '22' },
      S2: { barcode: 'T-02' },
      S3: { run: 'r2' },
    })
    const again = await annotate(table, '--by', 'sample')
    expect(again.summary).toMatchObject({ changed: 0, field_counts: [{ added: 0, same: 2 }, { same: 2 }] })
    const undone = await cli.run('samples', 'annotate', '--revert', String(done.summary['undo']))
    expect(undone).toMatchObject({ code: 0, lines: [{ undone: 2, left: 0 }] })
    expect(await local()).toEqual(before)
    expect(cli.service.summary().orders).toBe(orders)
  })

  it('joins by donor to all samples of the donor, by sample id and by barcode', async () => {
    const donors = await annotate('Patient,diagnosis\nD1,MS\nD2,none\n', '--by', 'Patient')
    expect(donors).toMatchObject({
      code: 0,
      summary: { on: 'donor_id', matched: 2, samples: 3, changed: 3, fields: ['diagnosis'] },
    })
    const { lines } = await cli.run('samples', 'list')
    const ids = await annotate(`code;center\n${String(lines[0]?.['sample_id'])};north\n`, '--by', 'code')
    expect(ids.summary).toMatchObject({ on: 'sample_id', matched: 1, changed: 1 })
    const tubes = await annotate('Tube ID\tvolume\nT-03\t50\n', '--by', 'Tube ID')
    expect(tubes.summary).toMatchObject({ on: 'barcode', matched: 1, changed: 1 })
    expect(await local()).toMatchObject({
      S1: { diagnosis: 'MS', center: 'north' },
      S2: { diagnosis: 'MS' },
      S3: { diagnosis: 'none', volume: '50' },
    })
  })

  it('overwrites values only if the user chooses, and never changes what was sent', async () => {
    const table = 'sample,age,group,batch\nS1,40,z,b1\nS2,50,y,b2\n'
    const refused = await annotate(table, '--by', 'sample')
    expect(refused.code).toBe(2)
    expect(refused.stderr).toMatch(/other values \(2\).*--overwrite.*--keep-existing/)
    expect((await local())['S1']).not.toHaveProperty('batch')
    const dry = await annotate(table, '--by', 'sample', '--dry-run')
    expect(dry.summary).toMatchObject({
      conflicts: 2,
      field_counts: expect.arrayContaining([
        { field: 'age', column: 'age', added: 0, same: 1, conflicts: 1, conflicts_with_sent: 1 },
      ]),
      examples: {
        conflicts: [{ sample: 'S1', field: 'group', existing: 'x', value: 'z', was_sent: true }, {}],
      },
    })
    expect((await annotate(table, '--by', 'sample', '--keep-existing')).code).toBe(0)
    expect((await listed())[0]).toMatchObject({ group: 'x', annotation_fields: { batch: 'b1' } })
    expect((await annotate(table, '--by', 'sample', '--overwrite')).code).toBe(0)
    expect(await listed()).toMatchObject([
      { group: 'z', fields: { group: 'x', age: 40 } },
      { fields: { age: 41 }, annotation_fields: { age: 50 } },
      {},
    ])
  })

  it('skips rows that fail the check of the import, and repeated keys with different values', async () => {
    const table = 'sample,age,site\nS1,forty,a\nS2,41,b\nS2,41,c\nS3,42,d\nS3,42,d\n,42,e\n'
    const { code, summary } = await annotate(table, '--by', 'sample')
    expect(code).toBe(1)
    expect(summary).toMatchObject({
      rows: 6,
      matched: 2,
      ambiguous: 2,
      unmatched: 1,
      invalid: 1,
      samples: 1,
      changed: 1,
    })
    expect(summary['problems']).toMatchObject([{ row: 2, column: 'age', value: 'forty' }])
    expect(await local()).toMatchObject({ S3: { site: 'd' } })
    const unsure = await annotate('sample,age,strain\nS1,3,B6\n', '--by', 'sample')
    const stopped = { changed: 0, hindrance: expect.stringContaining('age') as string }
    expect(unsure).toMatchObject({ code: 1, summary: stopped })
    expect(unsure.stdout).not.toContain('no new values')
  })

  it("skips columns that Pathclock exported, and adds the user's column", async () => {
    await cli.run('analyze', '--all', '--clock')
    await annotate('sample,dose\nS1,5\n', '--by', 'sample')
    for (const exported of [
      ['samples'],
      ['results', '--pathways', 'mTOR'],
      ['results', '--wide', '--measure', 'activity'],
      ['clock'],
    ]) {
      const path = join(cli.folder, `${exported.join(' ')}.csv`)
      const { code } = await cli.run('export', ...exported, '--format', 'csv', '--out', path)
      expect(code).toBe(0)
      const [header = '', ...rows] = (await readFile(path, 'utf8')).trim().split('\r\n')
      const edited = [`${header},rack`, ...rows.map((row) => `${row},R1`)].join('\n')
      const { summary } = await annotate(edited, '--by', 'sample_id', '--dry-run')
      expect(summary, exported.join(' ')).toMatchObject({
        stored_columns: expect.arrayContaining(['rack']) as string[],
      })
      const ownNames = header.split(',').filter((name) => !/^(client_reference|barcode|rack)$/.test(name))
      for (const name of ownNames) expect(summary['stored_columns']).not.toContain(name)
      expect(JSON.stringify(summary['notes'])).toContain('own-results')
      const chosen = await annotate(edited, '--by', 'sample_id', '--dry-run', '--keep-only', 'service')
      expect(chosen.summary).toMatchObject({ stored_columns: ['service'] })
    }
  })

  it('asks what a column identifies if its values match both samples and donors', async () => {
    const more = await cli.save('more.csv', 'sample_name,donor_id\nD1,E1\nD2,E2\n')
    await cli.run('samples', 'import', more, '--yes')
    const unsure = await annotate('code,site\nD1,a\nD2,b\n', '--by', 'code')
    expect(unsure.code).toBe(2)
    expect(unsure.stderr).toContain('--on client_reference or --on donor_id')
    const sure = await annotate('code,site\nD1,a\nD2,b\n', '--by', 'code', '--on', 'donor_id')
    expect(sure.summary).toMatchObject({ on: 'donor_id', samples: 3 })
    expect((await annotate('code,site\nD1,a\n', '--by', 'code', '--on', 'cage')).stderr).toContain('“cage”')
    expect((await annotate('code,site\nD1,a\n', '--by', 'Code')).stderr).toContain('no column “Code”')
  })

  it('skips rows in which another column names a different sample', async () => {
    const table = 'barcode,client_reference,site\nT-01,S1,a\nT-02,S3,b\n'
    const { summary } = await annotate(table, '--by', 'barcode', '--on', 'barcode')
    expect(summary).toMatchObject({ matched: 1, ambiguous: 1, fields: ['site'] })
    expect(summary['examples']).toMatchObject({
      failed: [{ row: 3, reason: 'the row names another sample' }],
    })
  })

  it('detects the encoding of a table, and leaves columns out', async () => {
    const latin = Buffer.from('Probe;Ort;Notiz\nS1;Köln;x\n', 'latin1')
    const { summary } = await annotate(latin, '--by', 'Probe', '--leave-out', 'Notiz', '--map', 'Ort=site')
    expect(summary).toMatchObject({ matched: 1, fields: ['site'], left_out_columns: ['Notiz'] })
    expect((await local())['S1']).toMatchObject({ site: 'Köln' })
  })
})
