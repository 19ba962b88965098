import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { SampleResult } from '../../../../shared/domain/results/analysis.ts'
import type { Sample } from '../../../../shared/domain/samples/sample.ts'
import { Writable } from '../../../state/appStatus.tsx'
import { useStudyId } from '../../../state/currentStudy.ts'
import { Fact, Facts, FieldFacts, Hint, Section } from '../../../ui/panes/Section.tsx'
import { Timestamp } from '../../../ui/text/Timestamp.tsx'

/** Shows the register entry of a sample and the source of its scores, with links to both. */
export function SampleFacts({ sample, result }: { sample: Sample; result: SampleResult | null }) {
  const { t } = useTranslation(['explore', 'state'])
  const { annotation } = sample
  return (
    <>
      <Section title={t('page.register')}>
        <Facts>
          <Fact name={t('sampleId')}>{sample.sampleId}</Fact>
          <Fact name={t('page.ordered')}>
            <Timestamp at={sample.createdAt} />
          </Fact>
          {sample.checkedAt && (
            <Fact name={t('page.checked')}>
              <Timestamp at={sample.checkedAt} />
            </Fact>
          )}
          <FieldFacts fields={sample.fields} />
        </Facts>
      </Section>
      <Section title={t('page.added')}>
        <Facts>
          <Fact name={t('field.group')}>{annotation?.group ?? '–'}</Fact>
          <Fact name={t('term.tag')}>{annotation?.tags.join(', ') || '–'}</Fact>
          <Fact name={t('term.note')}>{annotation?.note ?? '–'}</Fact>
          <FieldFacts fields={annotation?.fields} />
        </Facts>
      </Section>
      <Ways sampleId={sample.sampleId} />
      {result && (
        <Section title={t('page.from')}>
          <Facts>
            <Fact name={t('term.fetched')}>
              <Timestamp at={result.fetchedAt} />
            </Fact>
            <Fact name={t('term.service')}>{result.service}</Fact>
            {result.requestId && <Fact name={t('term.requestId')}>{result.requestId}</Fact>}
          </Facts>
        </Section>
      )}
      <Hint>{t('research')}</Hint>
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
        onClick={() => void navigate({ to: '/study/$studyId/samples', params: { studyId }, search })}
      >
        {t('detail.toSample')}
      </Button>
      <Writable>
        <Button size="compact-xs" onClick={() => void navigate({ to: '/activity/screenings', search })}>
          {t('detail.screen')}
        </Button>
      </Writable>
    </Group>
  )
}
