import { Box, Button } from '@mantine/core'
import { IconUserEdit } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Fragment, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pathway } from '../../../shared/domain/drugs/pathway.ts'
import { useCall } from '../../client/call.ts'
import { useSearchParams } from '../../state/searchParams.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { useTableLayout } from '../../state/tables/useTableLayout.ts'
import { CopyAs } from '../../ui/copy/CopyAs.tsx'
import { EmptyState, FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { FilterField } from '../../ui/forms/FilterField.tsx'
import { ToolRow } from '../../ui/panes/ToolRow.tsx'
import { TwoPanes } from '../../ui/panes/TwoPanes.tsx'
import shared from '../../ui/shared.module.css'
import type { Arranging } from '../../ui/table/columns/columnLayout.ts'
import { DataTable, type TableColumn } from '../../ui/table/DataTable.tsx'
import { numberFormatter } from '../../ui/text/formats.tsx'
import { arrange, type Field, firstSort, isChanged, resolve } from './aliases.ts'
import { PathwayPage } from './PathwayPage.tsx'
import classes from './pathways.module.css'
import { pathwaysTable } from './toCopied.ts'

const pageWidth = 560

/** Lists every pathway that a cached drug or a result names, and shows the page of one. */
export function PathwaysScreen() {
  const { t, i18n } = useTranslation('pathways')
  const navigate = useNavigate()
  const { search: view, change } = useSearchParams('/library/pathways')
  const table = useCall('pathways.list', {})
  const [text, setText] = useState('')
  const arranging = useTableLayout('pathways', { firstSort })
  const { sort } = arranging.layout
  const all = table.data
  const rows = useMemo(() => arrange(all ?? [], text, sort), [all, text, sort])
  const open = all && resolve(view, all)
  const show = (pathway: string | undefined) => change({ pathway, name: undefined })
  const number = numberFormatter(i18n.language)
  useStatusText(
    all
      ? t('total', { count: all.length, shown: number.format(rows.length), total: number.format(all.length) })
      : null,
  )
  return (
    <div className={shared.page}>
      <ToolRow>
        {all !== undefined && all.length > 0 && (
          <FilterField
            w={260}
            aria-label={t('filter')}
            placeholder={t('filter')}
            clearLabel={t('action.clearFilter')}
            text={text}
            setText={setText}
          />
        )}
        {rows.length > 0 && <CopyAs inTools read={() => pathwaysTable(rows)} />}
      </ToolRow>
      <LoadingBar visible={table.loading} />
      {table.failure && <FailureNotice failure={table.failure} retry={() => void table.refetch()} />}
      {all?.length === 0 && (
        <EmptyState
          title={t('empty.title')}
          text={t('empty.text')}
          action={
            <Button variant="filled" onClick={() => void navigate({ to: '/library/drugs' })}>
              {t('action.searchDrugs')}
            </Button>
          }
        />
      )}
      {all && view.name !== undefined && open === undefined && (
        <p className={classes.notice} role="status">
          {t('unknownName', { name: view.name })}
        </p>
      )}
      {all !== undefined && all.length > 0 && (
        <TwoPanes
          firstWidth={pageWidth}
          left={
            rows.length > 0 ? (
              <AliasTable rows={rows} open={open} show={show} arranging={arranging} />
            ) : (
              <EmptyState
                title={t('noMatch', { text })}
                text={t('noMatchText')}
                action={<Button onClick={() => setText('')}>{t('action.clearFilter')}</Button>}
              />
            )
          }
          right={open !== undefined && <PathwayPage key={open} pathway={open} all={all} show={show} />}
          onCloseRight={() => show(undefined)}
        />
      )}
    </div>
  )
}

type Props = { rows: Pathway[]; open: string | undefined; show(pathway: string): void; arranging: Arranging }

function AliasTable({ rows, open, show, arranging }: Props) {
  const { t, i18n } = useTranslation('pathways')
  const columns = useMemo((): TableColumn<Pathway>[] => {
    const number = numberFormatter(i18n.language)
    const sortable = (by: Field) => ({
      label: t(`columns.${by}`),
      // High counts are the interesting ones, so they come first.
      sorts: by === 'title' ? ('asc' as const) : ('desc' as const),
    })
    const counted = (by: 'drugs' | 'samples', width: number) => ({
      id: by,
      width,
      numeric: true,
      ...sortable(by),
      cell: (row: Pathway) => number.format(row[by]),
    })
    return [
      {
        id: 'title',
        width: 170,
        pinned: true,
        role: 'name',
        ...sortable('title'),
        cell: (row) => (
          <>
            <span className={shared.strong} title={row.title}>
              <bdi>{row.title}</bdi>
            </span>
            {isChanged(row) && (
              <Box
                component="span"
                display="inline-flex"
                flex="none"
                c="dimmed"
                role="img"
                aria-label={t('changed')}
                title={t('changed')}
              >
                <IconUserEdit size={14} stroke={1.75} aria-hidden />
              </Box>
            )}
          </>
        ),
      },
      { id: 'names', width: 76, numeric: true, ...sortable('names'), cell: (row) => row.names.length },
      counted('drugs', 72),
      counted('samples', 84),
      { id: 'written', width: 320, label: t('columns.written'), cell: (row) => <Written row={row} /> },
    ]
  }, [t, i18n.language])
  return (
    <DataTable
      label={t('table')}
      rows={rows}
      arranging={arranging}
      rowKey={({ pathway }) => pathway}
      openKey={open ?? null}
      open={({ pathway }) => show(pathway)}
      columns={columns}
    />
  )
}

function Written({ row: { names, title } }: { row: Pathway }) {
  const { t } = useTranslation('pathways')
  const written = names.map(({ name }) => name).join(', ')
  if (written === title) return <span className={shared.dimmed}>{t('asShown')}</span>
  return (
    <span title={written}>
      {names.map(({ name }, index) => (
        <Fragment key={name}>
          {index > 0 && ', '}
          <bdi>{name}</bdi>
        </Fragment>
      ))}
    </span>
  )
}
