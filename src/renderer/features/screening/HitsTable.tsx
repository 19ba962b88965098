import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ScreeningHit } from '../../../shared/domain/screening.ts'
import { formatValue } from '../../../shared/format/numbers.ts'
import { VirtualTable } from '../../ui/VirtualTable.tsx'
import classes from './screening.module.css'

/** The ranking as the service gave it; a drug's name leads to its page, or to the search where no id is known. */
export function HitsTable({ hits }: { hits: ScreeningHit[] }) {
  const { t } = useTranslation('screening')
  return (
    <div className={classes.frame} style={{ height: Math.min(mostPx, (hits.length + 1) * linePx) }}>
      <VirtualTable
        label={t('allHits')}
        rows={hits}
        rowKey={({ rank, drugId, name }) => `${rank} ${drugId ?? name}`}
        columns={[
          { id: 'rank', width: 72, header: t('rank'), numeric: true, cell: ({ rank }) => rank },
          { id: 'drug', width: 320, header: t('drug'), cell: (hit) => <Drug hit={hit} /> },
          {
            id: 'score',
            width: 110,
            header: <span title={t('scoreAxis')}>{t('score')}</span>,
            numeric: true,
            cell: ({ score }) =>
              score === null ? (
                <span title={t('noScore')}>–</span>
              ) : (
                <span title={String(score)}>{formatValue(score)}</span>
              ),
          },
        ]}
      />
    </div>
  )
}

/** Of the table: it scrolls within. */
const mostPx = 520
/** A line with its border, so that few lines need no scrolling. */
const linePx = 31

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
