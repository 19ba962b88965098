import { expect, it } from 'vitest'
import { toEnglish } from '../../../../shared/messages/message.ts'
import { nameColumns } from './nameColumns.ts'

const header = (cells: string[]) => nameColumns({ row: 1, cells, fault: null, notes: null })

it('a hundred thousand columns without a name are reported a hundred times and then counted', () => {
  const { columns, problems } = header(Array.from({ length: 100_000 }, () => ''))
  expect(columns).toHaveLength(100_000)
  expect(problems).toHaveLength(101)
  expect(problems.at(-1)).toMatchObject({ rule: 'unnamed-column', column: null, severity: 'warning' })
  expect(toEnglish(problems.at(-1)!.message)).toContain('100000 columns')
})

it('a hundred columns without a name are each reported', () => {
  expect(header(Array.from({ length: 100 }, () => '')).problems).toHaveLength(100)
})
