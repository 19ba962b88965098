import { Button, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type OfflineSyncPlan, offlineSyncDetailSchema } from '../../../shared/domain/offlineSync.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall } from '../../client/useCall.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import type { Blocked } from './blocked.ts'
import { Cost } from './Cost.tsx'
import { NumberFields } from './NumberFields.tsx'
import classes from './prefetch.module.css'
import { ScopeFields } from './ScopeFields.tsx'
import { knownDrugs, sameScope, toScope, type Wish } from './wish.ts'

type Props = { first: Wish; plans: readonly OfflineSyncPlan[]; blocked: Blocked; begun(): void }

/** Which drugs, how much of each, how fast, how fresh. What is begun again asks nothing twice. */
export function BeginForm({ first, plans, blocked, begun }: Props) {
  const { t } = useTranslation('prefetch')
  const [wish, setWish] = useState(first)
  const change = (part: Partial<Wish>) => setWish((before) => ({ ...before, ...part }))
  const facets = useCall('drugs.facets', {})
  const sets = useCall('sets.list', {})
  const categories = facets.data?.categories ?? []
  const scope = toScope(wish)
  const { detail, perHour, refreshDays } = wish
  const begin = useAction(async () => {
    if (scope === null || perHour === null || refreshDays === null) return
    await call('prefetch.start', { scope, detail, perHour, refreshDays })
    begun()
  })
  const complete = scope !== null && perHour !== null && refreshDays !== null
  const known = knownDrugs(wish, { plans, categories, kept: facets.data?.kept ?? 0, sets: sets.data ?? [] })
  const isKnown = scope !== null && plans.some((plan) => sameScope(plan.scope, scope))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (complete && blocked === null) void begin.run()
      }}
    >
      <h2 className={classes.sectionTitle}>{t('form.title')}</h2>
      <Stack gap={16} mt={12}>
        <ScopeFields wish={wish} change={change} categories={categories} sets={sets.data ?? []} />
        <Radio.Group
          label={t('form.detail')}
          value={detail}
          onChange={(value) => change({ detail: offlineSyncDetailSchema.parse(value) })}
        >
          <Stack gap={8} mt={8}>
            {offlineSyncDetailSchema.options.map((option) => (
              <Radio
                key={option}
                size="xs"
                value={option}
                label={t(`option.${option}`)}
                classNames={{ description: classes.description ?? '' }}
                description={t(`cost.${wish.kind === 'set' ? 'ofSet' : 'ofList'}.${option}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <NumberFields perHour={perHour} refreshDays={refreshDays} change={change} />
        {complete && <Cost wish={wish} known={known} perHour={perHour} />}
        {blocked && <p className={classes.blocked}>{t(`blocked.${blocked}`)}</p>}
        {begin.failure && <FailureNotice failure={begin.failure} flush />}
        {sets.failure && <FailureNotice failure={sets.failure} flush />}
        <Button type="submit" disabled={!complete || blocked !== null} loading={begin.pending}>
          {t(isKnown ? 'form.again' : 'form.begin')}
        </Button>
        <p className={classes.small}>{t('form.twice')}</p>
      </Stack>
    </form>
  )
}
