import { Anchor, CloseButton, ScrollArea } from '@mantine/core'
import { IconArrowsDiff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrugDetail } from '../../../shared/domain/drug.ts'
import { DirectionWord } from '../../ui/DirectionWord.tsx'
import { Missing } from '../../ui/Missing.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { type Compared, otherFieldNames, type PathwayRow } from './comparison.ts'
import classes from './lists.module.css'
import { otherField, tagsOf } from './toCopied.ts'

type Props = { drugs: readonly Compared[]; pathways: readonly PathwayRow[]; remove(drugId: string): void }

/** One column a drug. The region takes the focus, so that the keyboard scrolls it too. */
export function ComparisonTable({ drugs, pathways, remove }: Props) {
  const { t } = useTranslation('lists')
  const fact = (name: string, read: (drug: DrugDetail) => ReactNode) => (
    <Row key={name} name={name} cells={drugs.map(({ drug }) => (drug ? (read(drug) ?? null) : undefined))} />
  )
  return (
    <ScrollArea
      className={classes.compare}
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('comparison') }}
    >
      <table className={classes.compareTable}>
        <thead>
          <tr>
            <th scope="col">{t('compareHead.field')}</th>
            {drugs.map((one) => (
              <th key={one.drugId} scope="col">
                <Head one={one} remove={() => remove(one.drugId)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fact(t('compareHead.id'), ({ drugId }) => (
            <code>{drugId}</code>
          ))}
          {fact(t('compareHead.category'), ({ category }) => category)}
          {fact(t('compareHead.synonyms'), ({ synonyms }) => synonyms.join(', ') || null)}
          {fact(t('compareHead.description'), ({ description }) => description)}
          {otherFieldNames(drugs).map((name) => fact(name, (drug) => otherField(drug, name)))}
          <Row
            name={t('compareHead.tags')}
            cells={drugs.map(({ mark }) => (mark && tagsOf(mark, t).join(', ')) || t('none'))}
          />
          <Row name={t('compareHead.note')} cells={drugs.map(({ mark }) => mark?.note || t('none'))} />
          <tr className={classes.compareGroup}>
            <th colSpan={drugs.length + 1} scope="rowgroup">
              {t('compareHead.pathways')}
            </th>
          </tr>
          {pathways.map((row) => (
            <PathwayCells key={row.pathway} row={row} drugs={drugs} />
          ))}
          {pathways.length === 0 && (
            <Row
              name={t('compareHead.pathway')}
              cells={drugs.map(({ drug }) =>
                drug?.pathways ? (
                  t('noPathways')
                ) : (
                  <Missing key="pathways" why={t(drug ? 'notFetched' : 'notKept')} />
                ),
              )}
            />
          )}
          <tr className={classes.compareGroup}>
            <th colSpan={drugs.length + 1} scope="rowgroup">
              {t('compareHead.ages')}
            </th>
          </tr>
          {fact(t('compareHead.kept'), ({ fetchedAt }) => (
            <Timestamp at={fetchedAt} />
          ))}
          {fact(t('compareHead.pathwaysKept'), ({ pathwaysFetchedAt }) =>
            pathwaysFetchedAt ? <Timestamp at={pathwaysFetchedAt} /> : <Missing why={t('notFetched')} />,
          )}
        </tbody>
      </table>
    </ScrollArea>
  )
}

function Head({ one, remove }: { one: Compared; remove(): void }) {
  const { t } = useTranslation('lists')
  return (
    <div className={classes.compareHead}>
      <Anchor
        fz={13}
        fw={600}
        renderRoot={(props) => <Link {...props} to="/drugs" search={{ drug: one.drugId } as never} />}
      >
        <bdi>{one.name}</bdi>
      </Anchor>
      <CloseButton size="xs" aria-label={t('removeColumn', { name: one.name })} onClick={remove} />
    </div>
  )
}

/** A cell is `undefined` where its drug is not kept here, `null` where the service gives no value. */
function Row({ name, cells }: { name: ReactNode; cells: ReactNode[] }) {
  const { t } = useTranslation('lists')
  return (
    <tr>
      <th scope="row">{name}</th>
      {cells.map((cell, column) => (
        // Columns have no identity but their place, and never move within one table.
        <td key={`${column}`}>
          {cell === undefined && <Missing why={t('notKept')} />}
          {cell === null && <Missing why={t('notGiven')} />}
          {cell}
        </td>
      ))}
    </tr>
  )
}

function PathwayCells({ row, drugs }: { row: PathwayRow; drugs: readonly Compared[] }) {
  const { t } = useTranslation('lists')
  const name = (
    <>
      <Anchor
        fz={12}
        renderRoot={(props) => (
          <Link {...props} to="/drugs/pathways" search={{ pathway: row.pathway } as never} />
        )}
      >
        <bdi>{row.title}</bdi>
      </Anchor>
      {row.opposite && (
        <span className={classes.opposite}>
          <IconArrowsDiff size={14} stroke={1.75} aria-hidden />
          {t('opposite')}
        </span>
      )}
    </>
  )
  const cells = row.cells.map((cell, column) => {
    if (cell === null)
      return <Missing key={drugs[column]?.drugId} why={t(drugs[column]?.drug ? 'notFetched' : 'notKept')} />
    if (cell.length === 0)
      return (
        <span key={drugs[column]?.drugId} className={classes.dimmed}>
          {t('notNamed')}
        </span>
      )
    return cell.map(({ direction, evidence, written }, index) => (
      // A pathway may be named twice, with two pieces of evidence.
      <div key={`${index}`} className={classes.association}>
        <DirectionWord direction={direction} />
        <small>{evidence === null ? t('noEvidence') : <bdi>{evidence}</bdi>}</small>
        {written !== null && <small>{t('written', { name: written })}</small>}
      </div>
    ))
  })
  return <Row name={name} cells={cells} />
}
