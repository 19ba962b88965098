import { Box, Button, Group, Progress, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScreeningTask } from '../../../shared/domain/drugs/screening.ts'
import { isFinal, type Sample, type SampleSorts } from '../../../shared/domain/samples/sample.ts'
import { allSamplesId } from '../../../shared/domain/studies/study.ts'
import { call, useAction, useCall } from '../../client/call.ts'
import { TryExample } from '../../shared/help/Examples.tsx'
import { UnknownWords } from '../../shared/UnknownWords.tsx'
import { useSearchParams } from '../../state/searchParams.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { usePublishShownTables } from '../../state/tables/shownTables.ts'
import { ConfirmPaidCall } from '../../ui/dialogs/ConfirmPaidCall.tsx'
import { SyntheticMark } from '../../ui/feedback/Badges.tsx'
import { EmptyState, FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { StateBadge } from '../../ui/feedback/StateBadges.tsx'
import { RadioList } from '../../ui/forms/RadioList.tsx'
import { Hint } from '../../ui/panes/Section.tsx'
import { ToolRow } from '../../ui/panes/ToolRow.tsx'
import shared from '../../ui/shared.module.css'
import { Timestamp } from '../../ui/text/formats.tsx'
import { newestFirst, toPercent } from './ranking.ts'
import classes from './screening.module.css'
import { TaskDetail } from './TaskDetail.tsx'

/** Lists the screening tasks to the left, and shows the ranking of the chosen one to the right. */
export function ScreeningScreen() {
  const { t } = useTranslation('screening')
  const navigate = useNavigate()
  const { search, change } = useSearchParams('/activity/screenings')
  const forSample = search.sample ?? null
  const [creating, setCreating] = useState(forSample !== null || search.create === true)
  const tasks = useCall('screening.list', {})
  const samples = useCall('samples.list', { limit: 1 })
  const listed = newestFirst(tasks.data ?? [])
  // An unknown task in the address is reported. Showing another task instead would mislead.
  const chosen = search.task ?? listed[0]?.taskId ?? null
  const choose = (task: string) => change({ task, sample: undefined, study: undefined, create: undefined })
  useStatusText(listed.length > 0 ? t('taskCount', { count: listed.length }) : null)
  usePublishShownTables(
    listed.some(({ taskId }) => taskId === chosen) && chosen !== null
      ? [{ kind: 'screening', taskId: chosen }]
      : [],
  )
  const hasSamples = (samples.data?.total ?? 0) > 0
  return (
    <div className={shared.page}>
      <ToolRow
        primary={
          <Button variant="filled" size="xs" disabled={!hasSamples} onClick={() => setCreating(true)}>
            {t('create')}
          </Button>
        }
      >
        <Hint>{t('tasks')}</Hint>
      </ToolRow>
      <UnknownWords of="screening" />
      <LoadingBar visible={tasks.loading} />
      {tasks.failure && <FailureNotice failure={tasks.failure} retry={() => void tasks.refetch()} />}
      {tasks.data && listed.length === 0 && (
        <EmptyState
          title={t('empty.title')}
          text={hasSamples ? t('empty.text') : `${t('empty.text')} ${t('empty.noSamples')}`}
          action={
            hasSamples ? (
              <Button variant="filled" onClick={() => setCreating(true)}>
                {t('create')}
              </Button>
            ) : (
              <Group gap={8} justify="center">
                <Button variant="filled" onClick={() => void navigate({ to: '/import' })}>
                  {t('action.importSamples')}
                </Button>
                <TryExample />
              </Group>
            )
          }
        />
      )}
      {chosen !== null && (listed.length > 0 || !tasks.data) && (
        <div className={classes.panes}>
          <TaskList tasks={listed} chosen={chosen} choose={choose} />
          <TaskDetail key={chosen} taskId={chosen} />
        </div>
      )}
      <p className={classes.notThis}>{t('notThis')}</p>
      {creating && (
        <CreateDialog
          studyId={search.study ?? allSamplesId}
          sampleId={
            forSample ?? (samples.data?.total === 1 ? (samples.data.rows[0]?.sampleId ?? null) : null)
          }
          close={() => setCreating(false)}
          created={(taskId) => {
            setCreating(false)
            void tasks.refetch()
            choose(taskId)
          }}
        />
      )}
    </div>
  )
}

type Props = { tasks: ScreeningTask[]; chosen: string; choose: (taskId: string) => void }

export function TaskList({ tasks, chosen, choose }: Props) {
  const { t } = useTranslation('screening')
  return (
    <ul className={classes.tasks} aria-label={t('tasks')}>
      {tasks.map((task) => (
        <li key={task.taskId}>
          <button
            type="button"
            className={classes.task}
            aria-current={task.taskId === chosen}
            onClick={() => choose(task.taskId)}
          >
            <TaskLine task={task} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function TaskLine({ task }: { task: ScreeningTask }) {
  const { t } = useTranslation('screening')
  const percent = isFinal(task.state) ? null : toPercent(task.progress)
  return (
    <>
      <span className={classes.taskHead}>
        <Box component="span" flex={1} fw={600} fz="sm" style={{ overflowWrap: 'anywhere' }}>
          {task.clientReference ?? task.sampleId}
        </Box>
        <StateBadge state={task.state} status={task.status} />
      </span>
      <span className={classes.taskFacts}>
        <Timestamp at={task.createdAt} />
        <span>{t(task.endpoint === 'screening' ? 'dialog.screening' : 'dialog.virtual')}</span>
        {task.synthetic && <SyntheticMark />}
        {percent !== null && <span>{t('progress', { percent })}</span>}
      </span>
      {percent !== null && <Progress size="xs" value={percent} aria-hidden />}
    </>
  )
}

/** `studyId`: the study whose samples are offered. */
type CreateDialogProps = {
  sampleId: string | null
  studyId: string
  close: () => void
  created: (taskId: string) => void
}

const byReference: SampleSorts = [{ by: 'client_reference', order: 'asc' }]

function CreateDialog({ sampleId, studyId, close, created }: CreateDialogProps) {
  const { t } = useTranslation('screening')
  const [chosen, setChosen] = useState(sampleId)
  const [endpoint, setEndpoint] = useState<'screening' | 'virtual-screening'>('screening')
  const cost = useCall('screening.estimate', { sampleId: chosen ?? '-' }, { enabled: chosen !== null })
  const create = useAction(async () => {
    if (chosen === null) return
    const { taskId } = await call('screening.create', { sampleId: chosen, endpoint })
    created(taskId)
  })
  return (
    <ConfirmPaidCall
      title={t('dialog.title')}
      confirm={t('dialog.start')}
      cost={chosen === null ? null : cost}
      action={create}
      close={close}
    >
      <SamplePicker studyId={studyId} chosen={chosen} choose={setChosen} />
      <details className={classes.options}>
        <summary>{t('dialog.options')}</summary>
        <RadioList
          label={t('dialog.endpoint')}
          size="sm"
          value={endpoint}
          change={setEndpoint}
          options={[
            { value: 'screening', label: t('dialog.screening'), description: t('dialog.screeningHint') },
            { value: 'virtual-screening', label: t('dialog.virtual'), description: t('dialog.virtualHint') },
          ]}
        />
      </details>
    </ConfirmPaidCall>
  )
}

type PickerProps = { studyId: string; chosen: string | null; choose: (sampleId: string | null) => void }

/** Finds samples as the user types. Samples that do not match the text are left out even while a search is running. */
function SamplePicker({ studyId, chosen, choose }: PickerProps) {
  const { t } = useTranslation('screening')
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed, 150)
  const found = useCall('samples.list', {
    text,
    ...(studyId !== allSamplesId && { filter: { study: studyId } }),
    limit: 50,
    sort: byReference,
  })
  const first = useCall('samples.get', { sampleId: chosen ?? '-' }, { enabled: chosen !== null })
  const rows = found.data?.rows ?? []
  const isFormer = text !== typed || found.isPreviousData
  const fits = (sample: Sample) =>
    !isFormer || sample.clientReference.toLowerCase().includes(typed.toLowerCase())
  const offered = new Set(rows.filter(fits).map(({ sampleId }) => sampleId))
  // The picked sample stays an option even if the search does not find it, because the field shows its name.
  const picked = first.data && !rows.some(({ sampleId }) => sampleId === chosen) ? [first.data] : []
  return (
    <Select
      size="sm"
      label={t('term.sample')}
      placeholder={t('dialog.samplePlaceholder')}
      searchable
      // Inside the dialog, because a list outside it would not belong to any landmark of the page.
      comboboxProps={{ withinPortal: false }}
      openOnFocus={false}
      data-autofocus
      value={chosen}
      onChange={(sampleId) => {
        choose(sampleId)
        setTyped('')
      }}
      // Searches only for text that the user types, because picking an option and leaving the field set its text too.
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => setTyped('')}
      filter={({ options }) => options.filter((option) => 'value' in option && offered.has(option.value))}
      nothingFoundMessage={isFormer ? t('dialog.searching') : t('dialog.noSamples')}
      data={[...rows, ...picked].map((sample) => ({ value: sample.sampleId, label: sample.clientReference }))}
    />
  )
}
