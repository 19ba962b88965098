import { Box, Button, Group, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TableLayout } from '../../../shared/domain/app/appData.ts'
import type { Sample } from '../../../shared/domain/samples/sample.ts'
import { allSamplesId, filterInStudy } from '../../../shared/domain/studies/study.ts'
import { call, useAction, useCall, useSlicedResult } from '../../client/call.ts'
import { SelectionBar } from '../../shared/cohort/SelectionBar.tsx'
import { TryExample } from '../../shared/help/Examples.tsx'
import { ViewsButton } from '../../shared/tables/ViewsButton.tsx'
import { UnknownWords } from '../../shared/UnknownWords.tsx'
import { Writable } from '../../state/appStatus.tsx'
import { useStudyId } from '../../state/currentStudy.ts'
import { useDialogs } from '../../state/dialogs.ts'
import { useSearchParams } from '../../state/searchParams.ts'
import { useStatusText } from '../../state/statusBar.ts'
import {
  tablesOfSamples,
  usePublishShownColumns,
  usePublishShownTables,
} from '../../state/tables/shownTables.ts'
import { toLayoutSearch, useTableLayout } from '../../state/tables/useTableLayout.ts'
import { useSearchText } from '../../state/useSearchText.ts'
import { CopyAs } from '../../ui/copy/CopyAs.tsx'
import { EmptyState, FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { FilterField } from '../../ui/forms/FilterField.tsx'
import { FacetSpace } from '../../ui/lists/FacetGroup.tsx'
import { ToolRow } from '../../ui/panes/ToolRow.tsx'
import { TwoPanes } from '../../ui/panes/TwoPanes.tsx'
import shared from '../../ui/shared.module.css'
import { ColumnChooser } from '../../ui/table/columns/ColumnChooser.tsx'
import { sortOf } from '../../ui/table/columns/columnLayout.ts'
import { arrangeCopied, type ShownColumns, useShownColumns } from '../../ui/table/columns/copiedColumns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { PageFoot } from '../../ui/table/PageFoot.tsx'
import { AdoptDialog } from './AdoptDialog.tsx'
import { SampleDetail } from './detail/SampleDetail.tsx'
import { JoinTableDialog } from './JoinTableDialog.tsx'
import { RegisterFacets } from './register/RegisterFacets.tsx'
import classes from './register/register.module.css'
import { firstSort, pageSize, toCopied, toSorted } from './register/register.ts'
import { sortable, useRegisterColumns } from './register/registerColumns.tsx'
import {
  choiceOf,
  choose,
  countOf,
  idsOf,
  isChosen,
  mostChosen,
  mostCopied,
  nothingChosen,
  type Selection,
  samplesOf,
} from './register/selection.ts'
import { hasFilter, parseView, type Question, toListParams, toSearch, type View } from './register/view.ts'

const askAfterMs = 150
const openRow = ['sample']
const registerViews = ['samples'] as const

/** Shows the register: every order of this profile, its state, and the actions for it. */
export function SamplesScreen() {
  const { t } = useTranslation('samples')
  const navigate = useNavigate()
  const { view, type, go, url } = useView()
  const [text] = useDebouncedValue(view.text, askAfterMs)
  const studyId = useStudyId()
  const study = filterInStudy({}, studyId)
  const importFile = () =>
    void navigate({ to: '/import', search: studyId === allSamplesId ? {} : { study: studyId } })
  const question = { text, filter: filterInStudy(view.filter, studyId) }
  const [selection, select] = useSelection(question)
  const arranging = useTableLayout('samples', { url, firstSort })
  const sorted = toSorted(sortOf(sortable, arranging.layout, firstSort))
  const [page, setPage] = usePage({ question, sorted })
  const [isAdopting, setIsAdopting] = useState(false)
  const [isJoining, setIsJoining] = useState(false)
  const openAnalyse = useDialogs((state) => state.openAnalyse)
  const params = { ...toListParams(question), ...sorted, page, limit: pageSize }
  const list = useSlicedResult(useCall('samples.list', params, { enabled: arranging.isKnown }))
  // The total of the study, ignoring the search, because analyzing and refreshing do not depend on it.
  const inRegister =
    useCall('samples.list', { ...toListParams({ text: '', filter: study }), limit: 1 }).data?.total ?? 0
  // Without a selection, refreshes the whole study. For all samples, no ids are sent: there may be more than one call
  // accepts.
  const refreshed: Selection =
    countOf(selection) > 0 || studyId === allSamplesId
      ? selection
      : { kind: 'matching', question: { text: '', filter: study }, total: inRegister, except: new Set() }
  const refresh = useAction(async () => {
    await call('samples.refresh', { sampleIds: await idsOf(refreshed) })
    notifications.show({ message: t('started') })
  })
  const chosen = choiceOf(selection, question)
  usePublishShownTables(tablesOfSamples(chosen), { kind: 'cohort', of: chosen })
  const rows = list.data?.rows ?? []
  const columns = useRegisterColumns(rows)
  const shown = useShownColumns(columns, arranging.layout)
  usePublishShownColumns('samples', shown)
  const total = list.data?.total ?? null
  const failure = list.failure ?? refresh.failure
  const show = (sample: string | null) => go({ sample: sample ?? undefined })
  const isAll = text === '' && !hasFilter(view.filter)
  const isEmpty = total === 0 && isAll && inRegister === 0
  useStatusText(total === null ? null : t('counted.samples', { count: total }), {
    selected: countOf(selection),
  })

  return (
    <div className={shared.page}>
      <ToolRow
        primary={
          <Writable>
            <Button variant="filled" size="xs" onClick={importFile}>
              {t('import')}
            </Button>
          </Writable>
        }
      >
        <FilterField
          flex="1 1 200px"
          maw={360}
          aria-label={t('search')}
          placeholder={t('searchHint')}
          text={view.text}
          setText={type}
          maxLength={1000}
          onKeyDown={({ key, nativeEvent }) => key === 'Escape' && !nativeEvent.isComposing && type('')}
        />
        <ViewsButton views={registerViews} layout={arranging.layout} excludedParams={openRow} />
        <Writable>
          <Button size="xs" disabled={inRegister === 0} {...refresh.buttonProps()}>
            {t('refresh')}
          </Button>
          <Button size="xs" disabled={inRegister === 0} onClick={() => openAnalyse({ filter: study })}>
            {t('analyse')}
          </Button>
          <Button size="xs" onClick={() => setIsAdopting(true)}>
            {t('adopt.open')}
          </Button>
          <Button size="xs" disabled={inRegister === 0} onClick={() => setIsJoining(true)}>
            {t('join.open')}
          </Button>
        </Writable>
      </ToolRow>
      <LoadingBar visible={list.loading} />
      <UnknownWords of="samples" />
      {failure && <FailureNotice failure={failure} retry={() => void list.refetch()} />}
      {!list.data && !list.failure && <RegisterSkeleton />}
      {isEmpty && <NoSamples importFile={importFile} adopt={() => setIsAdopting(true)} />}
      {!isEmpty && list.data && (
        <TwoPanes
          left={
            <div className={classes.columns}>
              <RegisterFacets question={question} setFilter={(filter) => go({ filter })} />
              <div className={shared.fill}>
                <RegisterHead
                  rows={rows}
                  total={total}
                  isAll={isAll}
                  question={question}
                  selection={selection}
                  select={select}
                  columns={<ColumnChooser columns={columns} arranging={arranging} />}
                  shown={shown}
                />
                {total === 0 ? (
                  <EmptyState
                    title={text ? t('noMatch.title', { text }) : t('noMatch.filtered')}
                    text={t('noMatch.text')}
                    action={
                      <Button onClick={() => go({ text: '', filter: {} })}>
                        {t('action.showAllSamples')}
                      </Button>
                    }
                  />
                ) : (
                  <DataTable
                    label={t('term.samples')}
                    rows={rows}
                    arranging={arranging}
                    rowKey={({ sampleId }) => sampleId}
                    openKey={view.sample ?? null}
                    open={({ sampleId }) => show(sampleId)}
                    columns={columns}
                    selection={{
                      isSelected: (sampleId) => isChosen(selection, sampleId),
                      select: (sampleIds, selected) => select(choose(selection, sampleIds, selected)),
                      clear: () => (view.sample === undefined ? select(nothingChosen) : show(null)),
                      allLabel: t('selectPage'),
                      labelOf: ({ clientReference }) => t('select', { name: clientReference }),
                    }}
                  />
                )}
                <SelectionBar
                  of={chosen}
                  count={countOf(selection)}
                  readIds={() => idsOf(selection)}
                  clear={() => select(nothingChosen)}
                />
                <PageFoot page={page} pageSize={pageSize} total={total ?? 0} go={setPage} />
              </div>
            </div>
          }
          right={
            view.sample && (
              <Opened sampleId={view.sample} analyse={(sampleId) => openAnalyse({ sampleIds: [sampleId] })} />
            )
          }
          onCloseRight={() => show(null)}
        />
      )}
      {isJoining && <JoinTableDialog close={() => setIsJoining(false)} />}
      {isAdopting && <AdoptDialog close={() => setIsAdopting(false)} />}
    </div>
  )
}

function Opened({ sampleId, analyse }: { sampleId: string; analyse(sampleId: string): void }) {
  const sample = useCall('samples.get', { sampleId })
  if (sample.failure && sample.data?.sampleId !== sampleId)
    return <FailureNotice failure={sample.failure} retry={() => void sample.refetch()} />
  return sample.data ? (
    <SampleDetail sample={sample.data} analyse={() => analyse(sampleId)} />
  ) : (
    <LoadingBar visible />
  )
}

/** Holds the selection. One that covers all results of a query is dropped when the query changes. */
function useSelection(question: Question) {
  const [selection, select] = useState<Selection>(nothingChosen)
  const isOver =
    selection.kind === 'matching' && JSON.stringify(selection.question) !== JSON.stringify(question)
  return [isOver ? nothingChosen : selection, select] as const
}

/** Holds the current page, which returns to 1 when the query or the order changes. */
function usePage(params: { question: Question; sorted: object }) {
  const key = JSON.stringify(params)
  const [turned, setTurned] = useState({ key, page: 1 })
  return [turned.key === key ? turned.page : 1, (page: number) => setTurned({ key, page })] as const
}

type NoSamplesProps = { importFile(): void; adopt(): void }

/** Shown if the register is empty: explains why, and offers the next step. */
function NoSamples({ importFile, adopt }: NoSamplesProps) {
  const { t } = useTranslation('samples')
  return (
    <EmptyState
      title={t('empty.title')}
      text={t('empty.text')}
      action={
        <Writable>
          <Group gap={8} justify="center">
            <Button variant="filled" onClick={importFile}>
              {t('action.importSamples')}
            </Button>
            <Button onClick={adopt}>{t('empty.adopt')}</Button>
            <TryExample />
          </Group>
        </Writable>
      }
    />
  )
}

const rows = [58, 66, 51, 70, 62, 55, 48, 64, 53, 68, 60, 57, 49, 65, 52, 63]

/** Shown before the first response, with the same layout as the register. */
const RegisterSkeleton = () => (
  <div className={classes.columns} aria-hidden>
    <FacetSpace />
    <div className={shared.fill}>
      <div className={classes.head} />
      {rows.map((width) => (
        <div key={width} className={classes.skeletonRow}>
          <Skeleton height={10} width={`${width}%`} />
        </div>
      ))}
    </div>
  </div>
)

/** Returns the view from the address with the text being typed, and functions that change it. */
export function useView() {
  const { search, change: changeSearch } = useSearchParams('/study/$studyId/samples')
  const address = parseView(search)
  const field = useSearchText(address.text, (text) =>
    changeSearch(toSearch({ ...address, text }), { replace: true }),
  )
  const view: View = { ...address, text: field.text }
  return {
    view,
    url: {
      layout: search.layout,
      write: (layout: TableLayout) => changeSearch(toLayoutSearch(layout), { replace: true }),
    },
    type: field.type,
    go: (change: Partial<View>) => {
      field.replace(change.text ?? field.text)
      changeSearch(toSearch({ ...view, ...change }))
    },
  }
}

type RegisterHeadProps = {
  rows: readonly Sample[]
  /** The number of samples that the query finds; null until it is known. */
  total: number | null
  /** True if the query finds all samples. */
  isAll: boolean
  question: Question
  selection: Selection
  select(selection: Selection): void
  columns: ReactNode
  shown: ShownColumns | null
}

/** Shows how many samples are found and selected, with the actions for the selection. Its height is fixed. */
function RegisterHead(props: RegisterHeadProps) {
  const { rows, total, isAll, question, selection, select, columns, shown } = props
  const { t } = useTranslation('samples')
  const count = countOf(selection)
  const tooMany = total !== null && total > mostChosen
  const copied = count > 0 ? count : rows.length
  const selectAll = () => select({ kind: 'matching', question, total: total ?? 0, except: new Set() })
  return (
    <div className={classes.head} role="group" aria-label={t('head')}>
      <Box component="output" fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {total !== null && t('counted.samples', { count: total })}
      </Box>
      {total !== null && total > rows.length && count < total && (
        <Button
          size="compact-xs"
          variant="subtle"
          disabled={tooMany}
          title={tooMany ? t('tooManyToSelect', { most: mostChosen }) : undefined}
          onClick={selectAll}
        >
          {t(isAll ? 'selectAll' : 'selectMatching', { count: total })}
        </Button>
      )}
      <span className={shared.gap} />
      {columns}
      {copied > mostCopied ? (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          disabled
          title={t('tooManyToCopy', { most: mostCopied })}
        >
          {t('copyTooMany')}
        </Button>
      ) : (
        <CopyAs
          read={async () =>
            arrangeCopied(toCopied(count > 0 ? await samplesOf(selection, rows) : rows), shown)
          }
        />
      )}
    </div>
  )
}
