import {
  ActionIcon,
  Button,
  Flex,
  Group,
  NativeSelect,
  type NativeSelectProps,
  Stack,
  Tooltip,
} from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconSettings } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { createContext, type ReactNode, use, useCallback, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { type Covariate, everySample, type ViewReference } from '../../../shared/domain/results/cohort.ts'
import { allSamplesId } from '../../../shared/domain/studies/study.ts'
import type { Message } from '../../../shared/words/message.ts'
import { useCall } from '../../client/call.ts'
import { SamplesMenu } from '../../shared/cohort/SamplesMenu.tsx'
import { SelectionBar } from '../../shared/cohort/SelectionBar.tsx'
import { ValuesMenu } from '../../shared/cohort/ValuesMenu.tsx'
import { TryExample } from '../../shared/help/Examples.tsx'
import { HelpHint } from '../../shared/help/HelpHint.tsx'
import { SavedViews } from '../../shared/tables/ViewsButton.tsx'
import { useReadOnly } from '../../state/appStatus.tsx'
import { useCohort } from '../../state/cohort/cohort.ts'
import { exploreViews } from '../../state/cohort/exploreViews.ts'
import { useStudyId } from '../../state/currentStudy.ts'
import { useDialogs } from '../../state/dialogs.ts'
import { useSearchParams } from '../../state/searchParams.ts'
import { tablesOfCohort, usePublishShownTables } from '../../state/tables/shownTables.ts'
import { EmptyState } from '../../ui/feedback/Feedback.tsx'
import { Provenance } from '../../ui/feedback/Provenance.tsx'
import { MeasureControl, ToolRow } from '../../ui/panes/ToolRow.tsx'
import shared from '../../ui/shared.module.css'
import { useTranslator } from '../../ui/text/formats.tsx'
import classes from './explore.module.css'
import { Inspector } from './Inspector.tsx'
import { type ChartView, parseChartView, toChartSearch } from './view.ts'

type Props = {
  current: 'heatmap' | 'groups' | 'pca' | 'clock' | 'table'
  /** The controls of the selection that this view uses, beside the samples. */
  needs: { measure?: boolean; values?: boolean }
  /** True if the view has settings of its own, see `ViewSettings`. */
  settings?: boolean
  /** Extra tools, beside the choice of samples and values. */
  tools?: ReactNode
  /** Pathways of the table in display order; null or undefined: all. */
  pathways?: readonly string[] | null
  /** True if the view knows, before the counts of the register arrive, that the whole study has no results. */
  isNothingYet?: boolean
  /** Content below the inspected item. */
  beside?: ReactNode
  children: ReactNode
}

/** The frame of all views of a study's results: a row of tools, the canvas, and the inspector to the right. */
export function ExploreFrame({
  current,
  needs,
  settings = false,
  tools,
  pathways = null,
  isNothingYet = false,
  beside,
  children,
}: Props) {
  const { t } = useTranslation('explore')
  const { selection, study, change } = useCohort()
  const { predicted, chronological } = useChartView().chartView
  const [showsSettings, setShowsSettings] = useLocalStorage({
    key: 'pathclock.exploreSettings',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  // Exists from the first render: creating it later would render everything twice.
  const [provenanceSlot] = useState(() => document.createElement('span'))
  const placeProvenance = useCallback(
    (place: HTMLElement | null) => place?.replaceChildren(provenanceSlot),
    [provenanceSlot],
  )
  const ages = {
    kind: 'clock' as const,
    of: selection.of,
    ...(predicted ? { predicted } : {}),
    ...(chronological ? { chronological } : {}),
  }
  usePublishShownTables([...(current === 'clock' ? [ages] : []), ...tablesOfCohort(selection, pathways)], {
    kind: 'cohort',
    of: selection.of,
  })
  const facets = useCall('samples.facets', 'filter' in study ? { filter: study.filter } : {}).data
  const isEmpty = isNothingYet || (facets !== undefined && facets.total === facets.withoutResult)
  return (
    <div className={shared.page}>
      <ToolRow
        primary={
          <>
            <span ref={placeProvenance} />
            {settings && !isEmpty && (
              <Tooltip label={t('settings')}>
                <ActionIcon
                  variant="default"
                  size={30}
                  aria-label={t('settings')}
                  aria-expanded={showsSettings}
                  onClick={() => setShowsSettings(!showsSettings)}
                >
                  <IconSettings size={16} stroke={1.5} aria-hidden />
                </ActionIcon>
              </Tooltip>
            )}
          </>
        }
      >
        <ExploreTabs />
        {needs.measure && (
          <MeasureControl value={selection.measure} change={(chosen) => change({ measure: chosen })} />
        )}
        {needs.values && <ValuesMenu />}
        <SamplesMenu />
        {!isEmpty && tools}
        {!tools && <SavedViews />}
        <HelpHint
          about={
            current === 'clock'
              ? ['clock']
              : [selection.measure === 'activity' ? 'activity' : 'offset', 'missing']
          }
        />
      </ToolRow>
      {settings && showsSettings && !isEmpty && (
        <section ref={setSlot} className={classes.settings} aria-label={t('settings')} />
      )}
      {isEmpty ? (
        <NoResults current={current} />
      ) : (
        <div className={classes.body}>
          <Stack gap={0} miw={0} mih={0} style={{ overflow: 'auto' }}>
            <SettingsSlot value={slot}>
              <ProvenanceSlot value={provenanceSlot}>{children}</ProvenanceSlot>
            </SettingsSlot>
          </Stack>
          <aside className={classes.inspector} aria-label={t('inspector.label')}>
            <Inspector />
            {beside}
            <SelectionBar
              of={{ sampleIds: [...selection.selectedIds] }}
              count={selection.selectedIds.size}
              readIds={() => [...selection.selectedIds]}
              clear={() => change({ selectedIds: new Set() }, { replace: true })}
              showOnly={() => change({ of: { sampleIds: [...selection.selectedIds] } })}
            />
          </aside>
        </div>
      )}
    </div>
  )
}

/** The tabs of a study's result views, which share one selection (cohort.ts). */
function ExploreTabs() {
  const { t } = useTranslation('state')
  const studyId = useStudyId()
  return (
    <nav className={classes.views} aria-label={t('exploreTabs.label')}>
      {exploreViews.map(({ id, to }) => (
        <Link
          key={id}
          to={to}
          params={{ studyId }}
          className={classes.view}
          activeOptions={{ includeSearch: false }}
          activeProps={{}}
        >
          {t(`exploreTabs.${id}`)}
        </Link>
      ))}
    </nav>
  )
}

const SettingsSlot = createContext<HTMLElement | null>(null)
const ProvenanceSlot = createContext<HTMLElement | null>(null)

export function ViewProvenance(props: Parameters<typeof Provenance>[0]) {
  const slot = use(ProvenanceSlot)
  return slot && createPortal(<Provenance {...props} />, slot)
}

/**
 * Renders the settings of a view into the settings panel while that is open. `inView`: renders them in the view while
 * the panel is closed, because the view has nothing else to show.
 */
export function ViewSettings({ inView = false, children }: { inView?: boolean; children: ReactNode }) {
  const slot = use(SettingsSlot)
  if (inView && !slot)
    return (
      <Flex rowGap="sm" columnGap="md" wrap="wrap" align="flex-end">
        {children}
      </Flex>
    )
  return slot && createPortal(children, slot)
}

type ViewSelectProps = Omit<NativeSelectProps, 'onChange'> & { change(value: string): void }

export const ViewSelect = ({ change, ...props }: ViewSelectProps) => (
  <NativeSelect
    miw={150}
    maw={280}
    {...props}
    onChange={({ currentTarget }) => change(currentTarget.value)}
  />
)

type FieldSelectProps = {
  label: string
  setting: 'colour' | 'shape' | 'by' | 'pair'
  /** The name of the field; '' for none. */
  value: string
  fields: readonly Covariate[]
  /** The setting for no field; left out if a field must be chosen. */
  none?: '' | null
}

/** Chooses a field of the samples for a setting. A chosen one that no longer exists stays in the list. */
export function FieldSelect({ label, setting, value, fields, none }: FieldSelectProps) {
  const { t } = useTranslation('explore')
  const { go } = useChartView()
  const names = fields.map(({ name }) => name)
  const data = [
    ...(none === undefined ? [] : [{ value: '', label: t('nothing') }]),
    ...(value === '' || names.includes(value) ? names : [value, ...names]),
  ]
  const change = (chosen: string) => go({ [setting]: chosen === '' ? none : chosen })
  return <ViewSelect label={label} value={value} change={change} data={data} />
}

/** Returns a function that selects samples from a chart or a table. A single sample is also inspected. */
export function useSelectSamples(): (ids: readonly string[]) => void {
  const { change } = useCohort()
  return (ids) => {
    const [first] = ids
    change(
      {
        selectedIds: new Set(ids),
        ...(ids.length === 1 && first !== undefined && { inspected: { kind: 'sample', id: first } }),
      },
      { replace: true },
    )
  }
}

/** Explains the purpose of Explore and offers the next step: import samples, or analyze those there are. */
function NoResults({ current }: Pick<Props, 'current'>) {
  const { t } = useTranslation('explore')
  const readOnly = useReadOnly()
  const navigate = useNavigate()
  const { study } = useCohort()
  const studyId = useStudyId()
  const samples = useCall('samples.list', { ...('filter' in study && { filter: study.filter }), limit: 1 })
  const jobs = useCall('jobs.list', {})
  const { openAnalyse } = useDialogs()
  const count = samples.data?.total ?? 0
  const running = jobs.data?.some((job) => job.kind === 'analysis' && job.state === 'running') ?? false
  const text = readOnly
    ? t('empty.capsule')
    : running
      ? t('empty.running')
      : count > 0
        ? t('empty.withSamples', { count })
        : t(`empty.${current}`)
  return (
    <EmptyState
      title={t('empty.title')}
      text={text}
      action={
        running || readOnly ? null : count > 0 ? (
          <Button variant="filled" onClick={() => openAnalyse(study)}>
            {t('empty.analyze', { count })}
          </Button>
        ) : (
          <Group gap={8} justify="center">
            <Button
              variant="filled"
              onClick={() =>
                void navigate({ to: '/import', search: studyId === allSamplesId ? {} : { study: studyId } })
              }
            >
              {t('action.importSamples')}
            </Button>
            <TryExample />
          </Group>
        )
      }
    />
  )
}

export function NoneChosen({ withoutResult }: { withoutResult: number }) {
  const { t } = useTranslation('explore')
  const { change } = useCohort()
  return (
    <EmptyState
      title={t('noneChosen.title')}
      text={withoutResult === 0 ? t('noneChosen.noSample') : t('noneChosen.text', { count: withoutResult })}
      action={<Button onClick={() => change({ of: everySample })}>{t('term.allSamples')}</Button>}
    />
  )
}

/** Lists what a figure leaves out and why, one line each. */
export function Remarks({ lines }: { lines: readonly (Message | string)[] }) {
  const { t } = useTranslation('explore')
  const translate = useTranslator()
  const shown = lines.map((line) => (typeof line === 'string' ? line : translate(line)))
  if (shown.length === 0) return null
  return (
    <ul className={classes.remarks} aria-label={t('remarks.label')}>
      {shown.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

const mostNamed = 6

/** Returns the first names as a list, with the number of the others. `t`: of the namespace `explore`. */
export function listed(names: readonly string[], t: TFunction<'explore'>): string {
  const first = names.slice(0, mostNamed).join(', ')
  return names.length > mostNamed
    ? t('remarks.more', { names: first, count: names.length - mostNamed })
    : first
}

/** Returns remarks about samples without a result and pathways without a z-score. */
export function missingRemarks(
  { withoutResult, reference }: { withoutResult: number; reference: readonly ViewReference[] },
  t: TFunction<'explore'>,
): string[] {
  const without = reference.filter(({ why }) => why !== null).map(({ pathway }) => pathway)
  return [
    ...(withoutResult > 0 ? [t('remarks.withoutResult', { count: withoutResult })] : []),
    ...(without.length > 0 ? [t('remarks.noZ', { count: without.length, names: listed(without, t) })] : []),
  ]
}

export function useChartView() {
  const { search, change } = useSearchParams('/study/$studyId/_cohort/explore')
  const chartView = parseChartView(search)
  const go = (part: Partial<ChartView>) => change(toChartSearch({ ...chartView, ...part }))
  return { chartView, go }
}
