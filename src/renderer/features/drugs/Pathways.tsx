import {
  IconArrowBigDownLine,
  IconArrowBigUpLine,
  IconQuestionMark,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Direction, DrugPathway } from '../../../shared/domain/drug.ts'
import { Copy } from './Copy.tsx'
import classes from './drugs.module.css'

const icons: Record<Direction, TablerIcon> = {
  inhibits: IconArrowBigDownLine,
  activates: IconArrowBigUpLine,
  unknown: IconQuestionMark,
}

/** What the drug acts on. A direction is only said where the service says one. */
export function Pathways({ pathways }: { pathways: readonly DrugPathway[] | null }) {
  const { t } = useTranslation('drugs')
  if (pathways === null || pathways.length === 0)
    return (
      <section className={classes.section}>
        <h3 className={classes.sectionTitle}>{t('detail.pathways')}</h3>
        <p className={classes.dimmed}>{t(pathways === null ? 'detail.neverFetched' : 'detail.noPathways')}</p>
      </section>
    )
  const rows = pathways.map(({ pathway, direction, evidence }) => [
    pathway,
    t(`detail.${direction}`),
    evidence ?? '',
  ])
  const head = [t('detail.pathway'), t('detail.direction'), t('detail.evidence')]
  return (
    <section className={classes.section}>
      <div className={classes.sectionHead}>
        <h3 className={classes.sectionTitle}>{t('detail.pathways')}</h3>
        <Copy value={[head, ...rows].map((row) => row.join('\t')).join('\n')} label={t('detail.copyRow')} />
      </div>
      <table className={classes.pathways}>
        <thead>
          <tr>
            {head.map((word) => (
              <th key={word} scope="col">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pathways.map(({ pathway, direction, evidence }, index) => {
            const Icon = icons[direction]
            return (
              // A pathway may be named twice, with two pieces of evidence.
              <tr key={`${index} ${pathway}`}>
                <td>{pathway}</td>
                <td>
                  <span className={classes.direction}>
                    <Icon size={14} stroke={1.75} aria-hidden />
                    {t(`detail.${direction}`)}
                  </span>
                </td>
                <td>{evidence ?? <span className={classes.dimmed}>{t('detail.none')}</span>}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
