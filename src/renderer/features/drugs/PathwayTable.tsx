import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { DrugPathway } from '../../../shared/domain/drug.ts'
import { DirectionWord } from '../../ui/DirectionWord.tsx'
import { Missing } from '../../ui/Missing.tsx'
import classes from './page.module.css'

/** `remark`: how this row differs from another table; null where it does not. */
type Row = DrugPathway & { remark: string | null }

/** Pathways with direction and evidence. A direction is only said where the service says one. */
export function PathwayTable({ rows }: { rows: readonly Row[] }) {
  const { t } = useTranslation('drugs')
  return (
    <table className={classes.table} data-pathways>
      <thead>
        <tr>
          <th scope="col">{t('detail.pathway')}</th>
          <th scope="col">{t('detail.direction')}</th>
          <th scope="col">{t('detail.evidence')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ pathway, direction, evidence, remark }, index) => (
          // A pathway may be named twice, with two pieces of evidence.
          <tr key={`${index} ${pathway}`} data-differs={remark !== null || undefined}>
            <td>
              <Link to="/drugs/pathways" search={{ name: pathway } as never} className={classes.link}>
                <bdi>{pathway}</bdi>
              </Link>
              {remark !== null && <div className={classes.remark}>{remark}</div>}
            </td>
            <td>
              <DirectionWord direction={direction} />
            </td>
            <td>{evidence === null ? <Missing why={t('detail.none')} /> : <bdi>{evidence}</bdi>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
