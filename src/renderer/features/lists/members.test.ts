import { expect, it } from 'vitest'
import { toCopy } from '../../../shared/tables/copyTable.ts'
import { toMemberRows } from './members.ts'

const at = '2026-01-01T00:00:00Z'

it('copies a list with its pathways, and leaves values empty that were never fetched', () => {
  const copied = toMemberRows([
    {
      drugId: 'd1',
      name: 'Sirolimus',
      addedAt: at,
      drug: {
        name: 'Sirolimus',
        synonyms: ['Rapamycin'],
        category: null,
        fetchedAt: at,
        pathways: [{ pathway: 'mTOR', direction: 'inhibits' }],
      },
    },
    { drugId: '=d2', name: 'Withdrawn', addedAt: at, drug: null },
  ])
  expect(toCopy(copied, 'tsv').split('\n').slice(1)).toEqual([
    `d1\tSirolimus\t\tRapamycin\tmTOR (inhibits)\t${at}\t${at}`,
    `'=d2\tWithdrawn\t\t\t\t${at}\t`,
  ])
  expect(copied.json).toMatchObject([{ cached: { pathways: [{ pathway: 'mTOR' }] } }, { cached: null }])
})
