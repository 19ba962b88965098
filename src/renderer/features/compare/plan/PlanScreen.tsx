import { Box, Button, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Input } from '../../../../shared/contract/contract.ts'
import { type Covariate, everySample } from '../../../../shared/domain/results/cohort.ts'
import { fieldOfGroups } from '../../../../shared/domain/results/comparison.ts'
import { planDesignSchema, type SamplePlan } from '../../../../shared/domain/results/model.ts'
import { allSamplesId, choiceInStudy } from '../../../../shared/domain/studies/study.ts'
import { formatAlone } from '../../../../shared/format/numbers.ts'
import { ScatterChart } from '../../../charts/ScatterChart.tsx'
import { useCall } from '../../../client/call.ts'
import { type SearchParams, useSearchParams } from '../../../state/searchParams.ts'
import { Cost } from '../../../ui/dialogs/ConfirmPaidCall.tsx'
import { EmptyState, FailureNotice, LoadingBar } from '../../../ui/feedback/Feedback.tsx'
import { Section } from '../../../ui/panes/Section.tsx'
import { numberFormatter } from '../../../ui/text/formats.tsx'
import { CovariatesSelect, FieldSelect, NumberField } from '../FieldSelect.tsx'
import { RefusedOrFailed } from '../outcomeParts.tsx'
import { suggestGroups } from '../view.ts'
import classes from './plan.module.css'

type Search = SearchParams<'/plan'>
type Draft = Search & { change(part: Partial<Search>): void }

export function PlanScreen() {
  const { t } = useTranslation('compare')
  const { search, change } = useSearchParams('/plan')
  const { study } = search
  const of = choiceInStudy(everySample, study ?? allSamplesId)
  const fields = useCall('results.covariates', { of }, { enabled: study !== undefined })
  const covariates = study !== undefined && !fields.isPreviousData ? fields.data : undefined
  const group = search.group ?? groupOf(covariates ?? [])
  const draft = { ...search, change: (part: Partial<Search>) => change(part, { replace: true }) }
  const isReady = study === undefined || group !== undefined
  return (
    <div className={classes.page}>
      <div className={classes.columns}>
        <Stack component="section" gap="sm" aria-label={t('plan.open')}>
          <Title order={2} fz="lg">
            {t('plan.open')}
          </Title>
          <PilotFields {...draft} group={group} fields={covariates ?? []} />
          <EffectFields {...draft} />
        </Stack>
        {isReady ? (
          <Planned
            request={toRequest(search, study === undefined || group === undefined ? null : { of, group })}
          />
        ) : (
          <section aria-label={t('plan.result')}>
            <LoadingBar visible={fields.loading} />
            {fields.failure && (
              <FailureNotice flush failure={fields.failure} retry={() => void fields.refetch()} />
            )}
            {covariates && <EmptyState title={t('plan.noGroup')} text={t('plan.noGroupText')} />}
          </section>
        )}
      </div>
    </div>
  )
}

const groupOf = (covariates: readonly Covariate[]): string | undefined =>
  fieldOfGroups(suggestGroups(covariates)) ?? undefined

type Request = Input<'results.plan'>
const defaultEffect = 1

/** Returns the numbers that are given or assumed. A pilot measures those that are undefined. */
const numbersOf = ({ study, donor, sd, icc, explained }: Search) => ({
  sd: sd ?? (study === undefined ? 1 : undefined),
  icc: icc ?? (study === undefined || donor === undefined ? 0.5 : undefined),
  explained: explained ?? (study === undefined ? 0 : undefined),
})

function toRequest(
  search: Search,
  pilot: { of: NonNullable<Request['pilot']>['of']; group: string } | null,
): Request {
  const { design = 'unpaired', effect = defaultEffect, power, level } = search
  const { sd, icc, explained } = numbersOf(search)
  return {
    design,
    effect,
    sd,
    icc: design === 'paired' ? icc : undefined,
    explained: design === 'covariates' ? explained : undefined,
    power,
    level,
    ...(pilot && {
      pilot: {
        ...pilot,
        measure: search.measure,
        donor: design === 'paired' ? search.donor : null,
        covariates: design === 'covariates' ? search.covariates : [],
        pathway: search.pathway,
      },
    }),
  }
}

type PilotProps = Draft & { group: string | undefined; fields: readonly Covariate[] }

/** Chooses the design, and the study that it is estimated from. */
function PilotFields(props: PilotProps) {
  const { study, group, design = 'unpaired', donor, covariates, change } = props
  const { t } = useTranslation('compare')
  const studies = useCall('studies.names', {}).data ?? []
  const fields = props.fields.filter(({ distinct }) => distinct > 1)
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
            covariates: undefined,
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
        <FieldSelect
          label={t('plan.group')}
          fields={fields}
          value={group}
          change={(chosen) => change({ group: chosen })}
          none={t('plan.suggested')}
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
        <FieldSelect
          label={t('plan.donor')}
          fields={fields}
          value={donor}
          change={(chosen) => change({ donor: chosen })}
          none={t('plan.assumed')}
        />
      )}
      {study !== undefined && design === 'covariates' && (
        <CovariatesSelect
          fields={fields}
          value={covariates}
          change={(chosen) => change({ covariates: chosen })}
        />
      )}
    </>
  )
}

type NumberName = 'effect' | 'sd' | 'icc' | 'explained' | 'power' | 'level'
/** A number of the plan. `of`: the only design that has it. `isShare`: it is shown in percent. */
type PlanNumber = { name: NumberName; of?: Search['design']; isShare?: true } & Partial<
  Pick<Parameters<typeof NumberField>[0], 'isPositive' | 'min' | 'max' | 'step'>
>
const planNumbers: readonly PlanNumber[] = [
  { name: 'effect', isPositive: true, step: 0.1 },
  { name: 'sd', isPositive: true },
  { name: 'icc', of: 'paired', max: 0.99, step: 0.1 },
  { name: 'explained', of: 'covariates', isShare: true, max: 99 },
  { name: 'power', isShare: true, min: 50, max: 99 },
  { name: 'level', isPositive: true, max: 0.5, step: 0.01 },
]

function EffectFields({ change, ...search }: Draft) {
  const { t } = useTranslation('compare')
  const { study, design, effect = defaultEffect, power = 0.8, level = 0.05 } = search
  const set: (part: Partial<Record<NumberName, number | undefined>>) => void = change
  const isInSd = study === undefined && search.sd === undefined
  const measured = numbersOf(search)
  const values = { effect, power, level, ...measured }
  return planNumbers.map(({ name, of = design, isShare, ...field }) => {
    const value = values[name]
    const scale = isShare ? 100 : 1
    return (
      of === design && (
        <NumberField
          key={name}
          label={t(name === 'effect' && isInSd ? 'plan.effectInSd' : `plan.${name}`)}
          {...(name in measured && { placeholder: t('plan.fromPilot') })}
          {...(isShare && { suffix: '%' })}
          {...field}
          value={isShare && value !== undefined ? Math.round(value * scale) : value}
          change={(next) => set({ [name]: next === undefined ? next : next / scale })}
        />
      )
    )
  })
}

/** Shows the planned samples. The previous plan stays dimmed while the next one is computed. */
function Planned({ request }: { request: Request }) {
  const { t } = useTranslation('compare')
  const plan = useCall('results.plan', request)
  return (
    <Box component="section" miw={0} aria-label={t('plan.result')} aria-busy={plan.loading}>
      <LoadingBar visible={plan.loading} />
      <RefusedOrFailed of={plan} title={t('plan.refused')} />
      {plan.data && !plan.failure && (
        <Box opacity={plan.isPreviousData ? 0.55 : 1}>
          <PlanResult plan={plan.data} />
        </Box>
      )}
    </Box>
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
    ...(isPaired ? [t('plan.numbers.icc', { icc: formatAlone(plan.icc) })] : []),
    ...(plan.explained > 0
      ? [t('plan.numbers.explained', { explained: percent.format(plan.explained) })]
      : []),
  ]
  return (
    <Stack gap="lg">
      <div role="status">
        <Title order={2} fz="h1" lh={1.2}>
          {t(isPaired ? 'plan.donors' : 'plan.perGroup', { count: perGroup })}
        </Title>
        <Text inherit c="dimmed" maw="70ch">
          {t('plan.total', { count: samples })}
        </Text>
      </div>
      <Text inherit maw="70ch">
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
      </Text>
      <PowerCurve plan={plan} />
      <Section title={t('plan.cost')}>
        <Cost call={plan.cost} />
      </Section>
      <div>
        <Button variant="filled" component={Link} to="/import">
          {t('plan.import')}
        </Button>
      </div>
    </Stack>
  )
}

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
