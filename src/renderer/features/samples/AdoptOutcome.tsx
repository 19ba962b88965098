import { Button, Progress, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Job } from '../../../shared/contract/state.ts'
import type { Adoption } from '../../../shared/domain/register.ts'
import { useCall } from '../../client/useCall.ts'
import { numberFormatter } from '../../ui/formats.ts'
import { useTranslator } from '../../ui/TranslatedMessage.tsx'
import { Fact, Facts } from './Facts.tsx'
import classes from './samples.module.css'

type Props = { adoption: Adoption; keptUnknown: boolean; keepAnyway: () => void; askAgain: () => void }

const shown = 20

/**
 * What came of taking samples in: how far the asking is, what the register had before, what the service does not know
 * and what it could not be asked for.
 */
export function AdoptOutcome({ adoption, keptUnknown, keepAnyway, askAgain }: Props) {
  const { t } = useTranslation('samples')
  const { jobId, asked, already, repeated, empty, broken } = adoption
  const say = useTranslator()
  const job = useCall('jobs.list', {}).data?.find((one) => one.jobId === jobId)
  const running =
    jobId !== null && job?.state !== 'done' && job?.state !== 'failed' && job?.state !== 'cancelled'
  const unknown = (job?.failed ?? 0) - (job?.unasked ?? 0)
  const unasked = job ? asked - job.done - unknown : 0
  return (
    <Stack gap={12}>
      <Progress
        size={4}
        value={asked === 0 ? 100 : progressOf(job)}
        aria-label={t('adopt.progress')}
        transitionDuration={160}
      />
      <Facts>
        <Fact name={t('adopt.taken')}>
          <Numbers count={job?.done ?? 0} of={asked} />
        </Fact>
        <Fact name={t('adopt.unknown')}>{running ? '…' : <Count value={unknown} />}</Fact>
        {!running && unasked > 0 && (
          <Fact name={t('adopt.unasked')}>
            <Count value={unasked} />
          </Fact>
        )}
        <Fact name={t('adopt.already')}>
          <Count value={already.length} ids={already} />
        </Fact>
        <Fact name={t('adopt.repeated')}>
          <Count value={repeated.length} ids={repeated} />
        </Fact>
        <Fact name={t('adopt.empty')}>
          <Count value={empty} />
        </Fact>
        {broken.length > 0 && (
          <Fact name={t('adopt.broken')}>
            <Count value={broken.length} ids={broken.map(({ row }) => t('adopt.line', { row }))} />
          </Fact>
        )}
      </Facts>
      <Text component="output" fz={12} className={classes.message}>
        {running
          ? t('adopt.running')
          : job?.message
            ? say(job.message)
            : jobId === null
              ? t('adopt.nothingNew')
              : ''}
      </Text>
      {!running && unasked > 0 && (
        <div>
          <Text fz={12} mb={8}>
            {t(`adopt.${whyUnasked(job)}`)}
          </Text>
          <Button size="compact-sm" onClick={askAgain}>
            {t('adopt.again', { count: unasked })}
          </Button>
        </div>
      )}
      {!running && unknown > 0 && !keptUnknown && (
        <div>
          <Text fz={12} mb={8}>
            {t('adopt.anywayHint')}
          </Text>
          <Button size="compact-sm" variant="default" onClick={keepAnyway}>
            {t('adopt.anyway', { count: unknown })}
          </Button>
        </div>
      )}
    </Stack>
  )
}

const whyUnasked = (job: Job | undefined) =>
  job?.state === 'cancelled' ? 'askedUntilStop' : job?.state === 'failed' ? 'askedUntilEnd' : 'askedWithout'

const progressOf = (job: Job | undefined): number =>
  job?.total ? Math.min(100, ((job.done + job.failed) / job.total) * 100) : 0

function Numbers({ count, of }: { count: number; of: number }) {
  const { t } = useTranslation('samples')
  return t('adopt.of', { count, of })
}

function Count({ value, ids = [] }: { value: number; ids?: readonly string[] }) {
  const { t, i18n } = useTranslation('samples')
  const number = numberFormatter(i18n.language).format(value)
  if (ids.length === 0) return number
  const more = ids.length > shown ? t('adopt.more', { count: ids.length - shown }) : ''
  return (
    <>
      {number}: <span className={classes.dimmed}>{ids.slice(0, shown).join(', ')}</span> {more}
    </>
  )
}
