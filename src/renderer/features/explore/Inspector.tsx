import { CloseButton, Group, Stack, Title } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { noGroupStyle, stylesOfField } from '../../../figures/style/groupStyles.ts'
import type { SampleResult } from '../../../shared/domain/results/analysis.ts'
import { allSamplesId } from '../../../shared/domain/studies/study.ts'
import { columnFormat, formatAlone, formatCount, formatValue } from '../../../shared/format/numbers.ts'
import { useCall } from '../../client/call.ts'
import { useCovariateColumns, useValues, type ValueTable } from '../../client/useValues.ts'
import { type Inspected, useCohort } from '../../state/cohort/cohort.ts'
import { useStudyDesign } from '../../state/cohort/useStudyDesign.ts'
import { useStudyId } from '../../state/currentStudy.ts'
import { DirectionWord, SyntheticMark } from '../../ui/feedback/Badges.tsx'
import { FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { StageBadge } from '../../ui/feedback/StateBadges.tsx'
import { Fact, Facts, FieldFacts, Hint, Section } from '../../ui/panes/Section.tsx'
import { useFieldName } from '../../ui/text/formats.tsx'
import { TextButton, TextLink } from '../../ui/text/TextLink.tsx'
import { fieldsOfGroups, toGroupAt } from './chartData.ts'
import classes from './explore.module.css'
import { useNeighbours } from './sample/SamplePage.tsx'

export function Inspector() {
  const { t } = useTranslation('explore')
  const { inspected } = useCohort().selection
  return (
    <Stack gap="md" flex="1 1 auto" mih={0} p="md" style={{ overflow: 'auto' }}>
      {!inspected && <Hint>{t('inspector.empty')}</Hint>}
      {inspected?.kind === 'sample' && <SampleCard key={inspected.id} sampleId={inspected.id} />}
      {inspected?.kind === 'pathway' && <PathwayCard key={inspected.id} pathway={inspected.id} />}
      {inspected?.kind === 'drug' && <DrugCard key={inspected.id} drugId={inspected.id} />}
    </Stack>
  )
}

function Head({ name, children }: { name: string; children?: ReactNode }) {
  const { t } = useTranslation('explore')
  const { change } = useCohort()
  return (
    <Group component="header" gap="sm" wrap="nowrap">
      <Title order={2} fz="lg" flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        <bdi>{name}</bdi>
      </Title>
      {children}
      <CloseButton
        size="sm"
        aria-label={t('action.close')}
        onClick={() => change({ inspected: undefined }, { replace: true })}
      />
    </Group>
  )
}

type Item = { id: string; name: string; value?: ReactNode }

function Items({ kind, items }: { kind: Inspected['kind']; items: readonly Item[] }) {
  const { change } = useCohort()
  return (
    <ul className={classes.lines}>
      {items.map(({ id, name, value }) => (
        <li key={id}>
          <TextButton onClick={() => change({ inspected: { kind, id } }, { replace: true })}>
            <bdi>{name}</bdi>
          </TextButton>
          {value}
        </li>
      ))}
    </ul>
  )
}

type Line = { id: string; name: string; value: number }

const shownOfEach = 4

/** Returns the largest and the smallest values. No item is in both lists. */
function ends(lines: readonly Line[]): { highest: Line[]; lowest: Line[] } {
  const sorted = lines.toSorted((a, b) => b.value - a.value)
  const each = Math.min(shownOfEach, Math.ceil(sorted.length / 2))
  return { highest: sorted.slice(0, each), lowest: sorted.slice(each).slice(-each).reverse() }
}

type EndsProps = {
  kind: Inspected['kind']
  lines: readonly Line[]
  titles: { highest: string; lowest: string }
}

function Ends({ kind, lines, titles }: EndsProps) {
  const found = useMemo(() => ends(lines), [lines])
  return (['highest', 'lowest'] as const).map((end) => {
    const format = columnFormat(found[end].map(({ value }) => value))
    return (
      found[end].length > 0 && (
        <Section key={end} title={titles[end]}>
          <Items
            kind={kind}
            items={found[end].map(({ id, name, value }) => ({
              id,
              name,
              value: <span title={String(value)}>{format(value)}</span>,
            }))}
          />
        </Section>
      )
    )
  })
}

function SampleCard({ sampleId }: { sampleId: string }) {
  const { t } = useTranslation('explore')
  const studyId = useStudyId()
  const fieldName = useFieldName()
  const { measure } = useCohort().selection
  const sample = useCall('samples.get', { sampleId })
  const hasResult = sample.data !== undefined && sample.data.analysedAt !== null
  const result = useCall('results.sample', { sampleId }, { enabled: hasResult })
  const failure = sample.failure ?? result.failure
  const lines = useMemo(() => scoresOf(result.data, measure), [result.data, measure])
  const fields = { ...sample.data?.fields, ...sample.data?.annotation?.fields }
  return (
    <>
      <LoadingBar visible={sample.loading || result.loading} />
      {failure && <FailureNotice flush failure={failure} />}
      <Head name={sample.data?.clientReference ?? sampleId} />
      <Group gap={8}>
        {sample.data && <StageBadge sample={sample.data} />}
        {result.data?.synthetic && <SyntheticMark />}
      </Group>
      <TextLink
        from="/study/$studyId/explore"
        to="/study/$studyId/explore/table"
        params={{ studyId }}
        search={(before) => ({ ...before, sample: sampleId })}
      >
        {t('inspector.page')}
      </TextLink>
      <Facts>
        {sample.data?.annotation?.group && !('group' in fields) && (
          <Fact name={t('field.group')}>{sample.data.annotation.group}</Fact>
        )}
        <FieldFacts fields={fields} />
        {result.data?.clock?.values.map(({ name, value }) => (
          <Fact key={`clock ${name}`} name={fieldName(name)}>
            {formatAlone(value)}
          </Fact>
        ))}
      </Facts>
      <Partners sampleId={sampleId} />
      <Ends
        kind="pathway"
        lines={lines}
        titles={{ highest: t('inspector.highest'), lowest: t('inspector.lowest') }}
      />
    </>
  )
}

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
    <Section title={field === donor ? t('inspector.sameDonor') : t('inspector.partners', { field })}>
      <Items
        kind="sample"
        items={partners
          .slice(0, 2 * shownOfEach)
          .map((partner) => ({
            id: partner.sampleId,
            name: partner.clientReference,
            value: <span>{partner.group}</span>,
          }))}
      />
    </Section>
  )
}

function PathwayCard({ pathway }: { pathway: string }) {
  const { t } = useTranslation('explore')
  const studyId = useStudyId()
  const { measure, of, view } = useCohort().selection
  const values = useValues({ measure, of, view, pathways: [pathway] })
  const table = values.data?.pathways[0] === undefined ? undefined : values.data
  const lines = useMemo(() => (table ? toLines(table) : []), [table])
  return (
    <>
      <LoadingBar visible={values.loading} />
      {values.failure && <FailureNotice flush failure={values.failure} />}
      <Head name={pathway} />
      <Group gap={8}>
        <TextLink
          from="/study/$studyId/explore"
          to="/study/$studyId/explore/groups"
          params={{ studyId }}
          search={(before) => ({ ...before, pathway })}
        >
          {t('inspector.inGroups')}
        </TextLink>
        <TextLink to="/library/pathways" search={{ name: pathway }}>
          {t('inspector.page')}
        </TextLink>
      </Group>
      {values.data && !table && <Hint>{t('inspector.hidden')}</Hint>}
      {table && lines.length > 0 && <ByGroup table={table} />}
      <Ends
        kind="sample"
        lines={lines}
        titles={{ highest: t('inspector.topSamples'), lowest: t('inspector.bottomSamples') }}
      />
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
  const middle = (at: number) => `${4 + share(means[at] ?? 0) * 0.92}%`
  return (
    <Section title={t('inspector.byGroup')}>
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
                    x1={middle(index)}
                    x2={middle(index)}
                    y1={1}
                    y2={15}
                    stroke="currentColor"
                    strokeWidth={2}
                  />
                </svg>
              </td>
              <td title={t('inspector.mean')}>{format(means[index] ?? Number.NaN, spread)}</td>
              <td>n {formatCount(lines.length)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.range}>
        <span>{formatValue(low)}</span>
        <span>{formatValue(high)}</span>
      </p>
    </Section>
  )
}

function Drugs({ pathway }: { pathway: string }) {
  const { t } = useTranslation('explore')
  const found = useCall('drugs.search', { pathway, from: 'cache', limit: 2 * shownOfEach })
  if (!found.data) return null
  const { hits } = found.data
  return (
    <Section title={t('inspector.drugs')}>
      {hits.length === 0 ? (
        <Hint>{t('inspector.noDrugs')}</Hint>
      ) : (
        <>
          <Items kind="drug" items={hits.map(({ drugId, name }) => ({ id: drugId, name: name || drugId }))} />
          <TextLink to="/library/drugs" search={{ pathway }}>
            {t('inspector.allDrugs')}
          </TextLink>
        </>
      )}
    </Section>
  )
}

function DrugCard({ drugId }: { drugId: string }) {
  const { t } = useTranslation('explore')
  const { data, failure, loading } = useCall('drugs.show', { drugId, from: 'cache' })
  return (
    <>
      <LoadingBar visible={loading} />
      {failure && <FailureNotice flush failure={failure} />}
      <Head name={data?.name || drugId}>{data?.synthetic && <SyntheticMark />}</Head>
      <TextLink to="/library/drugs" search={{ drug: drugId }}>
        {t('inspector.page')}
      </TextLink>
      {data?.category && (
        <Facts>
          <Fact name={t('term.category')}>{data.category}</Fact>
        </Facts>
      )}
      {data && (
        <Section title={t('inspector.direction')}>
          {data.pathways === null || data.pathways.length === 0 ? (
            <Hint>{t('inspector.noPathways')}</Hint>
          ) : (
            <Items
              kind="pathway"
              items={data.pathways.map(({ pathway, direction }) => ({
                id: pathway,
                name: pathway,
                value: <DirectionWord direction={direction} />,
              }))}
            />
          )}
        </Section>
      )}
    </>
  )
}
