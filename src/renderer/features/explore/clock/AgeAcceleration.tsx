import { Box, NativeSelect, Stack, Table } from '@mantine/core'
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
        {t('ages.title')}
      </Box>
      <Choices {...{ fields, covariates, by: field.name, pair, measure, go }} />
      <LoadingBar visible={loading} />
      {failure && <FailureNotice flush failure={failure} retry={retry} />}
      {hasGroups === false && <p className={classes.hint}>{t('ages.oneGroup')}</p>}
      {hasGroups === true && comparison && !failure && (
        <div className={figures.isFormer ? `${classes.ages} ${classes.former}` : classes.ages}>
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
    <div className={classes.tools}>
      <SegmentedControl
        size="xs"
        aria-label={t('ages.measure')}
        value={measure}
        onChange={(chosen) => go({ ageMeasure: ageMeasureSchema.parse(chosen) })}
        data={ageMeasureSchema.options.map((value) => ({ value, label: t(`ages.measures.${value}`) }))}
      />
      <NativeSelect
        size="xs"
        className={classes.choice ?? ''}
        label={t('groups.by')}
        value={by}
        onChange={({ currentTarget }) => go({ by: currentTarget.value })}
        data={namesOf(fields)}
      />
      {pair !== null && (
        <NativeSelect
          size="xs"
          className={classes.choice ?? ''}
          label={t('groups.pair')}
          value={pair}
          onChange={({ currentTarget }) => go({ pair: currentTarget.value })}
          data={[
            { value: '', label: t('nothing') },
            ...namesOf(covariates.filter(({ name }) => name !== by)),
          ]}
        />
      )}
    </div>
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
      <p className={classes.finding}>{translate(describeClockContrast(comparison))}</p>
      {averaged !== null && (
        <p className={classes.hint}>{translate(joinMessages([averagedUnits(averaged), samplesAsPoints]))}</p>
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
            <p key={toEnglish(note)} className={classes.hint}>
              {translate(note)}
            </p>
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
  const years = (value: number) => formatYears(value, decimals)
  const head = (text: string) => (
    <Table.Th scope="col" ta="right">
      {text}
    </Table.Th>
  )
  return (
    <Table verticalSpacing={4} horizontalSpacing="sm" fz="xs" className={classes.numbers ?? ''}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('ages.group')}</Table.Th>
          {head('n')}
          {head(t('ages.mean'))}
          {head(t('ages.sd'))}
          {head(t('ages.interval'))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {inOrder.map(([at, { name }]) => {
          const { n = 0, mean = null, sd = null } = row?.groups[at] ?? {}
          return (
            <Figures
              key={name}
              {...{ name, mean, sd }}
              n={formatThousands(n)}
              interval={meanIntervals[at]}
              years={years}
            />
          )
        })}
        {row && row.difference !== null && (
          <Figures
            name={groups.map(({ name }) => name).join(' − ')}
            n={row.pairs === null ? '' : t('ages.pairs', { count: row.pairs })}
            mean={row.difference}
            years={years}
            interval={row.ciLow === null || row.ciHigh === null ? null : { low: row.ciLow, high: row.ciHigh }}
          />
        )}
      </Table.Tbody>
      {row && row.effect !== null && (
        <Table.Caption ta="left">
          {t('ages.effect', {
            test: translate(testNames[test]),
            effect: translate(effectNames[effectName]),
            value: formatAlone(row.effect),
          })}
        </Table.Caption>
      )}
    </Table>
  )
}

type FiguresProps = {
  name: string
  n: string
  mean: number | null
  /** Undefined if the row has no SD. */
  sd?: number | null
  interval: { low: number; high: number } | null | undefined
  years: (value: number) => string
}

const Figures = ({ name, n, mean, sd, interval, years }: FiguresProps) => (
  <Table.Tr>
    <Table.Th scope="row">{name}</Table.Th>
    <Table.Td ta="right">{n}</Table.Td>
    <Table.Td ta="right">{mean === null ? '–' : years(mean)}</Table.Td>
    <Table.Td ta="right">{sd === undefined ? '' : sd === null ? '–' : years(sd)}</Table.Td>
    <Table.Td ta="right">{interval ? `${years(interval.low)} … ${years(interval.high)}` : '–'}</Table.Td>
  </Table.Tr>
)
