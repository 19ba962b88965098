import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MatchCounts } from '../../../shared/domain/drugs/drugMatch.ts'
import { type OfflineSyncPlan, onlyMissingDays } from '../../../shared/domain/drugs/offlineSync.ts'
import { call, useAction, useCall } from '../../client/call.ts'
import { useAppStatus } from '../../state/appStatus.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { FailureNotice } from '../../ui/feedback/Feedback.tsx'
import { RadioList } from '../../ui/forms/RadioList.tsx'
import { TranslatedMessage, useDurationFormat } from '../../ui/text/formats.tsx'
import classes from './drugMatches.module.css'
import { useSyncSeconds } from './useSyncSeconds.ts'

/** The defaults of a plan started elsewhere. */
const perHour = 1000
const refreshDays = 30
const drugsOfPage = 100

/** Reports missing pathways and offers to fetch them, with the cost; hidden if none are missing. */
export function FetchPathways({ counts }: { counts: MatchCounts }) {
  const { t } = useTranslation('state')
  // The counts when the dialog opened, because the search for the cost may cache a drug.
  const [shownCounts, setShownCounts] = useState<MatchCounts | null>(null)
  const plans = useCall('offlineSync.list', {}).data?.filter(fetchesPathways) ?? []
  const status = useAppStatus()
  const { cached, withoutPathways } = counts
  if (cached > 0 && withoutPathways === 0) return null
  const running = plans.find(({ jobId }) => jobId !== null)
  if (running) return <Progress plan={running} />
  const stopped = plans.find(({ message }) => message !== null)
  const blocked = status?.offlineSwitch ? 'switch' : status && !status.signedIn ? 'signedOut' : null
  return (
    <div className={classes.missing}>
      <p>
        {cached === 0
          ? t('fetchPathways.noneCached')
          : t('fetchPathways.missing', { count: withoutPathways })}
      </p>
      <Button size="xs" disabled={blocked !== null || !status} onClick={() => setShownCounts(counts)}>
        {t('fetchPathways.open')}
      </Button>
      {blocked && <p>{t(`fetchPathways.blocked.${blocked}`)}</p>}
      {!blocked && stopped?.message && (
        <p>
          <TranslatedMessage text={stopped.message} />
        </p>
      )}
      {shownCounts && <FetchDialog counts={shownCounts} close={() => setShownCounts(null)} />}
    </div>
  )
}

const fetchesPathways = ({ scope, detail }: OfflineSyncPlan): boolean =>
  (scope.kind === 'cached' || scope.kind === 'catalogue') && (detail === 'pathways' || detail === 'all')

function Progress({ plan: { detailed, total, message } }: { plan: OfflineSyncPlan }) {
  const { t } = useTranslation('state')
  return (
    <div className={classes.missing} role="status">
      <p>
        {total === null
          ? t('fetchPathways.running')
          : t('fetchPathways.runningOf', { count: total, done: detailed })}
      </p>
      {message && (
        <p>
          <TranslatedMessage text={message} />
        </p>
      )}
      <Link to="/library/offline" className={classes.link}>
        {t('fetchPathways.plan')}
      </Link>
    </div>
  )
}

type Scope = 'cached' | 'catalogue'
type DialogProps = { counts: MatchCounts; close(): void }

/** Asks for the drugs to fetch and shows the requests and their destination, then one button. */
function FetchDialog({ counts, close }: DialogProps) {
  const { t } = useTranslation('state')
  const [scope, setScope] = useState<Scope>(counts.cached > 0 ? 'cached' : 'catalogue')
  const [details, setDetails] = useState(false)
  // Requests one drug, because the response contains the service's number of drugs.
  const list = useCall('drugs.search', { from: 'service', limit: 1 }, { enabled: scope === 'catalogue' })
  const total = list.data?.source === 'service' ? list.data.total : null
  const cost = toCost(scope, counts, total)
  const requests = cost && cost.pathways + (details ? cost.details : 0)
  const start = useAction(async () => {
    await call('offlineSync.start', {
      scope: { kind: scope },
      detail: details ? 'all' : 'pathways',
      perHour,
      refreshDays: scope === 'cached' ? onlyMissingDays : refreshDays,
    })
    close()
  })
  const failure = start.failure ?? list.failure
  return (
    <Dialog opened onClose={close} title={t('fetchPathways.title')} size={520}>
      <Stack gap={16}>
        {counts.cached > 0 && (
          <RadioList
            label={t('term.whichDrugs')}
            size="sm"
            value={scope}
            change={setScope}
            options={[
              { value: 'cached', label: t('fetchPathways.scopes.cached', { count: counts.withoutPathways }) },
              { value: 'catalogue', label: t('fetchPathways.scopes.catalogue') },
            ]}
          />
        )}
        {scope === 'catalogue' && total !== null && (
          <Text>{t('fetchPathways.catalogue', { count: total })}</Text>
        )}
        <Checkbox
          size="sm"
          label={t('fetchPathways.details')}
          checked={details}
          onChange={(event) => setDetails(event.currentTarget.checked)}
        />
        <Cost scope={scope} requests={requests} />
        {failure && <FailureNotice flush failure={failure} />}
        <Group gap={8} justify="flex-end">
          <Button data-autofocus autoFocus onClick={close}>
            {t('cancel')}
          </Button>
          <Button variant="filled" disabled={requests === null && list.loading} {...start.buttonProps()}>
            {requests === null ? t('fetchPathways.start') : t('fetchPathways.startWith', { count: requests })}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** Returns the requests for pathways and for details, an upper bound for the whole catalog; null if unknown. */
function toCost(scope: Scope, { withoutPathways, withoutDetails }: MatchCounts, total: number | null) {
  if (scope === 'cached') return { pathways: withoutPathways, details: withoutDetails }
  return total === null ? null : { pathways: Math.ceil(total / drugsOfPage) + total, details: total }
}

function Cost({ scope, requests }: { scope: Scope; requests: number | null }) {
  const { t } = useTranslation('state')
  const formatDuration = useDurationFormat()
  const status = useAppStatus()
  const service = status?.profile?.serviceUrl ?? ''
  const to = status?.demo ? t('fetchPathways.toDemo') : t('fetchPathways.to', { service })
  const cost =
    requests === null ? t('fetchPathways.unknownCost') : t(`fetchPathways.cost.${scope}`, { count: requests })
  const seconds = useSyncSeconds(perHour)(requests ?? 0)
  return (
    <Text>
      {cost} {to} {seconds > 0 && t('fetchPathways.takes', { count: perHour, time: formatDuration(seconds) })}{' '}
      {t('fetchPathways.free')}
    </Text>
  )
}
