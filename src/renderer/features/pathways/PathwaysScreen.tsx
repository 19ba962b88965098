import { Button, CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../client/useCall.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { useTableLayout } from '../../state/useTableLayout.ts'
import { CopyAs } from '../../ui/CopyAs.tsx'
import { DrugViews } from '../../ui/DrugViews.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { numberFormatter } from '../../ui/formats.ts'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { ToolRow } from '../../ui/ToolRow.tsx'
import { TwoPanes } from '../../ui/TwoPanes.tsx'
import { AliasTable } from './AliasTable.tsx'
import { arrange, firstSort, parsePathwaysView, resolve } from './aliases.ts'
import { PathwayPage } from './PathwayPage.tsx'
import classes from './pathways.module.css'
import { pathwaysTable } from './toCopied.ts'

const pageWidth = 560

/** Every pathway that a kept drug or result names, what was taken for one, and the page of the chosen one. */
export function PathwaysScreen() {
  const { t, i18n } = useTranslation('pathways')
  const navigate = useNavigate()
  const view = parsePathwaysView(useSearch({ strict: false }))
  const table = useCall('pathways.list', {})
  const [text, setText] = useState('')
  const arranging = useTableLayout('pathways', { firstSort })
  const { sort } = arranging.layout
  const all = table.data
  const rows = useMemo(() => arrange(all ?? [], text, sort), [all, text, sort])
  const open = all && resolve(view, all)
  const show = (pathway: string | undefined) =>
    void navigate({ to: '/drugs/pathways', search: (pathway === undefined ? {} : { pathway }) as never })
  const number = numberFormatter(i18n.language)
  useStatusText(
    all ? t('total', { shown: number.format(rows.length), total: number.format(all.length) }) : null,
  )
  return (
    <div className={classes.page}>
      <ToolRow>
        <DrugViews current="pathways" />
        {all !== undefined && all.length > 0 && (
          <TextInput
            type="search"
            size="xs"
            className={classes.filter ?? ''}
            aria-label={t('filter')}
            placeholder={t('filter')}
            leftSection={<IconSearch size={14} aria-hidden />}
            rightSection={
              text && <CloseButton size="xs" aria-label={t('clearFilter')} onClick={() => setText('')} />
            }
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
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
          action={<Button onClick={() => void navigate({ to: '/drugs' })}>{t('empty.action')}</Button>}
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
                action={
                  <Button variant="default" onClick={() => setText('')}>
                    {t('clearFilter')}
                  </Button>
                }
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
