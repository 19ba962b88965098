import { Box, Button, Menu, Tooltip } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { everySample, type SampleChoice } from '../../../shared/domain/results/cohort.ts'
import { allSamplesId, choiceInStudy } from '../../../shared/domain/studies/study.ts'
import { call, useAction, useCall } from '../../client/call.ts'
import { Writable } from '../../state/appStatus.tsx'
import { createCohort } from '../../state/cohort/cohort.ts'
import { useStudyId } from '../../state/currentStudy.ts'
import { useDialogs } from '../../state/dialogs.ts'
import { useFailureToast } from '../../state/useFailureToast.ts'
import { copyText } from '../../ui/copy/CopyButton.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { usePageState } from '../../ui/pageState.ts'
import classes from './selectionBar.module.css'

type Props = {
  /** The selected samples and their number; there is no bar without any. */
  of: SampleChoice
  count: number
  /** Returns their ids; they may have to be loaded. */
  readIds(): readonly string[] | Promise<readonly string[]>
  clear(): void
  /** Limits the view to these samples. If left out, the samples are opened in Explore. */
  showOnly?: () => void
}

export function SelectionBar({ of, count, readIds, clear, showOnly }: Props) {
  const { t } = useTranslation('state')
  const navigate = useNavigate()
  const studyId = useStudyId()
  const cohort = usePageState().get(createCohort)
  const { openAnalyse, openAnnotate, openExport } = useDialogs()
  const compare = useAction(async () => {
    const except = [...(await readIds())]
    const sets = [
      { name: t('bulk.selected'), of: cohort.holdChoice(choiceInStudy(of, studyId)) },
      { name: t('bulk.rest'), of: cohort.holdChoice({ ...choiceInStudy(everySample, studyId), except }) },
    ]
    await navigate({ to: '/study/$studyId/compare', params: { studyId }, search: { sets } })
  })
  const annotate = useAction(async () => openAnnotate(new Set(await readIds())))
  const copy = useAction(async () => {
    await copyText([...(await readIds())].join('\n'))
    notifications.show({ message: t('bulk.copied', { count }) })
  })
  useFailureToast(compare.failure ?? annotate.failure ?? copy.failure)
  if (count === 0) return null
  const explore = () =>
    void navigate({
      to: '/study/$studyId/explore/heatmap',
      params: { studyId },
      // The path already contains the study.
      search: { measure: 'activity', of: cohort.holdChoice(choiceInStudy(of, allSamplesId)) },
    })
  return (
    <section className={classes.bar} aria-label={t('bulk.label')}>
      <Box component="strong" flex="1 0 calc(100% - 40px)">
        {t('bulk.count', { count })}
      </Box>
      <Tooltip label={t('bulk.clear')}>
        <IconButton icon={IconX} label={t('bulk.clear')} onClick={clear} />
      </Tooltip>
      <SmallButton onClick={showOnly ?? explore}>{t(showOnly ? 'bulk.only' : 'bulk.explore')}</SmallButton>
      <SmallButton {...compare.buttonProps()}>{t('bulk.compare')}</SmallButton>
      <Writable>
        <SmallButton {...annotate.buttonProps()}>{t('bulk.annotate')}</SmallButton>
        <AddToStudy of={of} />
        <SmallButton onClick={() => openAnalyse(of)}>{t('action.analyze')}</SmallButton>
      </Writable>
      <SmallButton onClick={() => openExport('table', of)}>{t('action.export')}</SmallButton>
      <SmallButton {...copy.buttonProps()}>{t('bulk.copy')}</SmallButton>
    </section>
  )
}

const SmallButton = Button.withProps({ size: 'compact-xs' })

function AddToStudy({ of }: { of: SampleChoice }) {
  const { t } = useTranslation('state')
  const current = useStudyId()
  const studies = useCall('studies.names', {}).data ?? []
  const others = studies.filter(
    ({ studyId, archivedAt }) => ![allSamplesId, current].includes(studyId) && archivedAt === null,
  )
  const add = useAction(async (studyId: string, name: string) => {
    const { added, alreadyThere } = await call('studies.addSamples', { studyId, of })
    notifications.show({ message: t('bulk.added', { count: added, alreadyThere, name }) })
  })
  useFailureToast(add.failure)
  if (others.length === 0) return null
  return (
    <Menu position="top-start" withinPortal>
      <Menu.Target>
        <SmallButton loading={add.pending}>{t('bulk.addToStudy')}</SmallButton>
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
