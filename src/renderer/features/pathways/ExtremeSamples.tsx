import { Button, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { PathwayDetail } from '../../../shared/domain/drugs/pathway.ts'
import type { Measure } from '../../../shared/domain/results/analysis.ts'
import { allSamplesId } from '../../../shared/domain/studies/study.ts'
import { applyNumberFormat, columnFormat, formatAlone } from '../../../shared/format/numbers.ts'
import { useCall } from '../../client/useCall.ts'
import { useMeasureUnit } from '../../state/cohort/titles.ts'
import { CopyAs } from '../../ui/copy/CopyAs.tsx'
import { Missing, SyntheticMark } from '../../ui/feedback/Badges.tsx'
import { Hint, Section } from '../../ui/panes/Section.tsx'
import shared from '../../ui/shared.module.css'
import { SmallTable } from '../../ui/table/SmallTable.tsx'
import { TextLink } from '../../ui/text/TextLink.tsx'
import { Timestamp } from '../../ui/text/Timestamp.tsx'
import { extremeSamplesTable } from './toCopied.ts'

/** Lists the samples furthest from the mean of this profile, with the reference of their z-scores. */
export function ExtremeSamples({ detail }: { detail: PathwayDetail }) {
  const { t } = useTranslation('pathways')
  const navigate = useNavigate()
  const demo = useCall('app.status', {}).data?.demo ?? false
  const units = useUnits()
  const { cohort, extremeSamples, whyNone } = detail
  return (
    <Section
      inPane
      title={t('out.title')}
      beside={demo && cohort.n > 0 && <SyntheticMark />}
      actions={extremeSamples.length > 0 && <CopyAs read={() => extremeSamplesTable(detail)} />}
    >
      <Hint>
        {t('out.cohort', { count: cohort.n })}
        {cohort.mean !== null && ` · ${t('out.mean', { value: formatAlone(cohort.mean) })}`}
        {cohort.sd !== null && ` · ${t('out.sd', { value: formatAlone(cohort.sd) })}`}
      </Hint>
      {whyNone && (
        <>
          <Text>{t(`out.why.${whyNone}`, { count: cohort.n })}</Text>
          {whyNone === 'noResults' && (
            <Button
              size="compact-sm"
              mt={8}
              onClick={() =>
                void navigate({ to: '/study/$studyId/samples', params: { studyId: allSamplesId } })
              }
            >
              {t('out.toSamples')}
            </Button>
          )}
        </>
      )}
      {extremeSamples.length > 0 && <Samples detail={detail} />}
      {extremeSamples.length > 0 && (
        <Hint mt={8}>
          {units.activity} {units.agingOffset} {t('out.z', { count: cohort.n })} {t('out.research')}
        </Hint>
      )}
    </Section>
  )
}

function Samples({ detail: { extremeSamples } }: { detail: PathwayDetail }) {
  const { t } = useTranslation('pathways')
  const formatActivity = columnFormat(extremeSamples.map(({ activity }) => activity))
  const formatOffset = columnFormat(extremeSamples.map(({ agingOffset }) => agingOffset))
  return (
    <SmallTable
      rows={extremeSamples}
      rowKey={({ sampleId }) => sampleId}
      columns={[
        {
          head: t('field.client_reference'),
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
        {
          head: t('measure.activity'),
          numeric: true,
          cell: ({ activity }) => formatActivity(activity),
          title: ({ activity }) => String(activity),
        },
        { head: t('out.zShort'), numeric: true, cell: ({ z }) => signed(z), title: ({ z }) => String(z) },
        {
          head: t('measure.aging_offset'),
          numeric: true,
          cell: ({ agingOffset }) =>
            agingOffset === null ? <Missing why={t('term.none')} /> : formatOffset(agingOffset),
          title: ({ agingOffset }) => agingOffset?.toString() ?? null,
        },
        { head: t('term.fetched'), cell: ({ fetchedAt }) => <Timestamp at={fetchedAt} /> },
      ]}
    />
  )
}

/** Formats z with two decimals and its sign. */
const signed = (z: number): string =>
  applyNumberFormat(`${z > 0 ? '+' : ''}${z.toFixed(2)}`.replace('-', '−'))

/** Returns the unit of each measure for display: the one set for this profile, or a note that none is documented. */
function useUnits(): { activity: string; agingOffset: string } {
  const { t } = useTranslation('pathways')
  const units = { activity: useMeasureUnit('activity'), aging_offset: useMeasureUnit('aging_offset') }
  const withUnit = (measure: Measure) => {
    const unit = units[measure]
    return unit ? t(`unit.known.${measure}`, { unit }) : t(`unit.unknown.${measure}`)
  }
  return { activity: withUnit('activity'), agingOffset: withUnit('aging_offset') }
}
