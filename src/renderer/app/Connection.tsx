import { Popover, Switch } from '@mantine/core'
import { IconCloud, IconCloudOff, IconPlugConnectedX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppStatus } from '../../shared/contract/state.ts'
import { call } from '../client/call.ts'
import { useAction } from '../client/useAction.ts'
import { FailureNotice } from '../ui/FailureNotice.tsx'
import { numberFormatter } from '../ui/formats.ts'
import classes from './frame.module.css'

/**
 * Whether the service is reached; it leads to the offline switch, and while that is on it shows what has left in spite
 * of it. The switch itself is a click away: turned by accident, it would give up the orders that are under way.
 */
export function Connection({ status }: { status: AppStatus }) {
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
