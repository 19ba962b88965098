import { Button, MultiSelect, NativeSelect, NumberInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Input } from '../../../../shared/contract/contract.ts'
import { type Covariate, everySample } from '../../../../shared/domain/results/cohort.ts'
import { planDesignSchema, type SamplePlan } from '../../../../shared/domain/results/model.ts'
import { allSamplesId, choiceInStudy } from '../../../../shared/domain/studies/study.ts'
import { formatAlone } from '../../../../shared/format/numbers.ts'
import { ScatterChart } from '../../../charts/ScatterChart.tsx'
import { useCall } from '../../../client/useCall.ts'
import { type SearchParams, useSearchParams } from '../../../state/searchParams.ts'
import { Cost } from '../../../ui/dialogs/ConfirmPaidCall.tsx'
import { FailureNotice, LoadingBar } from '../../../ui/feedback/Feedback.tsx'
import { Section } from '../../../ui/panes/Section.tsx'
import { numberFormatter } from '../../../ui/text/formats.ts'
import { suggestGroups } from '../request.ts'
import classes from './plan.module.css'

type Search = SearchParams<'/plan'>
type Draft = Search & { change(part: Partial<Search>): void }

/** The delay between typing and the plan. */
const typingMs = 500

/** Plans the samples of a study before they are ordered: their number and their cost. */
export function PlanScreen() {
  const { t } = useTranslation('compare')
  const { search, change } = useSearchParams('/plan')
  const study = search.study ?? null
  const of = choiceInStudy(everySample, study ?? allSamplesId)
  const fields = useCall('results.covariates', { of }, { enabled: study !== null })
  const covariates = study !== null && !fields.isPreviousData ? fields.data : undefined
  const group = search.group ?? groupOf(covariates ?? [])
  const draft = { ...search, change: (part: Partial<Search>) => change(part, { replace: true }) }
  return (
    <div className={classes.page}>
      <div className={classes.columns}>
        <section className={classes.form} aria-label={t('plan.open')}>
          <h2 className={classes.title}>{t('plan.open')}</h2>
          <PilotFields {...draft} group={group} covariates={covariates} />
          <EffectFields {...draft} />
        </section>
        <Planned request={toRequest(search, study === null || group === undefined ? null : { of, group })} />
      </div>
      {fields.failure && <FailureNotice failure={fields.failure} retry={() => void fields.refetch()} />}
    </div>
  )
}

const groupOf = (covariates: readonly Covariate[]): string | undefined => {
  const suggested = suggestGroups(covariates)
  return suggested && 'by' in suggested ? suggested.by : undefined
}

type Request = Input<'results.plan'>
const defaultEffect = 1

function toRequest(
  search: Search,
  pilot: { of: NonNullable<Request['pilot']>['of']; group: string } | null,
): Request {
  const { design = 'unpaired', effect = defaultEffect, sd, icc, explained, power, level } = search
  return {
    design,
    effect,
    ...(sd === undefined ? {} : { sd }),
    ...(icc === undefined || design !== 'paired' ? {} : { icc }),
    ...(explained === undefined || design !== 'covariates' ? {} : { explained }),
    ...(power === undefined ? {} : { power }),
    ...(level === undefined ? {} : { level }),
    ...(pilot && {
      pilot: {
        ...pilot,
        measure: search.measure ?? 'activity',
        donor: design === 'paired' ? (search.donor ?? null) : null,
        covariates: design === 'covariates' ? (search.for ?? []) : [],
        pathway: search.pathway ?? null,
      },
    }),
  }
}

type PilotProps = Draft & { group: string | undefined; covariates: readonly Covariate[] | undefined }

/** Chooses the design, and the study that it is estimated from. */
function PilotFields({
  study,
  group,
  design = 'unpaired',
  donor,
  covariates,
  change,
  ...search
}: PilotProps) {
  const { t } = useTranslation('compare')
  const studies = useCall('studies.names', {}).data ?? []
  const names = (covariates ?? []).filter(({ distinct }) => distinct > 1).map(({ name }) => name)
  const offered = (chosen: string | undefined) =>
    chosen === undefined || names.includes(chosen) ? names : [chosen, ...names]
  return (
    <>
      <NativeSelect
        label={t('plan.pilot')}
        value={study ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change({
            study: value || undefined,
            group: undefined,
            donor: undefined,
            for: undefined,
            pathway: undefined,
          })
        }
        data={[
          { value: '', label: t('plan.noPilot') },
          ...studies
            .filter(({ archivedAt }) => archivedAt === null)
            .map(({ studyId, name }) => ({
              value: studyId,
              label: studyId === allSamplesId ? t('plan.allSamples') : name,
            })),
        ]}
      />
      {study !== undefined && (
        <NativeSelect
          label={t('plan.group')}
          value={group ?? ''}
          onChange={({ currentTarget }) => change({ group: currentTarget.value || undefined })}
          data={group === undefined ? ['', ...names] : offered(group)}
        />
      )}
      <NativeSelect
        label={t('plan.design')}
        value={design}
        onChange={({ currentTarget }) =>
          change({ design: planDesignSchema.options.find((one) => one === currentTarget.value) })
        }
        data={planDesignSchema.options.map((value) => ({ value, label: t(`plan.designs.${value}`) }))}
      />
      {study !== undefined && design === 'paired' && (
        <NativeSelect
          label={t('plan.donor')}
          value={donor ?? ''}
          onChange={({ currentTarget }) => change({ donor: currentTarget.value || undefined })}
          data={[{ value: '', label: t('plan.assumed') }, ...offered(donor)]}
        />
      )}
      {study !== undefined && design === 'covariates' && (
        <MultiSelect
          label={t('adjust.covariates')}
          searchable
          openOnFocus={false}
          value={search.for ?? []}
          onChange={(chosen) => change({ for: chosen })}
          data={[...new Set([...(search.for ?? []), ...names.filter((name) => name !== group)])]}
        />
      )}
    </>
  )
}

/** Edits the effect to find, the spread, and the power. */
function EffectFields({ design = 'unpaired', change, ...search }: Draft) {
  const { t } = useTranslation('compare')
  const fromPilot = search.study === undefined ? {} : { placeholder: t('plan.fromPilot') }
  const read = (value: number | string): number | undefined => (typeof value === 'number' ? value : undefined)
  const positive = (value: number | string) => (typeof value === 'number' && value > 0 ? value : undefined)
  return (
    <>
      <NumberInput
        size="xs"
        label={t(search.study === undefined && search.sd === undefined ? 'plan.effectInSd' : 'plan.effect')}
        min={0}
        step={0.1}
        allowNegative={false}
        value={search.effect ?? defaultEffect}
        onChange={(value) => change({ effect: positive(value) })}
      />
      <NumberInput
        size="xs"
        label={t('plan.sd')}
        {...fromPilot}
        min={0}
        allowNegative={false}
        value={search.sd ?? (search.study === undefined ? 1 : '')}
        onChange={(value) => change({ sd: positive(value) })}
      />
      {design === 'paired' && (
        <NumberInput
          size="xs"
          label={t('plan.icc')}
          {...(search.donor === undefined ? {} : fromPilot)}
          min={0}
          max={0.99}
          step={0.1}
          value={search.icc ?? (search.donor === undefined ? 0 : '')}
          onChange={(value) => change({ icc: read(value) })}
        />
      )}
      {design === 'covariates' && (
        <NumberInput
          size="xs"
          label={t('plan.explained')}
          {...fromPilot}
          suffix="%"
          min={0}
          max={99}
          value={
            search.explained === undefined
              ? search.study === undefined
                ? 0
                : ''
              : Math.round(search.explained * 100)
          }
          onChange={(value) => change({ explained: typeof value === 'number' ? value / 100 : undefined })}
        />
      )}
      <NumberInput
        size="xs"
        label={t('plan.power')}
        suffix="%"
        min={50}
        max={99}
        value={Math.round((search.power ?? 0.8) * 100)}
        onChange={(value) => change({ power: typeof value === 'number' ? value / 100 : undefined })}
      />
      <NumberInput
        size="xs"
        label={t('plan.level')}
        min={0}
        max={0.5}
        step={0.01}
        value={search.level ?? 0.05}
        onChange={(value) => change({ level: positive(value) })}
      />
    </>
  )
}

/** Shows the planned samples once the user has stopped typing; the old plan stays dimmed until then. */
function Planned({ request }: { request: Request }) {
  const { t } = useTranslation('compare')
  const [settled] = useDebouncedValue(JSON.stringify(request), typingMs)
  const plan = useCall('results.plan', JSON.parse(settled) as Request)
  const isOld = plan.loading || settled !== JSON.stringify(request)
  return (
    <section className={classes.result} aria-label={t('plan.result')} aria-busy={isOld}>
      <LoadingBar visible={isOld} />
      {plan.failure && <FailureNotice flush failure={plan.failure} retry={() => void plan.refetch()} />}
      {plan.data && !plan.failure && (
        <div className={isOld ? classes.old : undefined}>
          <PlanResult plan={plan.data} />
        </div>
      )}
    </section>
  )
}

function PlanResult({ plan }: { plan: SamplePlan }) {
  const { t, i18n } = useTranslation('compare')
  const number = numberFormatter(i18n.language)
  const percent = numberFormatter(i18n.language, { style: 'percent', maximumFractionDigits: 1 })
  const { design, perGroup, samples, power, requestedPower, simulations, effect, level, pilot } = plan
  const isPaired = design === 'paired'
  const numbers = [
    t('plan.numbers.sd', { sd: formatAlone(plan.sd) }),
    ...(isPaired && plan.icc !== null ? [t('plan.numbers.icc', { icc: formatAlone(plan.icc) })] : []),
    ...(plan.explained > 0
      ? [t('plan.numbers.explained', { explained: percent.format(plan.explained) })]
      : []),
  ]
  return (
    <div className={classes.plan}>
      <div>
        <h2 className={classes.key}>{t(isPaired ? 'plan.donors' : 'plan.perGroup', { count: perGroup })}</h2>
        <p className={classes.total}>{t('plan.total', { count: samples })}</p>
      </div>
      <p className={classes.text}>
        {t('plan.finds', {
          effect: formatAlone(effect),
          level: formatAlone(level),
          power: percent.format(requestedPower),
        })}{' '}
        {simulations > 0 &&
          t('plan.simulated', { power: percent.format(power), simulations: number.format(simulations) })}{' '}
        {t(pilot ? 'plan.usedPilot' : 'plan.used', {
          count: pilot?.samples ?? 0,
          pathway: pilot?.pathway ?? '',
          numbers: numbers.join(', '),
        })}
      </p>
      <PowerCurve plan={plan} />
      <Section title={t('plan.cost')}>
        <Cost call={plan.cost} />
      </Section>
      <div>
        <Button variant="filled" component={Link} to="/import">
          {t('plan.import')}
        </Button>
      </div>
    </div>
  )
}

/** Plots the power against the number of samples. */
function PowerCurve({ plan: { curve, requestedPower, design } }: { plan: SamplePlan }) {
  const { t } = useTranslation('compare')
  const figure = useMemo(
    () => ({
      points: curve.map(({ perGroup, power }) => ({
        id: String(perGroup),
        label: t(design === 'paired' ? 'plan.donors' : 'plan.perGroup', { count: perGroup }),
        x: perGroup,
        y: 100 * power,
      })),
      lines: [{ kind: 'y' as const, at: 100 * requestedPower, label: t('plan.requested') }],
    }),
    [curve, requestedPower, design, t],
  )
  if (curve.length === 0) return null
  return (
    <ScatterChart
      {...figure}
      groups={noGroups}
      xTitle={t(design === 'paired' ? 'plan.xDonors' : 'plan.xSamples')}
      yTitle={t('plan.yPower')}
      pointWord={t('plan.size')}
      summary={t('plan.curve')}
      fileName="power"
      heightPx={200}
    />
  )
}

const noGroups: readonly never[] = []
