import { Popover } from '@mantine/core'
import { IconFlask2, IconListCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppStatus } from '../../shared/contract/state.ts'
import { useCall } from '../client/useCall.ts'
import { useStatusBar } from '../state/statusBar.ts'
import { Connection } from './Connection.tsx'
import classes from './frame.module.css'
import { NoticesOffer } from './NoticesOffer.tsx'
import { Quota } from './Quota.tsx'
import { TaskTray } from './TaskTray.tsx'

/** Left: what holds for all sections. Right: what the screen in front says of what it shows. */
export function StatusBar({ status }: { status: AppStatus }) {
  const { t } = useTranslation('app')
  const shown = useStatusBar((state) => state.shown)
  return (
    <footer className={classes.status} aria-label={t('status.label')}>
      <Connection status={status} />
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
      <output>{shown}</output>
    </footer>
  )
}

function Tasks({ inBrowser }: { inBrowser: boolean }) {
  const { t } = useTranslation('app')
  const [open, setOpen] = useState(false)
  const jobs = useCall('jobs.list', {}).data ?? []
  const running = jobs.filter(({ state }) => state === 'running').length
  const word =
    running > 0 ? t('status.running', { count: running }) : t('status.tasks', { count: jobs.length })
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
          {jobs.length === 0 ? t('status.noTasks') : word}
        </button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('tray.title')}>
        <TaskTray jobs={jobs} />
        {inBrowser && <NoticesOffer />}
      </Popover.Dropdown>
    </Popover>
  )
}
