import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrugLinks } from '../../../../shared/domain/drugs/drug.ts'
import { allSamplesId } from '../../../../shared/domain/studies/study.ts'
import { columnFormat } from '../../../../shared/format/numbers.ts'
import { useCall } from '../../../client/useCall.ts'
import { CopyAs } from '../../../ui/copy/CopyAs.tsx'
import { DirectionWord, Missing } from '../../../ui/feedback/Badges.tsx'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import shared from '../../../ui/shared.module.css'
import { numberFormatter } from '../../../ui/text/formats.ts'
import { linksTable } from '../drugTables.ts'
import classes from './page.module.css'

/** Lists the lab's own screenings and samples in which the drug matters. */
export function Links({ drugId }: { drugId: string }) {
  const { t } = useTranslation('drugs')
  const links = useCall('drugs.links', { drugId })
  const { data, failure } = links
  if (failure)
    return (
      <section className={classes.section} aria-label={t('links.title')}>
        <FailureNotice flush failure={failure} retry={() => void links.refetch()} />
      </section>
    )
  const none = data && data.screenings.length === 0 && data.samples.length === 0
  return (
    <section className={classes.section} aria-label={t('links.title')}>
      <div className={classes.sectionHead}>
        <h3 className={shared.sectionTitle}>{t('links.title')}</h3>
        <span className={shared.gap} />
        {data && !none && <CopyAs read={() => linksTable(data)} />}
      </div>
      {none && <p className={classes.dimmed}>{t('links.none')}</p>}
      {data && data.screenings.length > 0 && <Screenings screenings={data.screenings} />}
      {data && data.samples.length > 0 && <Samples samples={data.samples} />}
    </section>
  )
}

function Screenings({ screenings }: Pick<DrugLinks, 'screenings'>) {
  const { t } = useTranslation('drugs')
  const format = columnFormat(screenings.map(({ score }) => score))
  return (
    <Rows
      caption={t('links.screenings')}
      head={[t('links.sample')]}
      numbers={[t('links.rank'), t('links.score')]}
      rows={screenings.map(({ taskId, sampleId, clientReference, rank, score }) => (
        <tr key={taskId}>
          <td>
            <Link to="/activity/screenings" search={{ task: taskId }} className={classes.link}>
              {clientReference ?? sampleId}
            </Link>
          </td>
          <td className={classes.number}>{rank}</td>
          <td className={classes.number} title={score === null ? undefined : String(score)}>
            {score === null ? <Missing why={t('detail.none')} /> : format(score)}
          </td>
        </tr>
      ))}
    />
  )
}

function Samples({ samples }: Pick<DrugLinks, 'samples'>) {
  const { t, i18n } = useTranslation('drugs')
  const format = columnFormat(samples.map(({ activity }) => activity))
  const zScore = numberFormatter(i18n.language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: 'exceptZero',
  })
  return (
    <Rows
      caption={t('links.samples')}
      head={[t('links.sample'), t('detail.pathway'), t('links.drug')]}
      numbers={[t('links.activity'), t('links.z'), t('links.n')]}
      rows={samples.map(({ sampleId, clientReference, pathway, direction, activity, z, n }) => (
        <tr key={`${sampleId} ${pathway} ${direction}`}>
          <td>
            <Link
              to="/study/$studyId/samples"
              params={{ studyId: allSamplesId }}
              search={{ sample: sampleId }}
              className={classes.link}
            >
              {clientReference}
            </Link>
          </td>
          <td>
            <bdi>{pathway}</bdi>
          </td>
          <td>
            <DirectionWord direction={direction} />
          </td>
          <td className={classes.number} title={String(activity)}>
            {format(activity)}
          </td>
          <td className={classes.number}>{zScore.format(z).replace('-', '−')}</td>
          <td className={classes.number}>{n}</td>
        </tr>
      ))}
    />
  )
}

const shortRows = 8

type RowsProps = { caption: string; head: string[]; numbers: string[]; rows: ReactNode[] }

function Rows({ caption, head, numbers, rows }: RowsProps) {
  const { t } = useTranslation('drugs')
  const [all, setAll] = useState(false)
  const isLong = rows.length > shortRows
  return (
    <>
      <table className={classes.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((word) => (
              <th key={word} scope="col">
                {word}
              </th>
            ))}
            {numbers.map((word) => (
              <th key={word} scope="col" className={classes.number}>
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{all ? rows : rows.slice(0, shortRows)}</tbody>
      </table>
      {isLong && (
        <button type="button" className={classes.showAll} onClick={() => setAll(!all)}>
          {all ? t('detail.showLess') : t('links.all', { count: rows.length })}
        </button>
      )}
    </>
  )
}
