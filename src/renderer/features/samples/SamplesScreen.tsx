import { Button, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall } from '../../client/useCall.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { PageFoot } from '../../ui/PageFoot.tsx'
import { ToolRow } from '../../ui/ToolRow.tsx'
import { TwoPanes } from '../../ui/TwoPanes.tsx'
import { AnalyseDialog } from './AnalyseDialog.tsx'
import { Batches } from './Batches.tsx'
import { RegisterTable } from './RegisterTable.tsx'
import { pageSize, type Sorting } from './register.ts'
import { SampleDetail } from './SampleDetail.tsx'
import classes from './samples.module.css'

type Dialog = { kind: 'analyse'; sampleIds: string[] } | { kind: 'batches' } | null

/** The register: every order of this profile, its state, and what can be done with it. */
export function SamplesScreen() {
  const { t } = useTranslation('samples')
  const navigate = useNavigate()
  const search: { sample?: unknown } = useSearch({ strict: false })
  const open = typeof search.sample === 'string' ? search.sample : null
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text, 150)
  const [sorting, setSorting] = useState<Sorting>({ sort: 'created_at', order: 'asc' })
  const [page, setPage] = useState(1)
  const [selected, setSelected] = useState<string[]>([])
  const [dialog, setDialog] = useState<Dialog>(null)
  const [notice, setNotice] = useState('')
  const list = useCall('samples.list', { text: asked, ...sorting, page, limit: pageSize })
  // The register as a whole, whatever is searched for: what is analysed or refreshed does not hang on a search.
  const all = useCall('samples.list', { limit: 1 })
  const refresh = useAction(() => call('samples.refresh', { sampleIds: selected }))
  const show = (sampleId: string | null) =>
    void navigate({ to: '/samples', search: (sampleId ? { sample: sampleId } : {}) as never })
  const rows = list.data?.rows ?? []
  const total = list.data?.total ?? 0
  const failure = list.failure ?? refresh.failure
  const analyse = (sampleIds: string[]) => setDialog({ kind: 'analyse', sampleIds })
  const none = list.data !== undefined && total === 0
  useStatusText(list.data ? t('total', { count: total }) : null)
  const inRegister = all.data?.total ?? 0

  return (
    <div className={classes.page}>
      <ToolRow
        primary={
          <Button size="xs" onClick={() => void navigate({ to: '/import' })}>
            {t('import')}
          </Button>
        }
      >
        <TextInput
          size="xs"
          aria-label={t('search')}
          placeholder={t('searchHint')}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setPage(1)
          }}
        />
        <Button
          size="xs"
          variant="default"
          disabled={inRegister === 0}
          loading={refresh.pending}
          onClick={() => void refresh.run().then(() => setNotice(t('started')))}
        >
          {t('refresh')}
        </Button>
        <Button size="xs" variant="default" disabled={inRegister === 0} onClick={() => analyse(selected)}>
          {t('analyse')}
        </Button>
        <Button size="xs" variant="default" onClick={() => setDialog({ kind: 'batches' })}>
          {t('batches')}
        </Button>
        {selected.length > 0 && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setSelected([])}>
            {t('selected', { count: selected.length })} ✕
          </Button>
        )}
        <Text component="output" fz={12} c="dimmed">
          {notice}
        </Text>
      </ToolRow>
      <LoadingBar visible={list.loading} />
      {failure && <FailureNotice failure={failure} retry={() => void list.refetch()} />}
      {none && (
        <NoRows text={asked} clear={() => setText('')} importFile={() => void navigate({ to: '/import' })} />
      )}
      {total > 0 && (
        <TwoPanes
          left={
            <RegisterTable
              rows={rows}
              sorting={sorting}
              sort={setSorting}
              selected={selected}
              select={setSelected}
              open={open}
              show={show}
            />
          }
          right={open && <Opened sampleId={open} analyse={() => analyse([open])} />}
          onCloseRight={() => show(null)}
        />
      )}
      {total > 0 && <PageFoot page={page} pageSize={pageSize} total={total} go={setPage} />}
      {dialog?.kind === 'analyse' && (
        <AnalyseDialog
          selected={dialog.sampleIds}
          total={inRegister}
          close={() => setDialog(null)}
          started={() => setNotice(t('started'))}
        />
      )}
      {dialog?.kind === 'batches' && <Batches close={() => setDialog(null)} />}
    </div>
  )
}

function Opened({ sampleId, analyse }: { sampleId: string; analyse: () => void }) {
  const sample = useCall('samples.get', { sampleId })
  if (sample.failure && !sample.data)
    return <FailureNotice failure={sample.failure} retry={() => void sample.refetch()} />
  return sample.data ? <SampleDetail sample={sample.data} analyse={analyse} /> : <LoadingBar visible />
}

function NoRows({ text, clear, importFile }: { text: string; clear: () => void; importFile: () => void }) {
  const { t } = useTranslation('samples')
  if (text)
    return (
      <EmptyState
        title={t('noMatch.title', { text })}
        text={t('noMatch.text')}
        action={
          <Button variant="default" onClick={clear}>
            {t('noMatch.action')}
          </Button>
        }
      />
    )
  return (
    <EmptyState
      title={t('empty.title')}
      text={t('empty.text')}
      action={<Button onClick={importFile}>{t('empty.action')}</Button>}
    />
  )
}
