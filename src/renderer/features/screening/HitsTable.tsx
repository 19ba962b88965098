import { Anchor, ScrollArea, Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ScreeningHit } from '../../../shared/domain/screening.ts'
import { formatValue } from '../../ui/numbers.ts'
import classes from './screening.module.css'

/** The ranking as the service gave it; a drug's name leads to its page, or to the search where no id is known. */
export function HitsTable({ hits }: { hits: ScreeningHit[] }) {
  const { t } = useTranslation('screening')
  return (
    <ScrollArea.Autosize
      mah={520}
      className={classes.frame}
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('allHits') }}
    >
      <Table stickyHeader verticalSpacing={5} horizontalSpacing="sm" fz={12}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col" className={classes.number}>
              {t('rank')}
            </Table.Th>
            <Table.Th scope="col">{t('drug')}</Table.Th>
            <Table.Th scope="col" className={classes.number} title={t('scoreAxis')}>
              {t('score')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {hits.map((hit) => (
            <Table.Tr key={`${hit.rank} ${hit.drugId ?? hit.name}`}>
              <Table.Td className={classes.number}>{hit.rank}</Table.Td>
              <Table.Td>
                <Drug hit={hit} />
              </Table.Td>
              <Table.Td
                className={classes.number}
                title={hit.score === null ? t('noScore') : String(hit.score)}
              >
                {hit.score === null ? '–' : formatValue(hit.score)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  )
}

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
