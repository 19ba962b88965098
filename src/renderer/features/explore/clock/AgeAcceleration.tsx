import { Box, Flex, NativeSelect, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type ClockPlot, type Covariate } from '../../../../shared/domain/results/cohort.ts'
import {
  type AgeMeasure,
  ageMeasureSchema,
  type ClockComparison,
} from '../../../../shared/domain/results/comparison.ts'
import { describeClockContrast } from '../../../../shared/domain/results/describeClock.ts'
import {
  averagedUnits,
  describeNotes,
  effectNames,
  samplesAsPoints,
  testNames,
} from '../../../../shared/domain/results/describeComparison.ts'
import { formatAlone, formatThousands, formatYears, yearDecimals } from '../../../../shared/format/numbers.ts'
import { joinMessages, toEnglish } from '../../../../shared/words/message.ts'
import { BoxChart, SlopesChart } from '../../../charts/GroupCharts.tsx'
import { useCohort } from '../../../state/cohort/useCohort.ts'
import { FailureNotice, LoadingBar } from '../../../ui/feedback/Feedback.tsx'
import { SegmentedControl } from '../../../ui/forms/SegmentedControl.tsx'
import { Hint } from '../../../ui/panes/Section.tsx'
import { SmallTable } from '../../../ui/table/SmallTable.tsx'
import { useTranslator } from '../../../ui/text/TranslatedMessage.tsx'
import { useChartView } from '../ExploreFrame.tsx'
import classes from '../explore.module.css'
import { useAgeFigures } from '../figures/ages.ts'
import { useFigureView } from '../figures/figureView.ts'

/** Shows age acceleration, or its residual, by the values of a field that the address names. */
export function AgeAcceleration({ plot }: { plot: ClockPlot }) {
  const { t } = useTranslation('explore')
  const { chartView, go } = useChartView()
  const { ageMeasure: measure } = chartView
  const figures = useAgeFigures(plot, useFigureView())
  const { fields, covariates, field, pair, comparison, hasGroups, loading, failure, retry } = figures
  if (!field) return null
  return (
    <section className={`${classes.ages} ${classes.below}`} aria-labelledby="age-acceleration">
      <Box component="h2" id="age-acceleration" m={0} fz="lg" fw={600}>
        {t('term.ageAccelerationByGroup')}
      </Box>
      <Choices {...{ fields, covariates, by: field.name, pair, measure, go }} />
      <LoadingBar visible={loading} />
      {failure && <FailureNotice flush failure={failure} retry={retry} />}
      {hasGroups === false && <Hint>{t('ages.oneGroup')}</Hint>}
      {hasGroups === true && comparison && !failure && (
        <div className={classes.ages} aria-busy={figures.isFormer}>
          <AgesByGroup {...figures} comparison={comparison} />
        </div>
      )}
    </section>
  )
}

type ChoicesProps = {
  fields: readonly Covariate[]
  covariates: readonly Covariate[]
  by: string
  /** '': none; null: more than two groups, which cannot be paired. */
  pair: string | null
  measure: AgeMeasure
  go: ReturnType<typeof useChartView>['go']
}

function Choices({ fields, covariates, by, pair, measure, go }: ChoicesProps) {
  const { t } = useTranslation('explore')
  const namesOf = (all: readonly Covariate[]) => all.map(({ name }) => ({ value: name, label: name }))
  return (
    <Flex rowGap="sm" columnGap="md" wrap="wrap" align="flex-end">
      <SegmentedControl
        size="xs"
        aria-label={t('ages.measure')}
        value={measure}
        onChange={(chosen) => go({ ageMeasure: ageMeasureSchema.parse(chosen) })}
        data={ageMeasureSchema.options.map((value) => ({ value, label: t(`ages.measures.${value}`) }))}
      />
      <NativeSelect
        miw={150}
        maw={280}
        label={t('term.groupsBy')}
        value={by}
        onChange={({ currentTarget }) => go({ by: currentTarget.value })}
        data={namesOf(fields)}
      />
      {pair !== null && (
        <NativeSelect
          miw={150}
          maw={280}
          label={t('groups.pair')}
          value={pair}
          onChange={({ currentTarget }) => go({ pair: currentTarget.value })}
          data={[
            { value: '', label: t('nothing') },
            ...namesOf(covariates.filter(({ name }) => name !== by)),
          ]}
        />
      )}
    </Flex>
  )
}

type Props = { comparison: ClockComparison } & Pick<
  ReturnType<typeof useAgeFigures>,
  'boxes' | 'slopes' | 'averaged'
>

/** Shows the result of the group test, with every sample as a point. */
function AgesByGroup({ comparison, boxes, slopes, averaged }: Props) {
  const translate = useTranslator()
  const { selection, change } = useCohort()
  return (
    <>
      <Box component="p" maw="90ch" m={0} fz="lg" style={{ textWrap: 'pretty' }}>
        {translate(describeClockContrast(comparison))}
      </Box>
      {averaged !== null && (
        <Hint>{translate(joinMessages([averagedUnits(averaged), samplesAsPoints]))}</Hint>
      )}
      <div className={classes.pair}>
        <div className={classes.boxes}>
          {boxes && (
            <BoxChart
              {...boxes}
              selected={selection.selectedIds}
              onSelect={(ids) => change({ selectedIds: new Set(ids) }, { replace: true })}
            />
          )}
        </div>
        <Stack gap="sm" flex="0 1 576px" miw={0}>
          <GroupFigures comparison={comparison} order={boxes?.groups.map(({ name }) => name) ?? []} />
          {describeNotes(comparison).map((note) => (
            <Hint key={toEnglish(note)}>{translate(note)}</Hint>
          ))}
          {slopes && <SlopesChart {...slopes} />}
        </Stack>
      </div>
    </>
  )
}

/** Shows the figures of each group, then the difference if there are two. */
function GroupFigures({ comparison, order }: Pick<Props, 'comparison'> & { order: readonly string[] }) {
  const { t } = useTranslation('explore')
  const translate = useTranslator()
  const { groups, rows, meanIntervals, effectName, test } = comparison
  const [row] = rows
  const decimals = yearDecimals([
    ...(row?.groups ?? []).flatMap(({ mean, sd }) => [mean, sd]),
    ...meanIntervals.flatMap((interval) => (interval ? [interval.low, interval.high] : [])),
    row?.difference ?? null,
    row?.ciLow ?? null,
    row?.ciHigh ?? null,
  ])
  // In the order of the boxes. Groups of a previous response keep theirs.
  const inOrder = [...groups.entries()].sort(([, a], [, b]) => order.indexOf(a.name) - order.indexOf(b.name))
  const years = (value: number | null) => (value === null ? '–' : formatYears(value, decimals))
  const lines: Line[] = inOrder.map(([at, { name }]) => {
    const { n = 0, mean = null, sd = null } = row?.groups[at] ?? {}
    return { name, n: formatThousands(n), mean, sd, interval: meanIntervals[at] ?? null }
  })
  if (row && row.difference !== null)
    lines.push({
      name: groups.map(({ name }) => name).join(' − '),
      n: row.pairs === null ? '' : t('ages.pairs', { count: row.pairs }),
      mean: row.difference,
      interval: row.ciLow === null || row.ciHigh === null ? null : { low: row.ciLow, high: row.ciHigh },
    })
  return (
    <>
      <SmallTable
        rows={lines}
        rowKey={({ name }) => name}
        columns={[
          { head: t('field.group'), name: true, cell: ({ name }) => name },
          { head: 'n', numeric: true, cell: ({ n }) => n },
          { head: t('ages.mean'), numeric: true, cell: ({ mean }) => years(mean) },
          { head: t('ages.sd'), numeric: true, cell: ({ sd }) => (sd === undefined ? '' : years(sd)) },
          {
            head: t('ages.interval'),
            numeric: true,
            cell: ({ interval }) => (interval ? `${years(interval.low)} … ${years(interval.high)}` : '–'),
          },
        ]}
      />
      {row && row.effect !== null && (
        <Hint>
          {t('ages.effect', {
            test: translate(testNames[test]),
            effect: translate(effectNames[effectName]),
            value: formatAlone(row.effect),
          })}
        </Hint>
      )}
    </>
  )
}

type Line = {
  name: string
  n: string
  mean: number | null
  /** Left out if the line has no SD. */
  sd?: number | null
  interval: { low: number; high: number } | null
}
