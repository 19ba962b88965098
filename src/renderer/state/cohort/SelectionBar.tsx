import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { everySample, type SampleChoice } from '../../../shared/domain/results/cohort.ts'
import { allSamplesId, choiceInStudy } from '../../../shared/domain/studies/study.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall } from '../../client/useCall.ts'
import { CopyButton } from '../../ui/copy/CopyButton.tsx'
import { Writable } from '../appStatus.tsx'
import { useDialogs } from '../dialogs.ts'
import { maxIdsInUrl } from '../searchParams.ts'
import { useStudyId } from '../studyInFront.ts'
import { useFailureToast } from '../useFailureToast.ts'
import classes from './selectionBar.module.css'

type Props = {
  sampleIds: ReadonlySet<string>
  clear(): void
  /** Shows these samples alone; left out where they are not shown yet: they are opened in Explore. */
  showOnly?: () => void
}

/** What can be done with the samples that are selected: the same wherever some are. */
export function SelectionBar({ sampleIds, clear, showOnly }: Props) {
  const { t } = useTranslation('state')
  const navigate = useNavigate()
  const studyId = useStudyId()
  const { openAnalyse, openAnnotate, openExport } = useDialogs()
  if (sampleIds.size === 0) return null
  const ids = [...sampleIds]
  const of: SampleChoice = { sampleIds: ids }
  const compare = () => {
    const rest = { ...choiceInStudy(everySample, studyId), except: ids }
    const sets = [
      { name: t('bulk.selected'), of },
      { name: t('bulk.rest'), of: rest },
    ]
    void navigate({ to: '/study/$studyId/compare', params: { studyId }, search: { sets } })
  }
  return (
    <section className={classes.bar} aria-label={t('bulk.label')}>
      <strong className={classes.count}>{t('bulk.count', { count: ids.length })}</strong>
      <Tooltip label={t('bulk.clear')}>
        <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t('bulk.clear')} onClick={clear}>
          <IconX size={14} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Button
        size="compact-xs"
        variant="default"
        onClick={
          showOnly ??
          (() =>
            void navigate({
              to: '/study/$studyId/explore/heatmap',
              params: { studyId },
              search: { measure: 'activity', of },
            }))
        }
      >
        {t(showOnly ? 'bulk.only' : 'bulk.explore')}
      </Button>
      {ids.length <= maxIdsInUrl && (
        <Button size="compact-xs" variant="default" onClick={compare}>
          {t('bulk.compare')}
        </Button>
      )}
      <Writable>
        <Button size="compact-xs" variant="default" onClick={() => openAnnotate(sampleIds)}>
          {t('bulk.annotate')}
        </Button>
        <AddToStudy of={of} />
        <Button size="compact-xs" variant="default" onClick={() => openAnalyse(of)}>
          {t('bulk.analyze')}
        </Button>
      </Writable>
      <Button size="compact-xs" variant="default" onClick={() => openExport()}>
        {t('bulk.export')}
      </Button>
      <CopyButton value={ids.join('\n')}>
        {({ copied, copy }) => (
          <Button size="compact-xs" variant="default" onClick={copy}>
            {t(copied ? 'bulk.copied' : 'bulk.copy')}
          </Button>
        )}
      </CopyButton>
    </section>
  )
}

function AddToStudy({ of }: { of: SampleChoice }) {
  const { t } = useTranslation('state')
  const current = useStudyId()
  const studies = useCall('studies.list', {}).data ?? []
  const others = studies.filter(({ studyId }) => studyId !== allSamplesId && studyId !== current)
  const add = useAction(async (studyId: string, name: string) => {
    const { added, alreadyThere } = await call('studies.addSamples', { studyId, of })
    notifications.show({ message: t('bulk.added', { count: added, alreadyThere, name }) })
  })
  useFailureToast(add.failure)
  if (others.length === 0) return null
  return (
    <Menu position="top-start" withinPortal>
      <Menu.Target>
        <Button size="compact-xs" variant="default" loading={add.pending}>
          {t('bulk.addToStudy')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {others.map(({ studyId, name }) => (
          <Menu.Item key={studyId} onClick={() => void add.run(studyId, name)}>
            <bdi>{name}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
