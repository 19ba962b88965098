import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrugLinks } from '../../../../shared/domain/drugs/drug.ts'
import { allSamplesId } from '../../../../shared/domain/studies/study.ts'
import { columnFormat } from '../../../../shared/format/numbers.ts'
import { useCall } from '../../../client/useCall.ts'
import { CopyAs } from '../../../ui/copy/CopyAs.tsx'
import { DirectionWord, Missing } from '../../../ui/feedback/Badges.tsx'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { Section } from '../../../ui/panes/Section.tsx'
import shared from '../../../ui/shared.module.css'
import { SmallTable } from '../../../ui/table/SmallTable.tsx'
import { numberFormatter } from '../../../ui/text/formats.ts'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { linksTable } from '../drugTables.ts'
import { ShowAll } from './Facts.tsx'

/** Lists the lab's own screenings and samples in which the drug matters. */
export function Links({ drugId }: { drugId: string }) {
  const { t } = useTranslation('drugs')
  const links = useCall('drugs.links', { drugId })
  const { data, failure } = links
  const none = data && data.screenings.length === 0 && data.samples.length === 0
  return (
    <Section
      inPane
      title={t('links.title')}
      actions={data && !none && !failure && <CopyAs read={() => linksTable(data)} />}
    >
      {failure && <FailureNotice flush failure={failure} retry={() => void links.refetch()} />}
      {none && !failure && <Text c="dimmed">{t('links.none')}</Text>}
      {data && !failure && data.screenings.length > 0 && <Screenings screenings={data.screenings} />}
      {data && !failure && data.samples.length > 0 && <Samples samples={data.samples} />}
    </Section>
  )
}

function Screenings({ screenings }: Pick<DrugLinks, 'screenings'>) {
  const { t } = useTranslation('drugs')
  const format = columnFormat(screenings.map(({ score }) => score))
  return (
    <ShortTable
      caption={t('links.screenings')}
      rows={screenings}
      rowKey={({ taskId }) => taskId}
      columns={[
        {
          head: t('term.sample'),
          cell: ({ taskId, sampleId, clientReference }) => (
            <TextLink to="/activity/screenings" search={{ task: taskId }}>
              {clientReference ?? sampleId}
            </TextLink>
          ),
        },
        { head: t('term.rank'), numeric: true, cell: ({ rank }) => rank },
        {
          head: t('term.score'),
          numeric: true,
          cell: ({ score }) => (score === null ? <Missing why={t('term.notGiven')} /> : format(score)),
          title: ({ score }) => score?.toString() ?? null,
        },
      ]}
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
    <ShortTable
      caption={t('links.samples')}
      rows={samples}
      rowKey={({ sampleId, pathway, direction }) => `${sampleId} ${pathway} ${direction}`}
      columns={[
        {
          head: t('term.sample'),
          cell: ({ sampleId, clientReference }) => (
            <TextLink
              to="/study/$studyId/samples"
              params={{ studyId: allSamplesId }}
              search={{ sample: sampleId }}
              className={shared.wrap}
            >
              {clientReference}
            </TextLink>
          ),
        },
        { head: t('term.pathway'), cell: ({ pathway }) => <bdi>{pathway}</bdi> },
        { head: t('links.drug'), cell: ({ direction }) => <DirectionWord direction={direction} /> },
        {
          head: t('measure.activity'),
          numeric: true,
          cell: ({ activity }) => format(activity),
          title: ({ activity }) => String(activity),
        },
        { head: t('links.z'), numeric: true, cell: ({ z }) => zScore.format(z).replace('-', '−') },
        { head: t('links.n'), numeric: true, cell: ({ n }) => n },
      ]}
    />
  )
}

const shortRows = 8

/** A table whose first rows are shown until the user asks for all. */
function ShortTable<R>({ rows, ...table }: Parameters<typeof SmallTable<R>>[0]) {
  const { t } = useTranslation('drugs')
  const [all, setAll] = useState(false)
  return (
    <>
      <SmallTable rows={all ? rows : rows.slice(0, shortRows)} {...table} />
      {rows.length > shortRows && (
        <ShowAll onClick={() => setAll(!all)}>
          {all ? t('detail.showLess') : t('facets.all', { count: rows.length })}
        </ShowAll>
      )}
    </>
  )
}
