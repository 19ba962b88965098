import { Title } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { everySample } from '../../../shared/domain/cohort.ts'
import type { Comparison, ComparisonRow } from '../../../shared/domain/comparison.ts'
import { BoxChart } from '../../charts/BoxChart.tsx'
import { SlopesChart } from '../../charts/SlopesChart.tsx'
import { useCovariateColumns, useValues } from '../../client/useValues.ts'
import { useValueTitle } from '../../state/useValueTitle.ts'
import { toSourceText } from '../../ui/CohortSource.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import classes from './compare.module.css'
import { LineFigures } from './LineFigures.tsx'
import { toBoxGroups, toSlopePairs } from './lineValues.ts'
import type { Request } from './request.ts'

/** As tall as its axis title is long. */
const chartPx = 360

type Props = { comparison: Comparison; request: Request; row: ComparisonRow }

/** One pathway of the comparison: its samples by group, its pairs, and all figures. */
export function LineDetail({ comparison, request, row }: Props) {
  const { t } = useTranslation('compare')
  const { t: words } = useTranslation('ui')
  const title = useValueTitle(comparison.measure)
  const { pathway } = row
  const { measure, groups } = comparison
  const { pairBy } = request
  const values = useValues({ measure, of: request.of ?? everySample, pathways: [pathway] })
  const table = values.data?.pathways[0] === pathway ? values.data : null
  const { columns } = useCovariateColumns(table ?? undefined, pairBy === undefined ? [] : [pairBy])
  const boxes = useMemo(() => (table ? toBoxGroups(table, groups) : []), [table, groups])
  // From the second to the first, so that a line rises where the difference first − second is above 0.
  const pairs = useMemo(
    () =>
      table && pairBy !== undefined
        ? toSlopePairs(table, [...groups].reverse(), columns.get(pairBy) ?? [])
        : [],
    [table, groups, pairBy, columns],
  )
  const figure = {
    source: toSourceText(comparison, words),
    fileName: pathway,
    valueTitle: `${pathway}: ${title}`,
  }
  const [first = '', second = ''] = groups.map(({ name }) => name)
  return (
    <section className={classes.detail} aria-label={t('line.label', { pathway })}>
      <Title order={2} fz={16} className={classes.name}>
        <bdi>{pathway}</bdi>
      </Title>
      <LoadingBar visible={values.loading} />
      {values.failure && <FailureNotice flush failure={values.failure} retry={() => void values.refetch()} />}
      {pairs.length > 0 && (
        <SlopesChart
          {...figure}
          pairs={pairs}
          names={[second, first]}
          pairWord={t('line.pair')}
          summary={t('line.slopes', { pathway, from: second, to: first })}
          heightPx={chartPx}
        />
      )}
      {table && (
        <BoxChart
          {...figure}
          groups={boxes}
          pointWord={t('line.sample')}
          summary={t('line.summary', { pathway })}
          heightPx={chartPx}
        />
      )}
      {comparison.noise && <p className={classes.hint}>{t('line.means')}</p>}
      <LineFigures comparison={comparison} row={row} />
    </section>
  )
}
