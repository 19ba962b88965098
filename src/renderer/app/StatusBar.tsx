import { Popover } from '@mantine/core'
import { IconFlask2, IconListCheck, IconPackage } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppStatus } from '../../shared/contract/state.ts'
import { useCall } from '../client/useCall.ts'
import { useDismissedJobs } from '../state/dismissedJobs.ts'
import { useStatusBar } from '../state/statusBar.ts'
import { Timestamp } from '../ui/Timestamp.tsx'
import { Connection } from './Connection.tsx'
import classes from './frame.module.css'
import { NoticesOffer } from './NoticesOffer.tsx'
import { Quota } from './Quota.tsx'
import { TaskTray } from './TaskTray.tsx'

/** Left: what holds for all sections. Right: what the screen in front says of what it shows. */
export function StatusBar({ status }: { status: AppStatus }) {
  const { t } = useTranslation('app')
  const { shown, selected, fetchedAt } = useStatusBar()
  return (
    <footer className={classes.status} data-tour="status" aria-label={t('status.label')}>
      {status.profile?.capsule ? (
        <span className={classes.fact}>
          <IconPackage size={14} stroke={1.75} aria-hidden />
          {t('capsule.status')}
        </span>
      ) : (
        <Connection status={status} />
      )}
      <span className={classes.name}>{status.profile?.name}</span>
      {status.demo && (
        <span className={classes.fact} data-state="warn">
          <IconFlask2 size={14} stroke={1.75} aria-hidden />
          {t('status.demo')}
        </span>
      )}
      {status.quota && <Quota quota={status.quota} />}
      <Tasks inBrowser={status.host === 'loopback'} />
      <span className={classes.spring} />
      <output>
        {shown}
        {selected > 0 && ` · ${t('status.selected', { count: selected })}`}
      </output>
      {fetchedAt !== null && <Timestamp at={fetchedAt} />}
    </footer>
  )
}

function Tasks({ inBrowser }: { inBrowser: boolean }) {
  const { t } = useTranslation('app')
  const { t: words } = useTranslation('tray')
  const [open, setOpen] = useState(false)
  const jobs = useCall('jobs.list', {}).data ?? []
  const running = jobs.filter(({ state }) => state === 'running').length
  // Counted while nothing is sent: a batch that is shows as a task.
  const batches = useCall('batches.list', {}, { enabled: running === 0 }).data ?? []
  const paused = batches.filter(({ state, queued }) => state === 'paused' && queued > 0).length
  const dismissed = useDismissedJobs(({ jobIds }) => jobIds)
  const left = jobs.filter(({ jobId }) => !dismissed.has(jobId)).length
  const ended = left === 0 ? t('status.noTasks') : t('status.tasks', { count: left })
  const idleText = paused > 0 ? words('pausedCount', { count: paused }) : ended
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="top-start"
      width={380}
      shadow="md"
      trapFocus
      hideDetached={false}
      withinPortal
    >
      <Popover.Target>
        <button type="button" className={classes.tasks} aria-expanded={open} onClick={() => setOpen(!open)}>
          <IconListCheck size={14} stroke={1.75} aria-hidden />
          {running > 0 ? t('status.running', { count: running }) : idleText}
        </button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('tray.title')}>
        <TaskTray jobs={jobs} />
        {inBrowser && <NoticesOffer />}
      </Popover.Dropdown>
    </Popover>
  )
}
