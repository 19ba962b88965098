import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Comparison, pairedTests } from '../../../shared/domain/results/comparison.ts'
import {
  describeFound,
  describeNotes,
  effectNames,
} from '../../../shared/domain/results/describeComparison.ts'
import { useCall } from '../../client/useCall.ts'
import { CautionItems } from '../../shared/cohort/CautionItems.tsx'
import { useMeasureUnit } from '../../state/cohort/titles.ts'
import { useStudyId } from '../../state/currentStudy.ts'
import { comparisonParts } from '../../state/searchSchemas.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { usePublishShownColumns } from '../../state/tables/shownTables.ts'
import { useTableLayout } from '../../state/tables/useTableLayout.ts'
import { EmptyState } from '../../ui/feedback/Feedback.tsx'
import { SegmentedControl } from '../../ui/forms/SegmentedControl.tsx'
import { TwoPanes } from '../../ui/panes/TwoPanes.tsx'
import { useShownColumns } from '../../ui/table/columns/copiedColumns.ts'
import { type Translator, useTranslator } from '../../ui/text/TranslatedMessage.tsx'
import { Dots, Forest, Volcano } from './ComparisonCharts.tsx'
import { useComparisonColumns } from './ComparisonTable.tsx'
import classes from './compare.module.css'
import { Foot } from './Foot.tsx'
import type { Compared } from './figures.ts'
import { LineDetail } from './LineDetail.tsx'
import { firstSort, PathwayTable } from './PathwayTable.tsx'
import { type Request, sizeOf } from './request.ts'
import { toCopied } from './toCopied.ts'
import type { CompareView, Show } from './view.ts'

/** Paired charts are drawn wider than boxes. */
const pairsPx = 600
const groupsPx = 420

type Props = {
  comparison: Comparison
  request: Request
  view: CompareView
  go(part: Partial<CompareView>, options?: { replace?: boolean }): void
}

/** Shows the result of a comparison: first its limits, then its pathways in one of four views, and the open pathway. */
export function Outcome({ comparison, request, view, go }: Props) {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const table = useTable(comparison)
  const unit = useMeasureUnit(comparison.measure) ?? t('unitOf')
  const offered = offeredFor(comparison.groups.length)
  const show: Show = offered.includes(view.show) ? view.show : 'table'
  const open = (pathway: string | null) => go({ pathway }, { replace: true })
  useStatusText(toStatus(comparison, translate))
  const compared = { comparison, request, view }
  return (
    <>
      <Notes comparison={comparison} request={request} onOnce={(field) => go({ replicatesBy: field })} />
      {comparison.rows.length === 0 ? (
        <EmptyState title={t('noPathways.title')} text={t('noPathways.text')} />
      ) : (
        <Panes compared={compared} open={open}>
          {show === 'table' ? (
            <PathwayTable
              label={t('table.label')}
              rows={comparison.rows}
              pathway={view.pathway}
              open={open}
              {...table}
            />
          ) : (
            <Shown compared={compared} open={open} show={show} choose={(against) => go({ against })} />
          )}
        </Panes>
      )}
      <Foot
        of={comparison}
        about={[
          t('head.effect', { effect: translate(effectNames[comparison.effectName]) }),
          translate(describeFound(comparison).adjusted),
          t('table.unit', { unit }),
        ].join(' · ')}
        table={table}
        isTable={show === 'table'}
        copied={() => toCopied(comparison, request)}
      />
    </>
  )
}

/** Returns the columns of the table as arranged, which copies and exports follow. */
function useTable(comparison: Comparison) {
  const columns = useComparisonColumns(comparison)
  const arranging = useTableLayout('comparison', { firstSort })
  const shown = useShownColumns(columns, arranging.layout)
  usePublishShownColumns('compare', shown)
  return { columns, arranging, shown }
}

const offeredFor = (groups: number): Show[] =>
  comparisonParts.filter((show) => groups === 2 || (show !== 'volcano' && show !== 'forest'))

/** Chooses the view of the pathways. */
export function ShowControl({ view, choose }: { view: CompareView; choose(show: Show): void }) {
  const { t } = useTranslation('compare')
  const offered: Show[] = view.adjust
    ? ['table', 'forest']
    : offeredFor(view.groups ? sizeOf(view.groups) : 0)
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('show')}
      value={offered.includes(view.show) ? view.show : 'table'}
      onChange={(value) => choose(comparisonParts.find((one) => one === value) ?? 'table')}
      data={offered.map((value) => ({ value, label: t(`shows.${value}`) }))}
    />
  )
}

type LinesProps = { compared: Compared; open(pathway: string | null): void }

/** Shows the pathways, with the open one next to them. */
function Panes({ compared, open, children }: LinesProps & { children: ReactNode }) {
  const { comparison, view } = compared
  const isPaired = pairedTests.has(comparison.test)
  const row = comparison.rows.find((one) => one.pathway === view.pathway)
  return (
    <TwoPanes
      key={isPaired ? 'pairs' : 'groups'}
      firstWidth={isPaired ? pairsPx : groupsPx}
      left={children}
      right={row && <LineDetail compared={compared} row={row} />}
      onCloseRight={() => open(null)}
    />
  )
}

/** Formats the number of pathways found, with those that cannot be claimed in parentheses. */
function toStatus(comparison: Comparison, translate: Translator): string {
  const { found, unclaimed } = describeFound(comparison)
  return unclaimed ? `${translate(found)} (${translate(unclaimed)})` : translate(found)
}

type ShownProps = LinesProps & {
  show: Exclude<Show, 'table'>
  choose(against: CompareView['against']): void
}

function Shown({ show, compared, open, choose }: ShownProps) {
  const chart = { compared, open, pathway: compared.view.pathway }
  if (show === 'volcano') return <Volcano {...chart} choose={choose} />
  if (show === 'forest') return <Forest {...chart} />
  return <Dots {...chart} />
}

type NotesProps = { comparison: Comparison; request: Request; onOnce(field: string): void }

/** Shows cautions, the limits of small groups, and the left-out samples before the numbers they concern. */
function Notes({ comparison, request, onOnce }: NotesProps) {
  const { t } = useTranslation('compare')
  const lines = describeNotes(comparison).map(useTranslator())
  const { measure: _, ...compared } = request
  const cautions = useCall('studies.cautions', { ...compared, studyId: useStudyId() }).data ?? []
  if (lines.length === 0 && cautions.length === 0) return null
  return (
    <section className={classes.notes} aria-label={t('notesTitle')}>
      <IconInfoCircle size={16} stroke={1.5} aria-hidden />
      <ul>
        <CautionItems cautions={cautions} onOnce={onOnce} />
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
