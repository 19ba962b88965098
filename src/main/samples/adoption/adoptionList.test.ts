import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { toEnglish } from '../../../shared/words/message.ts'
import { newFolder } from '../../testing/newFolder.ts'
import { readAdopted } from './adoptionList.ts'

const read = (text: string, name = 'list.csv') => {
  const path = join(newFolder(), name)
  writeFileSync(path, text)
  return readAdopted(path)
}

it('skips rows whose cells cannot be separated and reports their lines', async () => {
  const { samples, broken } = await read(
    'sample_id,group,note\nsmp_1,a,x\nsmp_5, Smith, John,c\nsmp_6,b\nsmp_2,b,"open\nsmp_3,c,y\n',
  )
  expect(samples).toEqual([{ sampleId: 'smp_1', row: 2, fields: { group: 'a', note: 'x' } }])
  expect(broken.map(({ row }) => row)).toEqual([3, 4, 5, 6])
  expect(toEnglish(broken[0]!.message)).toContain('The row has 4 cells and the header 3')
})

it.each([
  [['smp_1', 'smp_2']],
  [['1001', '1002', '1003', '1004', 'X17', '1005', '1006', '1007', '1008', '1009']],
])('reads a list of one column completely, whatever its IDs look like: %j', async (ids) => {
  const { samples, broken } = await read(`${ids.join('\n')}\n`)
  expect(samples.map(({ sampleId }) => sampleId)).toEqual(ids)
  expect(broken).toEqual([])
})

it('reads JSON and JSON Lines, and distinguishes texts from numbers', async () => {
  const samples = [
    { sampleId: 'smp_1', row: 2, fields: { dose: 7, lot: '007' } },
    { sampleId: 'smp_2', row: 3, fields: {} },
  ]
  const rows = [{ sample_id: 'smp_1', dose: 7, lot: '007' }, { sample_id: 'smp_2', dose: null }, { dose: 1 }]
  expect(await read(JSON.stringify(rows), 'list.json')).toMatchObject({ samples, empty: 1 })
  expect(await read(JSON.stringify({ rows }, null, 2), 'list.json')).toMatchObject({ samples, empty: 1 })
  const lines = rows.map((row) => JSON.stringify(row)).join('\n')
  expect(await read(`\uFEFF${lines}\n`, 'list.jsonl')).toMatchObject({
    samples: samples.map((sample, index) => ({ ...sample, row: index + 1 })),
    empty: 1,
  })
  const broken = await read(`${lines}\n[1]\n{"sample_id":{}}\n{"sa`, 'list.jsonl')
  expect(broken.broken.map(({ row }) => row)).toEqual([4, 5, 6])
})

it('rejects JSON that is cut off or has no rows', async () => {
  await expect(read('{"schema":{},"rows":[\n{"sample_id":"smp_1"},', 'cut.json')).rejects.toMatchObject({
    code: 'file',
    message: expect.stringContaining('cut off'),
  })
  await expect(read('{"a":1}', 'a.json')).rejects.toMatchObject({ code: 'file' })
  await expect(read('[{"plate":"P1","well":"A1"}]', 'a.json')).rejects.toMatchObject({
    message: expect.stringContaining('has no column of sample IDs'),
  })
})

it('rejects an ID of more than 300 characters and reports its line', async () => {
  const long = 'S'.repeat(301)
  const { samples, broken } = await read(`sample_id\n${'S'.repeat(300)}\n${long}\n`)
  expect(samples.map(({ sampleId }) => sampleId.length)).toEqual([300])
  expect(broken).toEqual([
    { row: 3, message: expect.stringContaining('301 characters, and at most 300 can be used') },
  ])
  expect((await read(JSON.stringify([{ sample_id: long }]), 'long.json')).broken).toHaveLength(1)
})

it('reads numbers with an exponent from our own export with semicolons', async () => {
  const { samples } = await read(
    'sample_id;client_reference;status;state;created_at;annotation_dose;annotation_offset;service;synthetic\r\n' +
      'smp_1;A;done;succeeded;2026-01-02T03:04:05.000Z;1,5e-7;-2,5e-9;s;false\r\n',
  )
  expect(samples[0]?.exported?.annotation?.fields).toEqual({ dose: 1.5e-7, offset: -2.5e-9 })
})
