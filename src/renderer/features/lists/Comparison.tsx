import { Button, CloseButton, Group, ScrollArea } from '@mantine/core'
import { useThrottledCallback } from '@mantine/hooks'
import { IconArrowLeft, IconArrowsDiff } from '@tabler/icons-react'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Failure, isFailure } from '../../../shared/contract/failures.ts'
import type { DrugDetail } from '../../../shared/domain/drugs/drug.ts'
import { call, useAction, useCall, useEvent } from '../../client/call.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { CopyAs } from '../../ui/copy/CopyAs.tsx'
import { DirectionWord, Missing, SyntheticMark } from '../../ui/feedback/Badges.tsx'
import { FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { ToolRow } from '../../ui/panes/ToolRow.tsx'
import shared from '../../ui/shared.module.css'
import { Timestamp } from '../../ui/text/formats.tsx'
import { TextLink } from '../../ui/text/TextLink.tsx'
import { type Compared, comparePathways, otherFieldNames, type PathwayRow } from './comparePathways.ts'
import classes from './lists.module.css'
import { otherField, tagsOf, toCopied } from './toCopied.ts'

/** `show`: changes the compared drugs; an empty array returns to the lists. */
type Props = { drugIds: string[]; listId: string | undefined; show(drugIds: string[]): void }

/** Compares up to six drugs: every field, and every pathway with the effect of each drug. */
export function Comparison({ drugIds, listId, show }: Props) {
  const { t } = useTranslation('lists')
  const compared = useCompared(drugIds, listId)
  const { drugs, ready, fetch } = compared
  const aliases = useCall('pathways.list', {})
  const demo = useCall('app.status', {}).data?.demo ?? false
  const pathways = useMemo(() => comparePathways(drugs, aliases.data ?? []), [drugs, aliases.data])
  const lacking = drugs.filter(({ drug }) => !drug?.pathways).map(({ drugId }) => drugId)
  const failure = compared.failure ?? aliases.failure
  useStatusText(t('comparing', { count: drugs.length }))
  return (
    <div className={shared.page}>
      <ToolRow primary={ready && <CopyAs inTools read={() => toCopied(drugs, pathways, t)} />}>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={<IconArrowLeft size={14} aria-hidden />}
          onClick={() => show([])}
        >
          {t('back')}
        </Button>
        {ready && lacking.length > 0 && (
          <Button size="xs" onClick={() => fetch(lacking)}>
            {t('fetchMissing', { count: lacking.length })}
          </Button>
        )}
        {demo && <SyntheticMark />}
      </ToolRow>
      <LoadingBar visible={compared.loading || aliases.loading} />
      {failure && <FailureNotice failure={failure} retry={compared.retry} />}
      {ready && (
        <ComparisonTable
          drugs={drugs}
          pathways={pathways}
          remove={(drugId) => show(drugIds.filter((other) => other !== drugId))}
        />
      )}
    </div>
  )
}

type ComparisonTableProps = {
  drugs: readonly Compared[]
  pathways: readonly PathwayRow[]
  remove(drugId: string): void
}

/** Shows one column per drug. The scroll area is focusable, so that the keyboard scrolls it. */
function ComparisonTable({ drugs, pathways, remove }: ComparisonTableProps) {
  const { t } = useTranslation('lists')
  const fact = (name: string, read: (drug: DrugDetail) => ReactNode) => (
    <Row key={name} name={name} cells={drugs.map(({ drug }) => (drug ? (read(drug) ?? null) : undefined))} />
  )
  return (
    <ScrollArea
      className={classes.compare}
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('comparison') }}
    >
      <table className={classes.compareTable}>
        <thead>
          <tr>
            <th scope="col">{t('term.field')}</th>
            {drugs.map((one) => (
              <th key={one.drugId} scope="col">
                <Head one={one} remove={() => remove(one.drugId)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fact(t('term.drugId'), ({ drugId }) => (
            <code>{drugId}</code>
          ))}
          {fact(t('term.category'), ({ category }) => category)}
          {fact(t('term.synonyms'), ({ synonyms }) => synonyms.join(', ') || null)}
          {fact(t('term.description'), ({ description }) => description)}
          {otherFieldNames(drugs).map((name) => fact(name, (drug) => otherField(drug, name)))}
          <Row
            name={t('compareHead.tags')}
            cells={drugs.map(({ mark }) => (mark && tagsOf(mark, t).join(', ')) || t('term.none'))}
          />
          <Row name={t('compareHead.note')} cells={drugs.map(({ mark }) => mark?.note || t('term.none'))} />
          <tr className={classes.compareGroup}>
            <th colSpan={drugs.length + 1} scope="rowgroup">
              {t('compareHead.pathways')}
            </th>
          </tr>
          {pathways.map((row) => (
            <PathwayCells key={row.pathway} row={row} drugs={drugs} />
          ))}
          {pathways.length === 0 && (
            <Row
              name={t('term.pathways')}
              cells={drugs.map(({ drug }) =>
                drug?.pathways ? (
                  t('noPathways')
                ) : (
                  <Missing key="pathways" why={t(drug ? 'notFetched' : 'notCached')} />
                ),
              )}
            />
          )}
          <tr className={classes.compareGroup}>
            <th colSpan={drugs.length + 1} scope="rowgroup">
              {t('compareHead.ages')}
            </th>
          </tr>
          {fact(t('compareHead.cached'), ({ fetchedAt }) => (
            <Timestamp at={fetchedAt} />
          ))}
          {fact(t('compareHead.pathwaysCached'), ({ pathwaysFetchedAt }) =>
            pathwaysFetchedAt ? <Timestamp at={pathwaysFetchedAt} /> : <Missing why={t('notFetched')} />,
          )}
        </tbody>
      </table>
    </ScrollArea>
  )
}

function Head({ one, remove }: { one: Compared; remove(): void }) {
  const { t } = useTranslation('lists')
  return (
    <Group gap="sm" wrap="nowrap" justify="space-between">
      <TextLink to="/library/drugs" search={{ drug: one.drugId }} fw={600}>
        <bdi>{one.name}</bdi>
      </TextLink>
      <CloseButton size="xs" aria-label={t('removeColumn', { name: one.name })} onClick={remove} />
    </Group>
  )
}

/** A row of the table. A cell is `undefined` if its drug is not cached, and `null` if the service gives no value. */
function Row({ name, cells }: { name: ReactNode; cells: ReactNode[] }) {
  const { t } = useTranslation('lists')
  return (
    <tr>
      <th scope="row">{name}</th>
      {cells.map((cell, column) => (
        // Columns have no identity except their index, and do not move within a table.
        <td key={`${column}`}>
          {cell === undefined && <Missing why={t('notCached')} />}
          {cell === null && <Missing why={t('term.notGiven')} />}
          {cell}
        </td>
      ))}
    </tr>
  )
}

function PathwayCells({ row, drugs }: { row: PathwayRow; drugs: readonly Compared[] }) {
  const { t } = useTranslation('lists')
  const name = (
    <>
      <TextLink to="/library/pathways" search={{ pathway: row.pathway }}>
        <bdi>{row.title}</bdi>
      </TextLink>
      {row.opposite && (
        <span className={classes.opposite}>
          <IconArrowsDiff size={14} stroke={1.75} aria-hidden />
          {t('opposite')}
        </span>
      )}
    </>
  )
  const cells = row.cells.map((cell, column) => {
    if (cell === null)
      return <Missing key={drugs[column]?.drugId} why={t(drugs[column]?.drug ? 'notFetched' : 'notCached')} />
    if (cell.length === 0)
      return (
        <span key={drugs[column]?.drugId} className={classes.dimmed}>
          {t('notNamed')}
        </span>
      )
    return cell.map(({ direction, evidence, written }, index) => (
      // A pathway may occur twice, with different evidence.
      <div key={`${index}`} className={classes.association}>
        <DirectionWord direction={direction} />
        <small>{evidence === null ? t('noEvidence') : <bdi>{evidence}</bdi>}</small>
        {written !== null && <small>{t('written', { name: written })}</small>}
      </div>
    ))
  })
  return <Row name={name} cells={cells} />
}

const keyOf = (drugId: string) => ['drugs.show', { drugId, from: 'cache' }, undefined]
const refreshIntervalMs = 1000

/** Loads the compared drugs from the cache. `fetch` gets missing data from the service. */
function useCompared(drugIds: readonly string[], listId: string | undefined) {
  const queries = useQueryClient()
  const found = useQueries({
    queries: drugIds.map((drugId) => ({
      queryKey: keyOf(drugId),
      queryFn: () => call('drugs.show', { drugId, from: 'cache' as const }),
    })),
  })
  const marks = useCall('drugs.marks', { drugIds: [...drugIds] })
  const fetch = useAction(async (requested: readonly string[]) => {
    for (const drugId of requested) {
      const drug = await call('drugs.show', { drugId, from: 'service' })
      queries.setQueryData(keyOf(drugId), drug)
    }
  })
  const refresh = () => {
    for (const drugId of drugIds) void queries.invalidateQueries({ queryKey: keyOf(drugId) })
  }
  // Throttled, because an offline sync sends these events continuously.
  useEvent('drugs.changed', useThrottledCallback(refresh, refreshIntervalMs))
  // A drug that is no longer cached still has the name from its list.
  const isLacking = found.some(({ error }) => isAbsent(error))
  const list = useCall(
    'drugLists.show',
    { listId: listId ?? '-' },
    { enabled: listId !== undefined && isLacking },
  )
  const drugs: Compared[] = drugIds.map((drugId, index) => {
    const drug = found[index]?.data ?? null
    const listed = list.data?.drugs.find((one) => one.drugId === drugId)
    const mark = marks.data?.find((one) => one.drugId === drugId)
    return { drugId, name: drug?.name || listed?.name || mark?.name || drugId, drug, mark }
  })
  const failed = found.find(({ error }) => error !== null && !isAbsent(error))
  return {
    drugs,
    loading: found.some(({ isFetching }) => isFetching) || fetch.pending,
    ready: found.every(({ data, error }) => data !== undefined || isAbsent(error)),
    failure: (failed?.error as Failure | undefined) ?? marks.failure ?? fetch.failure,
    retry: () => {
      for (const one of found) void one.refetch()
      void marks.refetch()
    },
    fetch: (requested: readonly string[]) => void fetch.run(requested),
  }
}

/** Returns true if a drug is not cached, which is a normal state here and not a failure. */
const isAbsent = (error: unknown): boolean => isFailure(error, 'notFound')
