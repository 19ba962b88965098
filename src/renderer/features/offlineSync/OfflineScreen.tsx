import { Button, NumberInput, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrugList } from '../../../shared/domain/drugs/drug.ts'
import { type OfflineSyncPlan, offlineSyncDetailSchema } from '../../../shared/domain/drugs/offlineSync.ts'
import { call, useAction, useCall, useEvent } from '../../client/call.ts'
import { useSyncSeconds } from '../../shared/drugs/useSyncSeconds.ts'
import { useSearchParams } from '../../state/searchParams.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { EmptyState, FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { RadioList } from '../../ui/forms/RadioList.tsx'
import { BigFact, BigFacts, Hint } from '../../ui/panes/Section.tsx'
import shared from '../../ui/shared.module.css'
import { numberFormatter, Timestamp, useDurationFormat } from '../../ui/text/formats.tsx'
import classes from './offlineSync.module.css'
import { PlanCard } from './PlanCard.tsx'
import {
  type Blocked,
  type Kind,
  knownDrugs,
  mostRequests,
  parseSyncDraft,
  type SyncDraft,
  sameScope,
  toScope,
} from './scope.ts'

/** Shows the cached drugs of this computer, the plans that fetch them, and the form that starts one. */
export function OfflineScreen() {
  const { t } = useTranslation('offlineSync')
  const { search } = useSearchParams('/library/offline')
  const plans = useCall('offlineSync.list', {})
  const status = useCall('app.status', {}).data
  useEvent('job.progressed', ({ kind }) => {
    if (kind === 'offlineSync') void plans.refetch()
  })
  const running = plans.data?.filter(({ state }) => state === 'running').length ?? 0
  useStatusText(plans.data ? t('running', { count: running }) : null)
  const blocked = status?.offlineSwitch ? 'switch' : status && !status.signedIn ? 'signedOut' : null
  return (
    <div className={shared.page}>
      <LoadingBar visible={plans.loading && plans.data === undefined} />
      <div className={classes.columns}>
        <div className={classes.plans}>
          <CachedNow />
          {plans.failure && <FailureNotice failure={plans.failure} retry={() => void plans.refetch()} />}
          {plans.data?.length === 0 && <EmptyState title={t('empty.title')} text={t('empty.text')} />}
          {plans.data !== undefined && plans.data.length > 0 && (
            <section className={classes.section}>
              <h2 className={shared.sectionTitle}>{t('plans')}</h2>
              <ul className={classes.list}>
                {plans.data.map((plan) => (
                  <PlanCard
                    key={plan.planId}
                    plan={plan}
                    blocked={blocked}
                    changed={() => void plans.refetch()}
                  />
                ))}
              </ul>
            </section>
          )}
        </div>
        <aside className={classes.form} aria-label={t('form.title')}>
          <BeginForm
            key={JSON.stringify([search['set'], search['category']])}
            first={parseSyncDraft(search)}
            plans={plans.data ?? []}
            blocked={blocked}
            begun={() => void plans.refetch()}
          />
        </aside>
      </div>
    </div>
  )
}

function CachedNow() {
  const { t, i18n } = useTranslation('offlineSync')
  const facets = useCall('drugs.facets', {})
  const cached = facets.data?.cached
  const [oldest, newest] = [useAge('asc', cached), useAge('desc', cached)]
  const number = numberFormatter(i18n.language)
  const unknown = <span className={shared.dimmed}>{t('cached.unknown')}</span>
  return (
    <section className={classes.section} aria-label={t('cached.title')}>
      <h2 className={shared.sectionTitle}>{t('cached.title')}</h2>
      {facets.failure && <FailureNotice failure={facets.failure} retry={() => void facets.refetch()} flush />}
      {facets.data && (
        <BigFacts>
          <BigFact name={t('term.drugs')}>{number.format(facets.data.cached)}</BigFact>
          <BigFact name={t('cached.categories')}>{number.format(facets.data.categories.length)}</BigFact>
          <BigFact name={t('cached.pathways')}>{number.format(facets.data.pathways.length)}</BigFact>
          <BigFact name={t('cached.oldest')}>{oldest ? <Timestamp at={oldest} /> : unknown}</BigFact>
          <BigFact name={t('cached.newest')}>{newest ? <Timestamp at={newest} /> : unknown}</BigFact>
        </BigFacts>
      )}
    </section>
  )
}

/** Returns the date of the oldest or newest cached data; null if too many drugs are cached to sort in time. */
function useAge(order: 'asc' | 'desc', cached: number | undefined): string | null {
  const question = { from: 'cache', sort: 'fetched_at', order, limit: 1 } as const
  const answer = useCall('drugs.search', question, { enabled: (cached ?? 0) > 0, refetchKey: cached }).data
  return answer?.notice === null ? (answer.hits[0]?.fetchedAt ?? null) : null
}

type Props = { first: SyncDraft; plans: readonly OfflineSyncPlan[]; blocked: Blocked; begun(): void }

/** Chooses the settings of a sync. A sync that is started again does not repeat its requests. */
function BeginForm({ first, plans, blocked, begun }: Props) {
  const { t } = useTranslation('offlineSync')
  const [draft, setDraft] = useState(first)
  const change = (part: Partial<SyncDraft>) => setDraft((before) => ({ ...before, ...part }))
  const facets = useCall('drugs.facets', {})
  const sets = useCall('drugLists.list', {})
  const categories = facets.data?.categories ?? []
  const scope = toScope(draft)
  const { detail, perHour, refreshDays } = draft
  const begin = useAction(async () => {
    if (scope === null || perHour === null || refreshDays === null) return
    await call('offlineSync.start', { scope, detail, perHour, refreshDays })
    begun()
  })
  const complete = scope !== null && perHour !== null && refreshDays !== null
  const known = knownDrugs(draft, {
    plans,
    categories,
    cached: facets.data?.cached ?? 0,
    sets: sets.data ?? [],
  })
  const isKnown = scope !== null && plans.some((plan) => sameScope(plan.scope, scope))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (complete && blocked === null) void begin.run()
      }}
    >
      <h2 className={shared.sectionTitle}>{t('form.title')}</h2>
      <Stack gap={16} mt={12}>
        <ScopeFields draft={draft} change={change} categories={categories} sets={sets.data ?? []} />
        <RadioList
          label={t('form.detail')}
          value={detail}
          change={(next) => change({ detail: next })}
          options={offlineSyncDetailSchema.options.map((option) => ({
            value: option,
            label: t(`option.${option}`),
            description: t(`cost.${draft.kind === 'list' ? 'ofSet' : 'ofList'}.${option}`),
          }))}
        />
        <NumberFields perHour={perHour} refreshDays={refreshDays} change={change} />
        {complete && <Cost draft={draft} known={known} perHour={perHour} />}
        {blocked && <p className={classes.blocked}>{t(`blocked.${blocked}`)}</p>}
        {begin.failure && <FailureNotice failure={begin.failure} flush />}
        {sets.failure && <FailureNotice failure={sets.failure} flush />}
        <Button
          variant="filled"
          type="submit"
          disabled={!complete || blocked !== null}
          loading={begin.pending}
        >
          {t(isKnown ? 'form.again' : 'form.begin')}
        </Button>
        <Hint>{t('form.twice')}</Hint>
      </Stack>
    </form>
  )
}

type CostProps = { draft: SyncDraft; known: { drugs: number; orMore: boolean } | null; perHour: number }

/** Shows the requests and the time that a sync takes, if the number of drugs is known. */
function Cost({ draft: { kind, detail }, known, perHour }: CostProps) {
  const { t, i18n } = useTranslation('offlineSync')
  const secondsFor = useSyncSeconds(perHour)
  const formatDuration = useDurationFormat()
  if (known === null) return <Text fz="sm">{t('estimate.unknown')}</Text>
  const number = numberFormatter(i18n.language)
  const requests = mostRequests(kind, detail, known.drugs)
  const values = {
    drugs: number.format(known.drugs),
    requests: number.format(requests),
    time: formatDuration(secondsFor(requests)),
    count: requests,
  }
  return <Text fz="sm">{t(known.orMore ? 'estimate.orMore' : 'estimate.exact', values)}</Text>
}

const mostPerHour = 1_000_000
const mostDays = 3650

type NumberFieldsProps = Pick<SyncDraft, 'perHour' | 'refreshDays'> & {
  change(part: Partial<SyncDraft>): void
}

/** Edits the rate and the refresh interval; an empty input is null. */
function NumberFields({ perHour, refreshDays, change }: NumberFieldsProps) {
  const { t } = useTranslation('offlineSync')
  const common = {
    size: 'xs',
    allowDecimal: false,
    allowNegative: false,
    clampBehavior: 'strict',
    thousandSeparator: ',',
    inputWrapperOrder: ['label', 'input', 'description'] as ('label' | 'input' | 'description')[],
  } as const
  const read = (value: number | string): number | null => (typeof value === 'number' ? value : null)
  return (
    <div className={classes.numbers}>
      <NumberInput
        {...common}
        label={t('form.perHour')}
        description={t('form.perHourHint')}
        min={1}
        max={mostPerHour}
        step={100}
        value={perHour ?? ''}
        onChange={(value) => change({ perHour: read(value) })}
      />
      <NumberInput
        {...common}
        label={t('form.refresh')}
        description={t('form.refreshHint')}
        min={0}
        max={mostDays}
        value={refreshDays ?? ''}
        onChange={(value) => change({ refreshDays: read(value) })}
      />
    </div>
  )
}

const kinds: readonly Kind[] = ['catalogue', 'category', 'list']

type ScopeFieldsProps = {
  draft: SyncDraft
  change(part: Partial<SyncDraft>): void
  categories: readonly { value: string; count: number }[]
  sets: readonly DrugList[]
}

function ScopeFields({ draft, change, categories, sets }: ScopeFieldsProps) {
  const { t, i18n } = useTranslation('offlineSync')
  const number = numberFormatter(i18n.language)
  const counted = (name: string, count: number) => `${name} (${number.format(count)})`
  return (
    <div>
      <RadioList
        label={t('term.whichDrugs')}
        value={draft.kind}
        change={(kind) => change({ kind })}
        options={kinds.map((value) => ({ value, label: t(`scope.${value}`) }))}
      />
      {draft.kind === 'category' && (
        <Select
          mt="sm"
          searchable
          openOnFocus={false}
          limit={200}
          aria-label={t('form.category')}
          placeholder={t('form.category')}
          description={t('form.categoryHint')}
          nothingFoundMessage={t('term.nothingNamed')}
          value={draft.category}
          onChange={(category) => change({ category })}
          data={withChosen(
            categories
              .filter(({ value }) => value !== '')
              .map(({ value, count }) => ({ value, label: counted(value, count) })),
            draft.category,
          )}
        />
      )}
      {draft.kind === 'list' && (
        <Select
          mt="sm"
          searchable
          openOnFocus={false}
          aria-label={t('form.list')}
          placeholder={t('form.list')}
          nothingFoundMessage={t('term.nothingNamed')}
          value={draft.listId}
          onChange={(listId) => change({ listId })}
          data={sets.map(({ listId, name, kind, count }) => ({
            value: listId,
            label: counted(kind === 'favourites' ? t('favourites') : name, count),
          }))}
        />
      )}
    </div>
  )
}

/** Adds the category of the address to the options, because it may not be cached yet. */
function withChosen(data: { value: string; label: string }[], chosen: string | null) {
  const isThere = chosen === null || data.some(({ value }) => value === chosen)
  return isThere ? data : [{ value: chosen, label: chosen }, ...data]
}
