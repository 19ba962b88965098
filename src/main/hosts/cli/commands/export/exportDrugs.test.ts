import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import type { DrugHit } from '../../../../../shared/domain/drugs/drug.ts'
import { type CommandLine, openCommandLine } from '../../testing/openApp.ts'

let cli: CommandLine
let hits: DrugHit[]

beforeAll(async () => {
  cli = await openCommandLine()
  hits = (await cli.call('drugs.search', { text: '', limit: 40 })).hits
  return cli.close
})

const exported = async (...args: string[]) => {
  const out = join(cli.folder, 'drugs.csv')
  const { code, lines } = await cli.run('export', 'drugs', '--out', out, ...args)
  expect(code).toBe(0)
  const rows = parse(await readFile(out, 'utf8'), { columns: true }) as Record<string, string>[]
  expect(lines.at(-1)).toMatchObject({ type: 'summary', kind: 'drugs', rows: rows.length })
  await rm(out)
  return rows
}
const first = () => hits[0] ?? ({ drugId: '', name: '' } as DrugHit)

describe('pathclock export drugs', () => {
  it('writes all stored drugs or the hits of a search, without a request to the service', async () => {
    const before = cli.service.summary().requests
    const all = await exported()
    expect(new Set(all.map((row) => row.drug_id))).toEqual(new Set(hits.map(({ drugId }) => drugId)))
    expect(all).toHaveLength(hits.length)
    expect(all[0]).toMatchObject({
      service: cli.service.url,
      synthetic: 'true',
      fetched_at: expect.stringMatching(/^\d{4}-/),
    })
    const found = await exported('--search', first().name)
    expect(found[0]).toMatchObject({ drug_id: first().drugId, name: first().name })
    expect(cli.service.summary().requests).toBe(before)
  })

  it('writes the drugs of a list, a tag or the favorites, by name', async () => {
    const { drugId, name } = first()
    const gone = { drugId: 'not kept', name: 'A drug of old' }
    const { listId } = await cli.call('drugLists.create', {
      name: 'My List',
      drugs: [{ drugId, name }, gone],
    })
    await cli.call('drugs.mark', { drugId, name, favourite: true, tags: ['my list', 'other'] })
    const detail = await cli.call('drugs.show', { drugId })
    const [old, row] = await exported('--list', listId)
    expect(old).toMatchObject({ drug_id: 'not kept', name: 'A drug of old', fetched_at: '' })
    expect(row).toMatchObject({
      drug_id: drugId,
      favourite: 'true',
      tags: 'my list; other',
      lists: 'My List',
    })
    expect(row?.pathways?.split('; ')).toHaveLength(detail.pathways?.length ?? 0)
    for (const set of ['OTHER', 'tag:my list', 'favourites'])
      expect((await exported('--list', set)).map((one) => one.drug_id)).toEqual([drugId])
  })

  it('explains invalid requests and writes no file', async () => {
    const files = await readdir(cli.folder)
    const out = join(cli.folder, 'none.csv')
    for (const args of [
      ['drugs', '--list', 'my list'],
      ['drugs', '--list', 'no such list'],
      ['drugs', '--list', 'a', '--search', 'b'],
      ['samples', '--list', 'a'],
    ])
      expect((await cli.run('export', ...args, '--out', out)).code).toBe(2)
    expect(await readdir(cli.folder)).toEqual(files)
  })

  it('writes only the table to standard output', async () => {
    const { code, stdout } = await cli.runPlain('export', 'drugs', '--list', 'other', '--out', '-')
    expect(code).toBe(0)
    expect(parse(stdout, { columns: true })).toMatchObject([{ drug_id: first().drugId }])
  })
})
