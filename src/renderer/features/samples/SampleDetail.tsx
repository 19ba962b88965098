import { Button, Group, Text, Title } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Sample } from '../../../shared/domain/sample.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { Writable } from '../../state/Writable.tsx'
import { CopyLink } from '../../ui/CopyLink.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { SyntheticMark } from '../../ui/SyntheticMark.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { Added } from './Added.tsx'
import { Fact, Facts } from './Facts.tsx'
import { Report } from './Report.tsx'
import classes from './samples.module.css'

type Props = { sample: Sample; analyse: () => void }

/** Everything that is known of one sample. */
export function SampleDetail({ sample, analyse }: Props) {
  const { t } = useTranslation('samples')
  const navigate = useNavigate()
  const refresh = useAction(() => call('samples.refresh', { sampleIds: [sample.sampleId] }))
  const fields = Object.entries(sample.fields).filter(([name]) => name !== 'client_reference')
  return (
    <article className={classes.detail} aria-label={t('detail.label', { name: sample.clientReference })}>
      <Group gap={8} wrap="wrap" className={classes.headline}>
        <Title order={3} fz={16} className={classes.name}>
          {sample.clientReference}
        </Title>
        <StateBadge state={sample.state} status={sample.status} />
        {sample.synthetic && <SyntheticMark />}
      </Group>
      <Group gap={8}>
        {sample.analysedAt ? (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void navigate({ to: '/results', search: { sample: sample.sampleId } as never })}
          >
            {t('detail.toResults')}
          </Button>
        ) : (
          <Writable>
            <Button size="compact-sm" variant="default" onClick={analyse}>
              {t('detail.analyse')}
            </Button>
          </Writable>
        )}
        <Writable>
          <Button
            size="compact-sm"
            variant="default"
            loading={refresh.pending}
            onClick={() => void refresh.run()}
          >
            {t('detail.refresh')}
          </Button>
        </Writable>
        <CopyLink section="samples" id={sample.sampleId} />
      </Group>
      {refresh.failure && <FailureNotice failure={refresh.failure} />}
      <Facts title={t('detail.course')}>
        <Fact name={t('detail.ordered')}>
          <Timestamp at={sample.createdAt} />
        </Fact>
        <Fact name={t('detail.checked')}>
          {sample.checkedAt ? <Timestamp at={sample.checkedAt} /> : t('detail.never')}
          <Text fz={11} c="dimmed">
            {t('detail.serviceWord', { status: sample.status })}
          </Text>
        </Fact>
        <Fact name={t('detail.analysed')}>
          {sample.analysedAt ? <Timestamp at={sample.analysedAt} /> : t('detail.never')}
        </Fact>
        <Fact name={t('detail.id')}>{sample.sampleId}</Fact>
        {sample.adoptedAt && (
          <Fact name={t('detail.adopted')}>
            <Timestamp at={sample.adoptedAt} />
          </Fact>
        )}
        {sample.batchId && (
          <Fact name={t('detail.batch')}>
            <Link to="/samples/batches" search={{ batch: sample.batchId } as never} className={classes.link}>
              {t('detail.toBatch')}
            </Link>
          </Fact>
        )}
      </Facts>
      <Facts title={t('detail.fields')}>
        {fields.length === 0 && <Text fz={12}>{t('detail.noFields')}</Text>}
        {fields.map(([name, value]) => (
          <Fact key={name} name={name}>
            {String(value)}
          </Fact>
        ))}
      </Facts>
      <Added key={`added ${sample.sampleId}`} sample={sample} />
      <Writable>
        <Report key={`report ${sample.sampleId}`} sample={sample} />
      </Writable>
    </article>
  )
}
