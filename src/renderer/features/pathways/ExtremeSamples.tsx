import { Anchor, Button, Group, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { PathwayDetail } from '../../../shared/domain/drugs/pathway.ts'
import type { Measure } from '../../../shared/domain/results/analysis.ts'
import { allSamplesId } from '../../../shared/domain/studies/study.ts'
import { applyNumberFormat, columnFormat, formatAlone } from '../../../shared/format/numbers.ts'
import { useCall } from '../../client/useCall.ts'
import { useMeasureUnit } from '../../state/cohort/titles.ts'
import { CopyAs } from '../../ui/copy/CopyAs.tsx'
import { Missing, SyntheticMark } from '../../ui/feedback/Badges.tsx'
import shared from '../../ui/shared.module.css'
import { Timestamp } from '../../ui/text/Timestamp.tsx'
import classes from './pathways.module.css'
import { extremeSamplesTable } from './toCopied.ts'

/** Lists the samples furthest from the mean of this profile, with the reference of their z-scores. */
export function ExtremeSamples({ detail }: { detail: PathwayDetail }) {
  const { t } = useTranslation('pathways')
  const navigate = useNavigate()
  const demo = useCall('app.status', {}).data?.demo ?? false
  const units = useUnits()
  const { cohort, extremeSamples, whyNone } = detail
  return (
    <section className={classes.section}>
      <Group gap="sm" wrap="nowrap">
        <h3 className={shared.sectionTitle}>{t('out.title')}</h3>
        {demo && cohort.n > 0 && <SyntheticMark />}
        <span className={shared.gap} />
        {extremeSamples.length > 0 && <CopyAs read={() => extremeSamplesTable(detail)} />}
      </Group>
      <p className={classes.small}>
        {t('out.cohort', { count: cohort.n })}
        {cohort.mean !== null && ` · ${t('out.mean', { value: formatAlone(cohort.mean) })}`}
        {cohort.sd !== null && ` · ${t('out.sd', { value: formatAlone(cohort.sd) })}`}
      </p>
      {whyNone && (
        <>
          <p>{t(`out.why.${whyNone}`, { count: cohort.n })}</p>
          {whyNone === 'noResults' && (
            <Button
              size="compact-sm"
              variant="default"
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
        <Text fz="xs" c="dimmed" mt={8}>
          {units.activity} {units.agingOffset} {t('out.z', { count: cohort.n })} {t('out.research')}
        </Text>
      )}
    </section>
  )
}

function Samples({ detail: { extremeSamples } }: { detail: PathwayDetail }) {
  const { t } = useTranslation('pathways')
  const head = ['activity', 'zShort', 'offset'] as const
  const formatActivity = columnFormat(extremeSamples.map(({ activity }) => activity))
  const formatOffset = columnFormat(extremeSamples.map(({ agingOffset }) => agingOffset))
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('out.sample')}</th>
          {head.map((name) => (
            <th key={name} scope="col" className={classes.number}>
              {t(`out.${name}`)}
            </th>
          ))}
          <th scope="col">{t('out.fetched')}</th>
        </tr>
      </thead>
      <tbody>
        {extremeSamples.map(({ sampleId, clientReference, activity, z, agingOffset, fetchedAt }) => (
          <tr key={sampleId}>
            <td className={shared.wrap}>
              <Anchor
                fz="xs"
                renderRoot={(props) => (
                  <Link
                    {...props}
                    to="/study/$studyId/samples"
                    params={{ studyId: allSamplesId }}
                    search={{ sample: sampleId }}
                  />
                )}
              >
                {clientReference}
              </Anchor>
            </td>
            <td className={classes.number} title={String(activity)}>
              {formatActivity(activity)}
            </td>
            <td className={classes.number} title={String(z)}>
              {signed(z)}
            </td>
            <td className={classes.number} title={agingOffset === null ? undefined : String(agingOffset)}>
              {agingOffset === null ? <Missing why={t('out.noOffset')} /> : formatOffset(agingOffset)}
            </td>
            <td>
              <Timestamp at={fetchedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
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
