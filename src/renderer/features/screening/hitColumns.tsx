import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { ScreeningHit } from '../../../shared/domain/screening.ts'
import { formatValue } from '../../../shared/format/numbers.ts'
import type { TableColumn } from '../../ui/VirtualTable.tsx'

/** What is told of the drugs of a ranking, each with what it is sorted by. */
export const hitColumns = (t: TFunction<'screening'>): TableColumn<ScreeningHit>[] => [
  {
    id: 'rank',
    width: 72,
    label: t('rank'),
    numeric: true,
    sorts: 'asc',
    copies: ['rank'],
    cell: ({ rank }) => rank,
  },
  {
    id: 'drug',
    role: 'name',
    width: 320,
    label: t('drug'),
    sorts: 'asc',
    copies: ['drug_id', 'name'],
    cell: (hit) => <Drug hit={hit} />,
  },
  {
    id: 'score',
    width: 110,
    label: t('score'),
    title: t('scoreAxis'),
    numeric: true,
    sorts: 'desc',
    copies: ['score'],
    cell: ({ score }) =>
      score === null ? (
        <span title={t('noScore')}>–</span>
      ) : (
        <span title={String(score)}>{formatValue(score)}</span>
      ),
  },
  {
    id: 'drugId',
    width: 180,
    label: t('drugId'),
    hiddenAtFirst: true,
    sorts: 'asc',
    cell: ({ drugId }) => <span title={drugId ?? undefined}>{drugId ?? '–'}</span>,
  },
]

export const keyOfHit = (
  { rank, name, score, drugId }: ScreeningHit,
  column: string,
): string | number | null => ({ rank, drug: name, score, drugId })[column] ?? null

function Drug({ hit: { drugId, name } }: { hit: ScreeningHit }) {
  const { t } = useTranslation('screening')
  const search = drugId === null ? { text: name } : { drug: drugId }
  return (
    <Anchor
      fz={12}
      renderRoot={(props) => <Link {...props} to="/drugs" search={search as never} />}
      title={t(drugId === null ? 'find' : 'open', { name })}
    >
      <bdi>{name}</bdi>
    </Anchor>
  )
}
