import { Button } from '@mantine/core'
import { IconInfoCircle, IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useTranslator } from '../../ui/TranslatedMessage.tsx'
import classes from './drugs.module.css'

type Props = {
  switchedOff: boolean
  /** The question has a part that only the drugs kept here can answer. */
  onlyKept: boolean
  /** What main said with its answers. */
  said: readonly string[]
}

/** One quiet line about where the answer comes from; none while all is as it should be. */
export function Notices({ switchedOff, onlyKept, said }: Props) {
  const { t } = useTranslation('drugs')
  const goOnline = useAction(() => call('settings.set', { offlineSwitch: false }))
  const say = useTranslator()
  const lines = [
    ...(switchedOff ? [t('notice.switchedOff')] : onlyKept ? [t('notice.onlyKept')] : []),
    ...said.map(say),
    ...(goOnline.failure ? [say(goOnline.failure.message)] : []),
  ]
  if (lines.length === 0) return null
  const Icon = switchedOff ? IconPlugConnectedX : IconInfoCircle
  return (
    <div className={classes.notice} role="status">
      <span className={classes.noticeText}>
        <Icon size={14} stroke={1.75} aria-hidden />
        {lines.join(' ')}
      </span>
      {switchedOff && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          loading={goOnline.pending}
          onClick={() => void goOnline.run()}
        >
          {t('notice.goOnline')}
        </Button>
      )}
    </div>
  )
}
