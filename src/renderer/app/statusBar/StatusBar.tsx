import { Button, Popover, Switch, Tooltip } from '@mantine/core'
import {
  IconCloud,
  IconCloudOff,
  IconFlask2,
  IconListCheck,
  IconPackage,
  IconPlayerPause,
  IconPlugConnectedX,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppStatus, QuotaStatus } from '../../../shared/contract/state.ts'
import { call, useAction, useCall, useEvent } from '../../client/call.ts'
import { useStatusBar } from '../../state/statusBar.ts'
import { FailureNotice } from '../../ui/feedback/Feedback.tsx'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { numberFormatter, useDurationFormat } from '../../ui/text/formats.tsx'
import classes from '../frame.module.css'

/** Shows what needs attention on the left, and the counts of the current screen on the right. */
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

/** It is mounted with its popover, so that an old failure is gone when the popover opens again. */
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
    <Button size="compact-xs" mx={16} mb={12} onClick={() => void requestPermission()}>
      {t('tray.notify')}
    </Button>
  )
}

type Props = {
  quota: QuotaStatus
  /** True if nothing is sent: waiting requests wait for the connection, so there is no countdown. */
  isOffline: boolean
}

/** The quota is shown if less than this share of the limit is left. */
const nearLimit = 0.1

const slowsRequests = ({ paused, queued, left, limit }: QuotaStatus): boolean =>
  paused || queued > 0 || left <= limit * nearLimit

/** Shows the requests left, the time of the reset and the queue, and opens the setting of the limit. */
function Quota({ quota: reported, isOffline }: Props) {
  const { t, i18n } = useTranslation('app')
  const navigate = useNavigate()
  const quota = useQuotaCountdown(isOffline ? withoutTimes(reported) : reported)
  const number = numberFormatter(i18n.language)
  const formatDuration = useDurationFormat()
  const values = { left: number.format(quota.left), limit: number.format(quota.limit) }
  const reset = quota.resetMs > 0 ? { time: formatDuration(quota.resetMs / 1000) } : null
  const eta = quota.etaMs === null ? null : { time: formatDuration(quota.etaMs / 1000) }
  const waiting = { count: quota.queued, number: number.format(quota.queued) }
  const pauseEnd = quota.waitMs > 0 ? { time: formatDuration(quota.waitMs / 1000) } : null
  // The remaining requests cannot be used before a pause ends.
  const shown = quota.paused
    ? [pauseEnd && t('status.pauseEnds', pauseEnd), quota.queued > 0 && t('status.waiting', waiting)]
    : [
        t('status.quota', values),
        reset && t('status.resets', reset),
        quota.queued > 0 &&
          (eta ? t('status.waitingEta', { ...waiting, ...eta }) : t('status.waiting', waiting)),
      ]
  const words = shown.filter(Boolean).join(' · ')
  const exact = [
    t('status.quotaHint', { ...values, seconds: quota.windowMs / 1000 }),
    quota.share !== undefined && t('status.shareHint', { percent: quota.share }),
    reset && t('status.resetsHint', reset),
    quota.queued > 0 && t('status.quotaQueued', { ...waiting, count: quota.queued }),
    quota.queued > 0 && eta && t('status.etaHint', eta),
    quota.paused && t('status.pausedHint'),
  ]
  return (
    <Tooltip
      label={exact.filter(Boolean).join(t('status.sentenceGap'))}
      multiline
      maw={320}
      p={8}
      fz="xs"
      events={{ hover: true, focus: true, touch: true }}
    >
      <button
        type="button"
        className={classes.tasks}
        data-state={quota.paused || quota.left === 0 ? 'warn' : undefined}
        onClick={() => void navigate({ to: '/settings', search: { tab: 'account' } })}
      >
        {quota.paused && (
          <>
            <IconPlayerPause size={14} stroke={1.75} aria-hidden />
            {t('status.paused')}
            {words && ' · '}
          </>
        )}
        {words}
      </button>
    </Tooltip>
  )
}

const withoutTimes = (quota: QuotaStatus): QuotaStatus => ({ ...quota, resetMs: 0, waitMs: 0, etaMs: null })

/** Returns the last pushed quota with its times counted down; requests it again when they are over. */
function useQuotaCountdown(reported: QuotaStatus): QuotaStatus {
  const queries = useQueryClient()
  const [pushes, setPushes] = useState(0)
  // Two pushes may have the same values, and each restarts the countdown.
  useEvent('quota.changed', () => setPushes((before) => before + 1))
  const untilMs = Math.max(reported.resetMs, reported.waitMs, reported.etaMs ?? 0)
  const elapsedMs = useElapsed(`${pushes} ${JSON.stringify(reported)}`, untilMs)
  const isOver = untilMs > 0 && elapsedMs >= untilMs
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ queryKey: ['app.status'] })
  }, [isOver, queries])
  const remaining = (ms: number): number => Math.max(0, ms - elapsedMs)
  return {
    ...reported,
    waitMs: remaining(reported.waitMs),
    resetMs: remaining(reported.resetMs),
    etaMs: reported.etaMs === null ? null : remaining(reported.etaMs),
  }
}

const tickMs = 1000

/** Returns the ms since `key` changed, in ticks of 1 s, which stop at `untilMs`. */
export function useElapsed(key: string, untilMs: number): number {
  const [elapsed, setElapsed] = useState({ key, ms: 0 })
  useEffect(() => {
    if (untilMs <= 0) return
    const since = performance.now()
    const timer = setInterval(() => {
      const ms = performance.now() - since
      setElapsed({ key, ms })
      if (ms >= untilMs) clearInterval(timer)
    }, tickMs)
    return () => clearInterval(timer)
  }, [key, untilMs])
  return elapsed.key === key ? elapsed.ms : 0
}
