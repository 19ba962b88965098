import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readAdopted } from './adoptList.ts'

const folder = mkdtempSync(join(tmpdir(), 'pathclock-adopted-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (text: string) => {
  const path = join(folder, 'list.csv')
  writeFileSync(path, text)
  return readAdopted(path)
}

it('a list names no sample in a row whose cells cannot be told apart, and tells its line', async () => {
  const { samples, broken } = await read(
    'sample_id,group,note\nsmp_1,a,x\nsmp_5, Smith, John,c\nsmp_6,b\nsmp_2,b,"open\nsmp_3,c,y\n',
  )
  expect(samples).toEqual([{ sampleId: 'smp_1', row: 2, fields: { group: 'a', note: 'x' } }])
  expect(broken.map(({ row }) => row)).toEqual([3, 4, 5, 6])
  expect(broken[0]!.message).toContain('The row has 4 cells, the header 3')
})

it('a list of one column is read whole', async () => {
  expect(await read('smp_1\nsmp_2\n')).toMatchObject({
    samples: [{ sampleId: 'smp_1' }, { sampleId: 'smp_2' }],
    broken: [],
  })
})
