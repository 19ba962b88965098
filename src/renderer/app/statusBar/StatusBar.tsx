import { Button, Popover, Switch } from '@mantine/core'
import {
  IconCloud,
  IconCloudOff,
  IconFlask2,
  IconListCheck,
  IconPackage,
  IconPlugConnectedX,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppStatus } from '../../../shared/contract/state.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall } from '../../client/useCall.ts'
import { useStatusBar } from '../../state/statusBar.ts'
import { FailureNotice } from '../../ui/feedback/Feedback.tsx'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { numberFormatter } from '../../ui/text/formats.ts'
import classes from '../frame.module.css'
import { Quota, slowsRequests } from './Quota.tsx'

/**
 * Shows the general state and anything that needs attention on the left, and the counts of the current screen on the
 * right.
 */
export function StatusBar({ status }: { status: AppStatus }) {
  const { t } = useTranslation('app')
  const { shown, selected } = useStatusBar()
  // The main process answers this without the service, so a failure means that Pathclock itself has ended.
  const { failure: hostGone } = useCall('app.status', {})
  return (
    <footer className={classes.status} data-tour="status" aria-label={t('status.label')}>
      {hostGone ? (
        <span className={classes.fact} data-state="bad" role="status">
          <IconCloudOff size={14} stroke={1.75} aria-hidden />
          {t('status.hostGone')}
        </span>
      ) : status.profile?.capsule ? (
        <span className={classes.fact}>
          <IconPackage size={14} stroke={1.75} aria-hidden />
          {t('capsule.status')}
        </span>
      ) : (
        <Connection status={status} />
      )}
      {status.demo && (
        <span className={classes.fact} data-state="warn">
          <IconFlask2 size={14} stroke={1.75} aria-hidden />
          {t('status.demo')}
        </span>
      )}
      {status.quota && !hostGone && slowsRequests(status.quota) && (
        <Quota quota={status.quota} isOffline={status.offlineSwitch || !status.online} />
      )}
      <Tasks inBrowser={status.host === 'loopback'} />
      <span className={classes.spring} />
      <output>
        {shown}
        {selected > 0 && ` · ${t('status.selected', { count: selected })}`}
      </output>
    </footer>
  )
}

const TaskList = lazyComponent('TaskList', () => import('../../features/activity/TaskList.tsx'))

/** Shows running, failed and paused tasks; hidden if there are none. */
function Tasks({ inBrowser }: { inBrowser: boolean }) {
  const { t } = useTranslation('app')
  const { t: words } = useTranslation('tray')
  const [open, setOpen] = useState(false)
  const jobs = useCall('jobs.list', {}).data ?? []
  const running = jobs.filter(({ state }) => state === 'running').length
  // Counted while nothing is sent, because a running batch is shown as a task.
  const batches = useCall('batches.list', {}, { enabled: running === 0 }).data ?? []
  const paused = batches.filter(({ state, queued }) => state === 'paused' && queued > 0).length
  const failed = jobs.filter(({ state }) => state === 'failed').length
  const text =
    running > 0
      ? t('status.running', { count: running })
      : failed > 0
        ? t('status.failedTasks', { count: failed })
        : paused > 0 && words('pausedCount', { count: paused })
  // An open popover stays open even if the last task ends.
  if (!text && !open) return null
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
          {text || t('tray.title')}
        </button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('tray.title')}>
        <TaskList jobs={jobs} />
        {inBrowser && <NoticesOffer />}
      </Popover.Dropdown>
    </Popover>
  )
}

/**
 * Shows the connection to the service and opens the offline switch; while that is on, it shows the requests that were
 * sent anyway. The switch is one click away, because an accidental change would abort pending orders.
 */
function Connection({ status }: { status: AppStatus }) {
  const { t, i18n } = useTranslation('app')
  const [open, setOpen] = useState(false)
  const { online, offlineSwitch, sentWhileOff } = status
  const sent = sentWhileOff ?? 0
  const [state, words, Icon] = offlineSwitch
    ? ([
        sent > 0 ? 'bad' : 'warn',
        t('status.switchedOn', { count: sent, number: numberFormatter(i18n.language).format(sent) }),
        IconPlugConnectedX,
      ] as const)
    : online
      ? (['good', t('status.online'), IconCloud] as const)
      : (['bad', t('status.unreachable'), IconCloudOff] as const)
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="top-start"
      width={320}
      shadow="md"
      trapFocus
      hideDetached={false}
      withinPortal
    >
      <Popover.Target>
        <span role="status">
          <button
            type="button"
            className={`${classes.tasks} ${classes.fact}`}
            data-state={state}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <Icon size={14} stroke={1.75} aria-hidden />
            {words}
          </button>
        </span>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('offline.title')}>
        <OfflineSwitch isOn={offlineSwitch} />
      </Popover.Dropdown>
    </Popover>
  )
}

function OfflineSwitch({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation('app')
  const turn = useAction((offlineSwitch: boolean) => call('settings.set', { offlineSwitch }))
  return (
    <>
      <Switch
        data-autofocus
        checked={isOn}
        onChange={({ currentTarget }) => void turn.run(currentTarget.checked)}
        label={t('offline.title')}
        description={t('offline.hint')}
      />
      {turn.failure && <FailureNotice flush failure={turn.failure} />}
    </>
  )
}

/** Asks for the permission to show notifications in a browser, only if the user has not decided yet. */
function NoticesOffer() {
  const { t } = useTranslation('app')
  const [permission, setPermission] = useState(
    'Notification' in window && isSecureContext ? Notification.permission : 'denied',
  )
  if (permission !== 'default') return null
  const requestPermission = async (): Promise<void> => setPermission(await Notification.requestPermission())
  return (
    <Button size="compact-xs" variant="default" mx={16} mb={12} onClick={() => void requestPermission()}>
      {t('tray.notify')}
    </Button>
  )
}
