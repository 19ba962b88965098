import { Box, Button, Stack, Text, Title } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderForm } from '../../../shared/domain/samples/orderForm.ts'
import { useCall } from '../../client/call.ts'
import { transport } from '../../client/host.ts'
import { useSearchParams } from '../../state/searchParams.ts'
import { CopyAs } from '../../ui/copy/CopyAs.tsx'
import { FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { useLastKnown } from '../../ui/useLastKnown.ts'
import { FileDrop, type FileIntake, useFileIntake } from './FileDrop.tsx'
import { ColumnMenu } from './fields/ColumnMenu.tsx'
import { EditTools } from './grid/EditTools.tsx'
import { useProblemKeys, useUndoKeys } from './grid/gridKeys.ts'
import { ImportGrid } from './grid/ImportGrid.tsx'
import { type Editing, type Grid, useGrid } from './grid/useGrid.ts'
import { type RowFilter, useCorrections, useRows } from './grid/useRows.ts'
import { HowRead, isReadingUnsure, ReadPanel, useReading } from './HowRead.tsx'
import classes from './import.module.css'
import { type ImportWork, isFresh, isTouched, type Loaded, useImport, useImportWork } from './importState.ts'
import { OrderFoot } from './OrderFoot.tsx'
import { SidePanel } from './Problems.tsx'
import { fitPlan, missingFields } from './plan.ts'
import { Sending } from './Sending.tsx'
import { failingTable, mostCopied, readFailing } from './toCopied.ts'

/** Imports samples on one screen. Nothing is sent before the user presses the order button. */
export function ImportScreen() {
  const { t } = useTranslation('import')
  const work = useImportWork()
  const { at } = work
  const reading = useReading(work)
  const intake = useFileIntake(reading.open)
  useEntrance()
  useHandedFile(reading.open)
  useBatchInAddress(work)
  useLeaveWarning(at.step === 'loaded' && isTouched(at.loaded))
  return (
    // Focusable, because the button that opened this page is gone.
    <section className={classes.page} tabIndex={-1} aria-label={t('title')}>
      {at.step === 'loaded' ? (
        <FileRows
          key={at.loaded.draft.draftId}
          loaded={at.loaded}
          work={work}
          reading={reading}
          intake={intake}
        />
      ) : (
        <>
          <div className={classes.head}>
            <Title order={2} fz="xl">
              {t('title')}
            </Title>
          </div>
          {at.step === 'empty' ? <FileDrop intake={intake} work={work} /> : <Sending sent={at.sent} />}
        </>
      )}
      {reading.dialog}
    </section>
  )
}

type FileProps = {
  loaded: Loaded
  work: ImportWork
  reading: ReturnType<typeof useReading>
  intake: FileIntake
}

/** Shows the rows of a file below its reading options, with the problems to the right and the order in the footer. */
function FileRows({ loaded, work, reading, intake }: FileProps) {
  const { t } = useTranslation('import')
  const { draft, options } = loaded
  const [opened, setOpened] = useState(() => isReadingUnsure(draft))
  const form = work.form.data?.form
  const failure = work.read.failure ?? intake.failure ?? work.form.failure
  return (
    <>
      <div className={classes.head}>
        <Title order={2} fz="xl" flex="none">
          {t('title')}
        </Title>
        <span className={classes.fileName} title={draft.fileName}>
          {draft.fileName}
        </span>
        <HowRead draft={draft} options={options} opened={opened} toggle={() => setOpened(!opened)} />
        <Box component="span" flex="1 0 0" />
        <Button size="compact-sm" flex="none" loading={intake.choosing} onClick={intake.choose}>
          {t('file.other')}
        </Button>
      </div>
      {opened && <ReadPanel loaded={loaded} reread={reading.reread} pending={work.read.pending} />}
      <LoadingBar visible={work.read.pending || work.inspect.pending || !form} />
      {failure && <FailureNotice flush failure={failure} />}
      {form && (
        <Workspace
          loaded={loaded}
          work={work}
          form={form}
          reread={reading.reread}
          openReading={() => setOpened(true)}
        />
      )}
    </>
  )
}

type WorkspaceProps = {
  loaded: Loaded
  work: ImportWork
  form: OrderForm
  reread: ReturnType<typeof useReading>['reread']
  openReading(): void
}

/** Shows the grid, its problems and the footer that orders. Changes are checked automatically. */
function Workspace({ loaded, work, form, reread, openReading }: WorkspaceProps) {
  const { t } = useTranslation('import')
  const { setPlan } = useImport()
  const { draft, plan, checked, changes } = loaded
  const { draftId, columns } = draft
  const scroller = useRef<HTMLDivElement>(null)
  const [filter, setFilter] = useState<RowFilter>('all')
  const [sight, setSight] = useState({ from: 0, to: 0 })
  const [editing, setEditing] = useState<Editing | null>(null)
  // Rows must not move while a cell is being edited.
  const shown = useLastKnown(editing ? null : checked) ?? checked
  const rows = useRows(draft, filter, shown, sight)
  const corrections = useCorrections(draftId, rows.edits)
  const focus = () => scroller.current?.focus({ preventScroll: true })
  const grid = useGrid({ columns, shown: rows, corrections, editing, setEditing, focus })
  // If the form changed in the meantime, fields that it lost are dropped from the plan.
  useEffect(() => {
    const fitting = fitPlan(plan, columns, form)
    if (JSON.stringify(fitting) !== JSON.stringify(plan)) setPlan(fitting)
  }, [form, plan, columns, setPlan])
  const incomplete = missingFields(form, plan).length > 0
  const isUnchecked =
    draft.rowCount === 0 || incomplete || editing !== null || corrections.pending || work.send.pending
  useChecks(work, loaded, isUnchecked)
  useGridKeys(scroller, grid)
  useUndoKeys({
    undo: () => {
      if (changes.undoable > 0) corrections.step('undo')
      return changes.undoable > 0
    },
    redo: () => {
      if (changes.redoable > 0) corrections.step('redo')
    },
  })
  const show = useCallback((from: number, to: number) => setSight({ from, to }), [])
  const choose = (next: RowFilter) => {
    setFilter(next)
    grid.toStart()
    if (scroller.current) scroller.current.scrollTop = 0
  }
  const busy = work.inspect.pending || corrections.pending || !isFresh(loaded, work.formText)
  const failure = corrections.failure ?? work.inspect.failure ?? rows.failure
  const column = columns[grid.cursor.column] ?? ''
  const hasFindings = (checked?.check.problemCount ?? draft.problems.length) > 0
  return (
    <>
      <div className={classes.work}>
        <Stack gap={0} miw={0} mih={0}>
          {failure && (
            <FailureNotice
              flush
              failure={failure}
              {...(work.inspect.failure && { retry: () => void work.inspect.run() })}
            />
          )}
          {draft.rowCount === 0 ? (
            <Text fz="sm" flex={1} p="xl">
              {t('readAs.noRows')}
            </Text>
          ) : (
            <ImportGrid
              draft={draft}
              plan={plan}
              rows={rows}
              grid={grid}
              corrections={corrections}
              hasFindings={hasFindings}
              headOf={(name) => (
                <ColumnMenu column={name} draft={draft} plan={plan} form={form} change={setPlan} />
              )}
              scroller={scroller}
              show={show}
            />
          )}
          {draft.rowCount > 0 && (
            <EditTools
              loaded={loaded}
              corrections={corrections}
              at={{ column, text: grid.text }}
              invalid={busy ? 0 : (checked?.check.invalid ?? 0)}
            >
              {checked === null
                ? t('grid.first', { count: rows.total })
                : t('counted.rows', { count: rows.total })}
              {rows.totalIsLeast && ` ${t('grid.least')}`}
              <span className={classes.hint}> · {t(hasFindings ? 'grid.keys' : 'grid.keysClean')}</span>
              {filter !== 'all' && rows.total > 0 && rows.total <= mostCopied && (
                <CopyAs read={async () => failingTable(await readFailing({ draftId, ...filter }), columns)} />
              )}
            </EditTools>
          )}
        </Stack>
        <SidePanel
          loaded={loaded}
          form={form}
          busy={busy}
          filter={filter}
          choose={choose}
          grid={grid}
          reread={reread}
          openReading={openReading}
        />
      </div>
      <OrderFoot
        loaded={loaded}
        destination={work.destination}
        send={work.send}
        busy={busy}
        incomplete={incomplete}
      />
    </>
  )
}

/** The pause in typing before all rows are checked again, so that one check covers several edits. */
const pauseMs = 400

/** Checks all rows whenever the last check is out of date. After a failed check, waits for a change. */
function useChecks({ inspect, formText }: ImportWork, loaded: Loaded, isUnchecked: boolean): void {
  const { run, reset, pending, failure } = inspect
  const { plan, edits, checked } = loaded
  // Another correction or choice may fix the cause of a failed check.
  useEffect(() => reset(), [edits, plan, reset])
  const isDue = !isFresh(loaded, formText) && !isUnchecked && !pending && failure === null
  const isFirst = checked === null
  useEffect(() => {
    if (!isDue) return
    const timer = setTimeout(() => void run(), isFirst ? 0 : pauseMs)
    return () => clearTimeout(timer)
  }, [isDue, isFirst, edits, plan, run])
}

/** Focuses the grid when it appears, unless another element has the focus. F8 enters it from anywhere. */
function useGridKeys(scroller: RefObject<HTMLDivElement | null>, { toProblem }: Grid): void {
  useEffect(() => {
    const { activeElement } = document
    const isIdle = !(activeElement instanceof HTMLElement) || activeElement.tabIndex < 0
    if (isIdle) scroller.current?.focus({ preventScroll: true })
  }, [scroller])
  useProblemKeys((way) => {
    scroller.current?.focus({ preventScroll: true })
    toProblem(way)
  })
}

function useEntrance(): void {
  const { search } = useSearchParams('/import')
  const profileId = useCall('app.status', {}).data?.profile?.id
  const { enter, belongTo } = useImport()
  useEffect(() => enter(search.study), [enter, search.study])
  useEffect(() => {
    if (profileId !== undefined) belongTo(profileId)
  }, [belongTo, profileId])
}

/** Keeps the batch being ordered in the address, and returns to it after a reload. */
function useBatchInAddress({ at, shownBatch }: ImportWork): void {
  const { search, change } = useSearchParams('/import')
  const { follow } = useImport()
  const { batch: batchId, batchStudy: studyId } = search
  const sent = at.step === 'sent' ? at.sent : null
  // After a reload, the page has not shown a batch yet.
  const isReturning = batchId !== undefined && at.step === 'empty' && shownBatch === null
  const batches = useCall('batches.list', {}, { enabled: isReturning })
  const jobs = useCall('jobs.list', {}, { enabled: isReturning })
  useEffect(() => {
    if (!isReturning || !batches.data || !jobs.data) return
    const batch = batches.data.find((one) => one.batchId === batchId)
    const job = jobs.data.find((one) => one.kind === 'import' && one.batchId === batchId)
    if (batch && job && studyId !== undefined)
      follow({ batchId, studyId, jobId: job.jobId, total: batch.rows, isOver: false })
    else change({ batch: undefined, batchStudy: undefined }, { replace: true })
  }, [isReturning, batches.data, jobs.data, batchId, studyId, follow, change])
  useEffect(() => {
    if (sent?.batchId !== batchId && shownBatch !== null)
      change({ batch: sent?.batchId, batchStudy: sent?.studyId }, { replace: true })
  }, [sent, shownBatch, batchId, change])
}

/** Lets a browser ask before it reloads or closes the page. The app's own window keeps the page until the app quits. */
function useLeaveWarning(isTouchedNow: boolean): void {
  useWindowEvent('beforeunload', (event) => {
    if (isTouchedNow && !transport.hasOpenDialog) event.preventDefault()
  })
}

/**
 * Reads the file named in the address (dropped on the window or opened from the menu) and removes it from the
 * address, so that Back returns to the work and does not read the file again.
 */
function useHandedFile(open: (fileId: string) => void): void {
  const { search, change } = useSearchParams('/import')
  const fileId = search.file ?? null
  const handled = useRef<string | null>(null)
  useEffect(() => {
    if (fileId === null || handled.current === fileId) return
    handled.current = fileId
    change({ file: undefined }, { replace: true })
    open(fileId)
  }, [fileId, open, change])
}
