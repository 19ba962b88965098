import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ReferenceOptions } from '../../../../../demoService/index.ts'
import { openCommandLine, orderElsewhere } from '../../testing/openApp.ts'

async function start(options: ReferenceOptions = {}) {
  const cli = await openCommandLine(options)
  onTestFinished(cli.close)
  const order = (client_reference: string) =>
    orderElsewhere(cli.service, { client_reference, age: 61, tissue: 'blood' })
  return { ...cli, order }
}

test("ids of a file are added to the register with the service's data, and unknown ids are reported but not stored", async () => {
  const { run, save, order } = await start()
  const ids = [await order('E-1'), await order('E-2')]
  const rows = [`${ids[0]},own name,batch 7`, `${ids[1]},,`, 'smp_nobody,,', `${ids[0]},,`, ',lost,']
  const file = await save('ids.csv', ['Sample ID,Reference,plate', ...rows].join('\n'))
  const first = await run('samples', 'adopt', file)
  expect(first.lines.at(-1)).toMatchObject({
    requested: 3,
    adopted: 2,
    failed: 1,
    unknown_to_service: 1,
    not_requested: 0,
    repeated: 1,
    without_id: 1,
    already: 0,
  })
  expect(first.lines.at(-1)?.['message']).toMatch(/1 not found at the service and not added: smp_nobody/)
  expect(first.code).toBe(1)
  const listed = (await run('samples', 'list', 'PLATE')).lines
  expect(listed).toMatchObject([{ type: 'summary', total: 0 }])
  const { lines } = await run('samples', 'list', '--sort', 'client_reference')
  expect(lines.slice(0, 2)).toMatchObject([
    { sample_id: ids[1], client_reference: 'E-2', fields: { age: 61, tissue: 'blood' }, synthetic: true },
    { sample_id: ids[0], client_reference: 'own name', annotation_fields: { plate: 'batch 7' } },
  ])
  expect(lines[0]?.['adopted_at']).toBeTypeOf('string')

  const again = await run('samples', 'adopt', file, '--keep-unknown')
  expect(again.lines.at(-1)).toMatchObject({ requested: 1, adopted: 1, already: 2, failed: 0 })
  expect((await run('samples', 'list', 'smp_nobody', '--state', 'unknown')).lines).toHaveLength(2)
})

test('a row of our own export is stored unchanged if the service does not know its sample', async () => {
  const { run, save, folder, service } = await start()
  const at = '2026-01-02T03:04:05.000Z'
  const order = { sample_id: 'smp_gone', client_reference: 'G-1', age: 61 }
  const row = { ...order, status: 'completed', state: 'succeeded', created_at: at, checked_at: at }
  const file = await save('own.jsonl', JSON.stringify({ ...row, service: service.url, synthetic: true }))
  const { lines } = await run('samples', 'adopt', file, '--keep-unknown')
  expect(lines.at(-1)).toMatchObject({ adopted: 1, failed: 0 })
  const out = join(folder, 'again.jsonl')
  expect((await run('export', 'samples', '--format', 'jsonl', '--out', out)).code).toBe(0)
  expect(JSON.parse(await readFile(out, 'utf8'))).toMatchObject({ ...row, synthetic: true })
})

test("results of a partial export are reported and not treated as the user's annotations", async () => {
  const { run, save, order } = await start()
  const id = await order('E-1')
  const columns = 'sample_id,plate,analysed_at,clock_age,annotation_group,synthetic'
  const file = await save('part.csv', `${columns}\n${id},7,2026-01-02T03:04:05.000Z,41.5,treated,true\n`)
  const { lines } = await run('samples', 'adopt', file)
  const message = String(lines.at(-1)?.['message'])
  expect(message).toContain(
    'Results are never read from a file. Fetch them from the service: analysed_at, clock_age.',
  )
  expect(message).toContain('Taken from the file, because the service does not return them: plate.')
  const [listed] = (await run('samples', 'list')).lines
  expect(listed).toMatchObject({ sample_id: id, group: 'treated', fields: { plate: 7 } })
  expect(listed?.['annotation_fields'] ?? {}).toEqual({})
})

test('a group column sets the group that the register shows and compares by', async () => {
  const { run, save, order } = await start()
  const id = await order('E-1')
  const file = await save('ids.csv', `sample_id,Group,plate\n${id},treated,7\n`)
  expect((await run('samples', 'adopt', file)).code).toBe(0)
  const { lines } = await run('samples', 'list')
  expect(lines[0]).toMatchObject({ sample_id: id, group: 'treated', annotation_fields: { plate: '7' } })
  expect(lines[0]?.['annotation_fields']).not.toHaveProperty('Group')
  expect((await run('analyze', '--group', 'treated')).lines.at(-1)).toMatchObject({ samples: 1 })
})

test('an id unknown to the service is distinguished from one that could not be requested', async () => {
  const path = '^/api/v1/samples/smp_refused$'
  const faults = [{ match: { method: 'GET', path }, fault: 'status', status: 400 } as const]
  const { run, save, order } = await start({ faults })
  const file = await save('ids.csv', `sample_id\n${await order('E-1')}\nsmp_nobody\nsmp_refused\n`)
  const { code, lines } = await run('samples', 'adopt', file)
  expect(lines.at(-1)).toMatchObject({ adopted: 1, failed: 2, unknown_to_service: 1, not_requested: 1 })
  expect(lines.at(-1)?.['message']).toMatch(/not added: smp_nobody\. 1 could not be checked.*: smp_refused/)
  expect(code).toBe(1)
})

test('ids that could not be requested offline do not count as unknown', async () => {
  const { run, save } = await start()
  const file = await save('ids.csv', 'sample_id\nsmp_1\nsmp_2\n')
  const { code, lines, stderr } = await run('samples', 'adopt', file, '--offline')
  const error = { code: 'offline', details: { reason: 'switch' } }
  expect(lines).toMatchObject([
    { type: 'summary', requested: 2, adopted: 0, unknown_to_service: 0, not_requested: 2, error },
  ])
  expect(stderr).toMatch(/2 could not be checked; try again: smp_1, smp_2/)
  expect(code).toBe(4)
})

test.each([
  ['report.pdf', ['pdf-reports'], 'pdf', /^%PDF/, ''],
  ['report.txt', [], 'json', /^\{/, 'a name that ends in .json suits it'],
])(
  'a report is written byte for byte: %s of a service with %j',
  async (name, variants, extension, begins, expected) => {
    const { run, folder, order } = await start({ variants })
    const id = await order('E-1')
    const out = join(folder, name)
    const { code, lines, stderr } = await run('samples', 'report', id, '--out', out)
    expect(code).toBe(0)
    expect(lines.at(-1)).toMatchObject({ extension, file: out })
    expect(await readFile(out, 'latin1')).toMatch(begins)
    expect(stderr).toContain(expected)
  },
)
