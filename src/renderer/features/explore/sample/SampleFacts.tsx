import { Button, Group, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SampleResult } from '../../../../shared/domain/results/analysis.ts'
import type { Sample } from '../../../../shared/domain/samples/sample.ts'
import { Writable } from '../../../state/appStatus.tsx'
import { useStudyId } from '../../../state/currentStudy.ts'
import { Timestamp } from '../../../ui/text/Timestamp.tsx'
import { useFieldName } from '../../../ui/text/useFieldName.ts'
import classes from '../results.module.css'

/** Shows the register entry of a sample and the source of its scores, with links to both. */
export function SampleFacts({ sample, result }: { sample: Sample; result: SampleResult | null }) {
  const { t } = useTranslation('explore')
  const { t: shared } = useTranslation('state')
  const fieldName = useFieldName()
  const { annotation, fields } = sample
  const sent = Object.entries(fields).filter(([name]) => name !== 'client_reference')
  return (
    <>
      <Pairs title={t('page.register')}>
        <Pair name={t('sampleId')}>{sample.sampleId}</Pair>
        <Pair name={t('page.ordered')}>
          <Timestamp at={sample.createdAt} />
        </Pair>
        {sample.checkedAt && (
          <Pair name={t('page.checked')}>
            <Timestamp at={sample.checkedAt} />
          </Pair>
        )}
        {sent.map(([name, value]) => (
          <Pair key={name} name={fieldName(name)}>
            {String(value)}
          </Pair>
        ))}
      </Pairs>
      <Pairs title={t('page.added')}>
        <Pair name={t('group')}>{annotation?.group ?? '–'}</Pair>
        <Pair name={shared('choice.tag')}>{annotation?.tags.join(', ') || '–'}</Pair>
        <Pair name={t('page.note')}>{annotation?.note ?? '–'}</Pair>
        {Object.entries(annotation?.fields ?? {}).map(([name, value]) => (
          <Pair key={name} name={name}>
            {String(value)}
          </Pair>
        ))}
      </Pairs>
      <Ways sampleId={sample.sampleId} />
      {result && (
        <Pairs title={t('page.from')}>
          <Pair name={t('detail.fetched')}>
            <Timestamp at={result.fetchedAt} />
          </Pair>
          <Pair name={t('detail.service')}>{result.service}</Pair>
          {result.requestId && <Pair name={t('detail.requestId')}>{result.requestId}</Pair>}
        </Pairs>
      )}
      <Text fz="xs" c="dimmed">
        {t('research')}
      </Text>
    </>
  )
}

function Ways({ sampleId }: { sampleId: string }) {
  const { t } = useTranslation('explore')
  const navigate = useNavigate()
  const studyId = useStudyId()
  const search = { sample: sampleId }
  return (
    <Group gap={8}>
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => void navigate({ to: '/study/$studyId/samples', params: { studyId }, search })}
      >
        {t('detail.toSample')}
      </Button>
      <Writable>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => void navigate({ to: '/activity/screenings', search })}
        >
          {t('detail.screen')}
        </Button>
      </Writable>
    </Group>
  )
}

function Pairs({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <Title order={3} fz="sm">
        {title}
      </Title>
      <dl className={classes.pairs}>{children}</dl>
    </section>
  )
}

function Pair({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>
        <bdi>{name}</bdi>
      </dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </>
  )
}
