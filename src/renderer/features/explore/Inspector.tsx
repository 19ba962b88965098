import { Anchor, CloseButton, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { noGroupStyle, stylesOfField } from '../../../figures/style/groupStyles.ts'
import type { SampleResult } from '../../../shared/domain/results/analysis.ts'
import { allSamplesId } from '../../../shared/domain/studies/study.ts'
import { columnFormat, formatAlone, formatCount, formatValue } from '../../../shared/format/numbers.ts'
import { useCall } from '../../client/useCall.ts'
import { useCovariateColumns, useValues, type ValueTable } from '../../client/useValues.ts'
import { useCohort } from '../../state/cohort/useCohort.ts'
import { useStudyDesign } from '../../state/cohort/useStudyDesign.ts'
import { useStudyId } from '../../state/currentStudy.ts'
import { DirectionWord, SyntheticMark } from '../../ui/feedback/Badges.tsx'
import { FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { StageBadge } from '../../ui/feedback/StateBadges.tsx'
import { useFieldName } from '../../ui/text/useFieldName.ts'
import { fieldsOfGroups, toGroupAt } from './chartData.ts'
import classes from './explore.module.css'
import { useNeighbours } from './sample/SamplePage.tsx'

/** Shows the inspected sample, pathway or drug, whichever view is open. */
export function Inspector() {
  const { t } = useTranslation('explore')
  const { selection } = useCohort()
  const { inspected } = selection
  if (!inspected)
    return (
      <div className={classes.inspected}>
        <p className={classes.hint}>{t('inspector.empty')}</p>
      </div>
    )
  return (
    <div className={classes.inspected}>
      {inspected.kind === 'sample' && <SampleCard key={inspected.id} sampleId={inspected.id} />}
      {inspected.kind === 'pathway' && <PathwayCard key={inspected.id} pathway={inspected.id} />}
      {inspected.kind === 'drug' && <DrugCard key={inspected.id} drugId={inspected.id} />}
    </div>
  )
}

/** Returns a function that inspects another sample, pathway or drug. */
function useInspect() {
  const { change } = useCohort()
  return (kind: 'sample' | 'pathway' | 'drug', id: string) =>
    change({ inspected: { kind, id } }, { replace: true })
}

function Head({ name, children }: { name: string; children?: ReactNode }) {
  const { t } = useTranslation('explore')
  const { change } = useCohort()
  return (
    <header className={classes.inspectorHead}>
      <Title order={2} fz="lg" className={classes.inspectorName}>
        <bdi>{name}</bdi>
      </Title>
      {children}
      <CloseButton
        size="sm"
        aria-label={t('inspector.close')}
        onClick={() => change({ inspected: undefined }, { replace: true })}
      />
    </header>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={3} fz="sm">
        {title}
      </Title>
      {children}
    </section>
  )
}

type Line = { id: string; name: string; value: number }

/** Lists names with their values; a click inspects the item. */
function Lines({ lines, inspect }: { lines: readonly Line[]; inspect(id: string): void }) {
  const format = columnFormat(lines.map(({ value }) => value))
  return (
    <ul className={classes.lines}>
      {lines.map(({ id, name, value }) => (
        <li key={id}>
          <Anchor component="button" type="button" fz="sm" onClick={() => inspect(id)}>
            <bdi>{name}</bdi>
          </Anchor>
          <span title={String(value)}>{format(value)}</span>
        </li>
      ))}
    </ul>
  )
}

const shownOfEach = 4

/** Returns the largest and the smallest values. No item is in both lists. */
function ends(lines: readonly Line[]): { highest: Line[]; lowest: Line[] } {
  const sorted = lines.toSorted((a, b) => b.value - a.value)
  const each = Math.min(shownOfEach, Math.ceil(sorted.length / 2))
  return { highest: sorted.slice(0, each), lowest: sorted.slice(each).slice(-each).reverse() }
}

function SampleCard({ sampleId }: { sampleId: string }) {
  const { t } = useTranslation('explore')
  const studyId = useStudyId()
  const inspect = useInspect()
  const fieldName = useFieldName()
  const { measure } = useCohort().selection
  const sample = useCall('samples.get', { sampleId })
  const hasResult = sample.data !== undefined && sample.data.analysedAt !== null
  const result = useCall('results.sample', { sampleId }, { enabled: hasResult })
  const failure = sample.failure ?? result.failure
  const { highest, lowest } = useMemo(() => ends(scoresOf(result.data, measure)), [result.data, measure])
  const fields = Object.entries({ ...sample.data?.fields, ...sample.data?.annotation?.fields }).filter(
    ([name]) => name !== 'client_reference',
  )
  return (
    <>
      <LoadingBar visible={sample.loading || result.loading} />
      {failure && <FailureNotice flush failure={failure} />}
      <Head name={sample.data?.clientReference ?? sampleId} />
      <div className={classes.ways}>
        {sample.data && <StageBadge sample={sample.data} />}
        {result.data?.synthetic && <SyntheticMark />}
      </div>
      <Anchor
        fz="sm"
        renderRoot={(props) => (
          <Link
            {...props}
            to="/study/$studyId/explore/table"
            params={{ studyId }}
            search={(before) => ({ ...before, sample: sampleId })}
          />
        )}
      >
        {t('inspector.page')}
      </Anchor>
      <dl className={classes.factList}>
        {sample.data?.annotation?.group && !fields.some(([name]) => name === 'group') && (
          <Fact name={t('group')}>{sample.data.annotation.group}</Fact>
        )}
        {fields.map(([name, value]) => (
          <Fact key={name} name={fieldName(name)}>
            {String(value)}
          </Fact>
        ))}
        {result.data?.clock?.values.map(({ name, value }) => (
          <Fact key={`clock ${name}`} name={fieldName(name)}>
            {formatAlone(value)}
          </Fact>
        ))}
      </dl>
      <Partners sampleId={sampleId} />
      {highest.length > 0 && (
        <Part title={t('inspector.highest')}>
          <Lines lines={highest} inspect={(id) => inspect('pathway', id)} />
        </Part>
      )}
      {lowest.length > 0 && (
        <Part title={t('inspector.lowest')}>
          <Lines lines={lowest} inspect={(id) => inspect('pathway', id)} />
        </Part>
      )}
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>
      <bdi>{name}</bdi>
    </dt>
    <dd>
      <bdi>{children}</bdi>
    </dd>
  </>
)

const scoresOf = (result: SampleResult | undefined, measure: 'activity' | 'aging_offset'): Line[] =>
  (result?.scores ?? []).flatMap(({ pathway, activity, agingOffset }) => {
    const value = measure === 'activity' ? activity : agingOffset
    return value === null ? [] : [{ id: pathway, name: pathway, value }]
  })

/** The order field that holds the donor of a sample. */
const donor = 'donor_id'

/** Lists the other samples of the same donor, or of the same value of the field that pairs samples in this study. */
function Partners({ sampleId }: { sampleId: string }) {
  const { t } = useTranslation('explore')
  const studyId = useStudyId()
  const inspect = useInspect()
  const study = useCall('studies.show', { studyId }, { enabled: studyId !== allSamplesId })
  const field = study.data?.design.pairBy ?? donor
  const samples = useNeighbours()
  const known = useMemo(() => ({ samples: [...samples] }), [samples])
  const values = useCovariateColumns(known, [field]).columns.get(field) ?? []
  const at = samples.findIndex((one) => one.sampleId === sampleId)
  const own = values[at] ?? null
  const partners = samples.filter((_, row) => row !== at && own !== null && values[row] === own)
  if (at === -1 || partners.length === 0) return null
  return (
    <Part title={field === donor ? t('inspector.sameDonor') : t('inspector.partners', { field })}>
      <ul className={classes.lines}>
        {partners.slice(0, 2 * shownOfEach).map((partner) => (
          <li key={partner.sampleId}>
            <Anchor
              component="button"
              type="button"
              fz="sm"
              onClick={() => inspect('sample', partner.sampleId)}
            >
              <bdi>{partner.clientReference}</bdi>
            </Anchor>
            <span>{partner.group}</span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function PathwayCard({ pathway }: { pathway: string }) {
  const { t } = useTranslation('explore')
  const studyId = useStudyId()
  const inspect = useInspect()
  const { measure, of, view } = useCohort().selection
  const values = useValues({ measure, of, view, pathways: [pathway] })
  const table = values.data?.pathways[0] === undefined ? undefined : values.data
  const lines = useMemo(() => (table ? toLines(table) : []), [table])
  const { highest, lowest } = useMemo(() => ends(lines), [lines])
  return (
    <>
      <LoadingBar visible={values.loading} />
      {values.failure && <FailureNotice flush failure={values.failure} />}
      <Head name={pathway} />
      <div className={classes.ways}>
        <Anchor
          fz="sm"
          renderRoot={(props) => (
            <Link
              {...props}
              to="/study/$studyId/explore/groups"
              params={{ studyId }}
              search={(before) => ({ ...before, pathway })}
            />
          )}
        >
          {t('inspector.inGroups')}
        </Anchor>
        <Anchor
          fz="sm"
          renderRoot={(props) => <Link {...props} to="/library/pathways" search={{ name: pathway }} />}
        >
          {t('inspector.page')}
        </Anchor>
      </div>
      {values.data && !table && <p className={classes.hint}>{t('inspector.hidden')}</p>}
      {table && lines.length > 0 && <ByGroup table={table} />}
      {highest.length > 0 && (
        <Part title={t('inspector.topSamples')}>
          <Lines lines={highest} inspect={(id) => inspect('sample', id)} />
        </Part>
      )}
      {lowest.length > 0 && (
        <Part title={t('inspector.bottomSamples')}>
          <Lines lines={lowest} inspect={(id) => inspect('sample', id)} />
        </Part>
      )}
      <Drugs pathway={pathway} />
    </>
  )
}

const toLines = ({ samples, values, pathways }: ValueTable): Line[] =>
  samples.flatMap(({ sampleId, clientReference }, row) => {
    const value = values[row * pathways.length] ?? Number.NaN
    return Number.isNaN(value) ? [] : [{ id: sampleId, name: clientReference, value }]
  })

/** Samples without a group come last. */
const placeIn = (names: readonly string[], group: string | null): number =>
  group === null ? names.length : names.indexOf(group)

/** Shows the values of each group as points on one axis, with their mean. */
function ByGroup({ table }: { table: ValueTable }) {
  const { t } = useTranslation('explore')
  const { design, covariates } = useStudyDesign()
  const field = design?.groupBy ?? null
  const { columns } = useCovariateColumns(table, fieldsOfGroups(field))
  const groupAt = toGroupAt(field, columns)
  if (!design || field === null || !groupAt) return null
  const styles = stylesOfField(field, design, covariates)
  const names = [...styles.keys()]
  const values = toLines(table)
  const groupOf = new Map(table.samples.map((sample, row) => [sample.sampleId, groupAt(sample, row)]))
  const groups = [...Map.groupBy(values, ({ id }) => groupOf.get(id) ?? null)]
    .map(([group, lines]) => ({ group, lines }))
    .sort((a, b) => placeIn(names, a.group) - placeIn(names, b.group))
  const [low, high] = values.reduce(
    ([least, most], { value }) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
  const share = (value: number) => (high > low ? (value - low) / (high - low) : 0.5) * 100
  const means = groups.map(({ lines }) => lines.reduce((sum, { value }) => sum + value, 0) / lines.length)
  const spread = means.length > 1 ? Math.max(...means) - Math.min(...means) : null
  const format = columnFormat(
    means,
    means.map(() => spread),
  )
  return (
    <Part title={t('inspector.byGroup')}>
      <table className={classes.groupTable}>
        <tbody>
          {groups.map(({ group, lines }, index) => (
            <tr key={group}>
              <th scope="row">
                <bdi>{group ?? t('none')}</bdi>
              </th>
              <td>
                <svg width="100%" height={16} aria-hidden className={classes.strip}>
                  {lines.map(({ id, value }) => (
                    <circle
                      key={id}
                      cx={`${4 + share(value) * 0.92}%`}
                      cy={8}
                      r={3}
                      fill={(styles.get(group ?? '') ?? noGroupStyle).colour}
                      fillOpacity={0.55}
                    />
                  ))}
                  <line
                    x1={`${4 + share(means[index] ?? 0) * 0.92}%`}
                    x2={`${4 + share(means[index] ?? 0) * 0.92}%`}
                    y1={1}
                    y2={15}
                    stroke="currentColor"
                    strokeWidth={2}
                  />
                </svg>
              </td>
              <td className={classes.numbers} title={t('inspector.mean')}>
                {format(means[index] ?? Number.NaN, spread)}
              </td>
              <td className={classes.numbers}>n {formatCount(lines.length)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.range}>
        <span>{formatValue(low)}</span>
        <span>{formatValue(high)}</span>
      </p>
    </Part>
  )
}

function Drugs({ pathway }: { pathway: string }) {
  const { t } = useTranslation('explore')
  const inspect = useInspect()
  const found = useCall('drugs.search', { pathway, from: 'cache', limit: 2 * shownOfEach })
  if (!found.data) return null
  const { hits } = found.data
  return (
    <Part title={t('inspector.drugs')}>
      {hits.length === 0 ? (
        <p className={classes.hint}>{t('inspector.noDrugs')}</p>
      ) : (
        <>
          <ul className={classes.lines}>
            {hits.map(({ drugId, name }) => (
              <li key={drugId}>
                <Anchor component="button" type="button" fz="sm" onClick={() => inspect('drug', drugId)}>
                  <bdi>{name || drugId}</bdi>
                </Anchor>
              </li>
            ))}
          </ul>
          <Anchor
            fz="sm"
            renderRoot={(props) => <Link {...props} to="/library/drugs" search={{ pathway }} />}
          >
            {t('inspector.allDrugs')}
          </Anchor>
        </>
      )}
    </Part>
  )
}

function DrugCard({ drugId }: { drugId: string }) {
  const { t } = useTranslation('explore')
  const inspect = useInspect()
  const drug = useCall('drugs.show', { drugId, from: 'cache' })
  const { data, failure } = drug
  return (
    <>
      <LoadingBar visible={drug.loading} />
      {failure && <FailureNotice flush failure={failure} />}
      <Head name={data?.name || drugId}>{data?.synthetic && <SyntheticMark />}</Head>
      <Anchor
        fz="sm"
        renderRoot={(props) => <Link {...props} to="/library/drugs" search={{ drug: drugId }} />}
      >
        {t('inspector.page')}
      </Anchor>
      {data?.category && (
        <dl className={classes.factList}>
          <Fact name={t('inspector.category')}>{data.category}</Fact>
        </dl>
      )}
      {data && (
        <Part title={t('inspector.direction')}>
          {data.pathways === null || data.pathways.length === 0 ? (
            <p className={classes.hint}>{t('inspector.noPathways')}</p>
          ) : (
            <ul className={classes.lines}>
              {data.pathways.map(({ pathway, direction }) => (
                <li key={pathway}>
                  <Anchor
                    component="button"
                    type="button"
                    fz="sm"
                    onClick={() => inspect('pathway', pathway)}
                  >
                    <bdi>{pathway}</bdi>
                  </Anchor>
                  <DirectionWord direction={direction} />
                </li>
              ))}
            </ul>
          )}
        </Part>
      )}
    </>
  )
}
