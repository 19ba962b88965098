import { Box, Button, Group, Progress } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconPlayerPause,
  IconPlayerPlay,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { OfflineSyncPlan } from '../../../shared/domain/drugs/offlineSync.ts'
import { call, useAction } from '../../client/call.ts'
import { useUndoOffers } from '../../state/undo.tsx'
import { FailureNotice } from '../../ui/feedback/Feedback.tsx'
import { StatusBadge } from '../../ui/feedback/StateBadges.tsx'
import { Hint } from '../../ui/panes/Section.tsx'
import { numberFormatter, Timestamp, TranslatedMessage, useDurationFormat } from '../../ui/text/formats.tsx'
import classes from './offlineSync.module.css'
import type { Blocked } from './scope.ts'

const icons = {
  running: IconPlayerPlay,
  paused: IconPlayerPause,
  done: IconCircleCheck,
  incomplete: IconAlertTriangle,
  uncounted: IconCircleCheck,
} satisfies Record<string, TablerIcon>

/** Returns the state to show. An ended plan is complete only if nothing is missing. */
const shownState = ({ state, complete, uncounted, message }: OfflineSyncPlan) => {
  if (state !== 'done' || complete === 1) return state
  return uncounted && message === null ? 'uncounted' : 'incomplete'
}

type Props = { plan: OfflineSyncPlan; blocked: Blocked; changed(): void }

/** Shows one plan: its scope, progress, time left, and the reason if it has stopped. */
export function PlanCard({ plan, blocked, changed }: Props) {
  const { t } = useTranslation('offlineSync')
  const title = useTitle(plan)
  const state = shownState(plan)
  return (
    <li className={classes.plan}>
      <div className={classes.planHead}>
        <h3>{title}</h3>
        <StatusBadge icon={icons[state]} state={state}>
          {t(`state.${state}`)}
        </StatusBadge>
      </div>
      <Progress
        size={8}
        value={Math.min(100, Math.max(0, plan.complete * 100))}
        color={plan.state === 'paused' ? 'var(--mantine-color-dimmed)' : 'teal'}
        aria-label={t('complete', { title })}
        transitionDuration={160}
      />
      <Meter plan={plan} />
      {plan.message && (
        <p className={classes.message}>
          <TranslatedMessage text={plan.message} />
        </p>
      )}
      <Settled plan={plan} />
      <Buttons plan={plan} title={title} blocked={blocked} changed={changed} />
    </li>
  )
}

function Meter({ plan }: { plan: OfflineSyncPlan }) {
  const { t, i18n } = useTranslation('offlineSync')
  const number = numberFormatter(i18n.language)
  const percent = numberFormatter(i18n.language, { style: 'percent' })
  const formatDuration = useDurationFormat()
  const { listed, detailed, total, detail } = plan
  const shown = { listed: number.format(listed), count: listed }
  const parts = [
    total === null
      ? t(plan.uncounted ? 'uncounted' : 'listed', shown)
      : t('listedOf', { ...shown, total: number.format(total), count: total }),
    detail === 'pathways' || detail === 'all'
      ? t(`detailed.${detail}`, { detailed: number.format(detailed) })
      : '',
    // Rounded down, so that 100% means complete.
    !plan.uncounted && percent.format(Math.floor(plan.complete * 100) / 100),
    plan.state === 'running' &&
      (plan.etaS === null ? t('noEta') : t('term.timeLeft', { time: formatDuration(plan.etaS) })),
  ]
  return (
    <Box component="p" fz="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {parts.filter(Boolean).join(' · ')}
    </Box>
  )
}

function Settled({ plan }: { plan: OfflineSyncPlan }) {
  const { t, i18n } = useTranslation('offlineSync')
  const number = numberFormatter(i18n.language)
  const facts = [
    t('lastHour', { sent: number.format(plan.requestsLastHour), allowed: number.format(plan.perHour) }),
    t(`detail.${plan.detail}`),
    t('refreshAfter', { count: plan.refreshDays }),
  ]
  return (
    <Hint>
      {facts.filter(Boolean).join(' · ')}
      {plan.oldestFetchedAt && (
        <>
          {' · '}
          {t('oldest')} <Timestamp at={plan.oldestFetchedAt} />
        </>
      )}
    </Hint>
  )
}

function Buttons({ plan, title, blocked, changed }: Props & { title: string }) {
  const undoOffers = useUndoOffers()
  const { t } = useTranslation('offlineSync')
  const { planId, scope, detail, perHour, refreshDays, state } = plan
  const pause = useAction(() => call('offlineSync.pause', { planId }).then(changed))
  const resume = useAction(() => call('offlineSync.resume', { planId }).then(changed))
  const forget = useAction(async () => {
    const offerUndo = undoOffers.create()
    await call('offlineSync.remove', { planId })
    changed()
    const undo = async () => {
      const begun = await call('offlineSync.start', { scope, detail, perHour, refreshDays })
      if (state === 'paused') await call('offlineSync.pause', { planId: begun.planId })
      changed()
    }
    offerUndo({ message: t('forgotten', { title }), undo })
  })
  const failure = pause.failure ?? resume.failure ?? forget.failure
  const goOn = ['done', 'uncounted'].includes(shownState(plan)) ? 'refresh' : 'resume'
  return (
    <>
      {failure && <FailureNotice failure={failure} flush />}
      <Group gap={8}>
        {state === 'running' ? (
          <Button size="compact-sm" aria-label={t('pauseNamed', { title })} {...pause.buttonProps()}>
            {t('action.pause')}
          </Button>
        ) : (
          <span title={blocked ? t(`blocked.${blocked}`) : undefined}>
            <Button
              size="compact-sm"
              aria-label={t(`${goOn}Named`, { title })}
              disabled={blocked !== null}
              {...resume.buttonProps()}
            >
              {t(goOn)}
            </Button>
          </span>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-label={t('forgetNamed', { title })}
          {...forget.buttonProps()}
        >
          {t('forget')}
        </Button>
      </Group>
    </>
  )
}

function useTitle({ scope, title }: OfflineSyncPlan): string {
  const { t } = useTranslation('offlineSync')
  if (scope.kind === 'catalogue' || scope.kind === 'cached') return t(`title.${scope.kind}`)
  if (scope.kind === 'category') return t('title.category', { name: title ?? scope.category })
  return t('title.list', { name: title ?? scope.listId })
}
