import { Box, Button, Group, Menu, Skeleton } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { IconChevronDown, IconSortAscending, IconSortDescending, IconX } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrugFacets, DrugHit } from '../../../../shared/domain/drugs/drug.ts'
import type { Copied } from '../../../../shared/tables/copyTable.ts'
import { ExportButton } from '../../../shared/tables/ExportButton.tsx'
import { mostCompared } from '../../../state/searchSchemas.ts'
import { usePublishShownColumns } from '../../../state/tables/shownTables.ts'
import { useTableLayout } from '../../../state/tables/useTableLayout.ts'
import { CopyAs } from '../../../ui/copy/CopyAs.tsx'
import { SyntheticMark } from '../../../ui/feedback/Badges.tsx'
import { EmptyState } from '../../../ui/feedback/Feedback.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import shared from '../../../ui/shared.module.css'
import { ColumnChooser } from '../../../ui/table/columns/ColumnChooser.tsx'
import type { ArrangeableColumn, Arranging } from '../../../ui/table/columns/columnLayout.ts'
import { createColumnTable } from '../../../ui/table/columns/columnTable.ts'
import { arrangeCopied, useShownColumns } from '../../../ui/table/columns/copiedColumns.ts'
import { numberFormatter } from '../../../ui/text/formats.tsx'
import { AddToList } from '../AddToList.tsx'
import classes from '../drugs.module.css'
import { hitsTable } from '../drugTables.ts'
import { type Choosing, compareSearch } from '../useChosen.ts'
import { Chips } from './Facets.tsx'
import { HitList, hitColumns } from './HitList.tsx'
import type { useDrugSearch } from './useDrugSearch.ts'
import type { HitKeys } from './useHitKeys.ts'
import { hasFilters, orderOf, type Question, sorts, type View } from './view.ts'

type FoundDrugs = ReturnType<typeof useDrugSearch>

type Props = {
  found: FoundDrugs
  view: View
  facets: DrugFacets | undefined
  isNone: boolean
  isWaiting: boolean
  cacheOnly: boolean
  keys: HitKeys
  choosing: Choosing
  go(change: Partial<View>): void
  clearText(): void
  clearFilters(): void
}

export function Found(props: Props) {
  const { found, view, facets, keys, choosing, go } = props
  const { t } = useTranslation('drugs')
  const open = useCallbackRef((drug: string) => {
    keys.setActiveId(drug)
    go({ drug })
  })
  const { facts, arranging, shown, fields } = useFields()
  const ownFields = useMemo(() => fields.filter((field) => field !== 'source'), [fields])
  const copied = useCallbackRef(() => arrangeCopied(hitsTable(found.hits), shown))
  const isSynthetic = found.hits.length > 0 && found.hits.every(({ synthetic }) => synthetic)
  const [first, ...others] = found.hits
  /** The source of all listed drugs; null if they differ, so that each drug shows its own. */
  const source = first && others.every((hit) => hit.source === first.source) ? first.source : null
  return (
    <div className={shared.fill}>
      <Chips facets={facets} chosen={view} choose={go} />
      <ListHead
        total={found.total}
        totalIsLeast={found.totalIsLeast}
        added={found.added}
        synthetic={isSynthetic}
        source={fields.includes('source') ? source : null}
        copied={copied}
        columns={facts}
        arranging={arranging}
        sort={view.sort}
        order={view.order}
        sortBy={go}
      />
      {props.isNone ? (
        <Nothing
          text={view.text}
          filtered={hasFilters(view)}
          cacheOnly={props.cacheOnly}
          noneCached={facets?.cached === 0}
          clearText={props.clearText}
          clearFilters={props.clearFilters}
          again={found.again}
        />
      ) : props.isWaiting ? (
        <HitSkeleton />
      ) : (
        <HitList
          id={keys.list}
          hits={found.hits}
          shownKey={found.shownKey}
          total={found.totalIsLeast ? null : found.total}
          activeId={keys.activeId}
          openId={view.drug}
          choosing={choosing}
          choose={choosing.toggle}
          open={open}
          onKeyDown={keys.inList}
          fields={source === null ? fields : ownFields}
          markEach={!isSynthetic}
          hasMore={found.hasMore && !found.failure}
          more={found.showMore}
        />
      )}
      {/* A button, if a page failed or the next one may hold nothing new. */}
      {(found.failure ? found.hasMore : found.mayAskMore && !found.hasMore) && (
        <Button
          flex="none"
          my="sm"
          mx="lg"
          style={{ alignSelf: 'flex-start' }}
          size="xs"
          onClick={found.showMore}
        >
          {t('more')}
        </Button>
      )}
      <CompareBar choosing={choosing} />
    </div>
  )
}

/** Returns the fields that the user chose to show. Copies and exports use the same. */
function useFields() {
  const { t } = useTranslation('drugs')
  const arranging = useTableLayout('drugs')
  const { layout } = arranging
  const columns = useMemo(() => hitColumns(t), [t])
  const facts = useMemo(() => columns.filter(({ role }) => role !== 'name'), [columns])
  const fields = useMemo(
    () =>
      createColumnTable(facts, { layout }).visible.flatMap(({ column: { id } }) =>
        id === 'name' ? [] : [id],
      ),
    [facts, layout],
  )
  const shown = useShownColumns(columns, layout)
  usePublishShownColumns('drugs', shown)
  return { facts, arranging, shown, fields }
}

const rows = [62, 48, 70, 55, 44, 66, 51, 58]

const HitSkeleton = () => (
  <Box flex={1} style={{ overflow: 'hidden' }} aria-hidden>
    {rows.map((width) => (
      <div key={width} className={classes.skeletonRow}>
        <Skeleton height={12} width={`${width}%`} />
        <Skeleton height={10} width={`${width - 20}%`} />
      </div>
    ))}
  </Box>
)

type NothingProps = {
  text: string
  filtered: boolean
  /** True if the service was not called or did not respond. */
  cacheOnly: boolean
  noneCached: boolean
  clearText(): void
  clearFilters(): void
  again(): void
}

function Nothing(props: NothingProps) {
  const { text, filtered, cacheOnly, noneCached } = props
  const { t } = useTranslation('drugs')
  const hasQuery = text !== '' || filtered
  if (cacheOnly && (noneCached || !hasQuery))
    return <Empty title={t('nothingCached.title')} text={t('nothingCached.text')} action={<ToOffline />} />
  if (!hasQuery)
    return (
      <Empty
        title={t('empty.title')}
        text={t('empty.text')}
        action={
          <Button variant="filled" onClick={props.again}>
            {t('empty.action')}
          </Button>
        }
      />
    )
  return (
    <Empty
      title={text ? t('noMatch.title', { text: shortened(text) }) : t('noMatch.filtered')}
      text={t(cacheOnly ? 'noMatch.cacheText' : 'noMatch.text')}
      action={
        <Group gap="sm" align="stretch" justify="center">
          {filtered && <Button onClick={props.clearFilters}>{t('noMatch.clearFilters')}</Button>}
          {text !== '' && <Button onClick={props.clearText}>{t('noMatch.action')}</Button>}
        </Group>
      }
    />
  )
}

const Empty = (props: Parameters<typeof EmptyState>[0]) => (
  <Box flex={1} miw={0} style={{ overflowY: 'auto' }}>
    <EmptyState {...props} />
  </Box>
)

function ToOffline() {
  const { t } = useTranslation('drugs')
  return (
    <Button variant="filled" component={Link} to="/library/offline">
      {t('nothingCached.action')}
    </Button>
  )
}

const mostRepeated = 80
const shortened = (text: string) => (text.length > mostRepeated ? `${text.slice(0, mostRepeated)}…` : text)

const CompareBar = memo(function CompareBar({ choosing }: { choosing: Choosing }) {
  const { t } = useTranslation('drugs')
  const navigate = useNavigate()
  const { chosen, toggle, clear, isFull } = choosing
  if (chosen.length === 0) return null
  const compare = () => void navigate({ to: '/library/lists', search: compareSearch(chosen) })
  return (
    <section className={classes.compare} aria-label={t('compare.label')}>
      <output>
        {t(isFull ? 'compare.full' : 'compare.count', { count: chosen.length, most: mostCompared })}
      </output>
      <Button variant="filled" size="compact-sm" disabled={chosen.length < 2} onClick={compare}>
        {t('action.compare')}
      </Button>
      <AddToList drugs={chosen} />
      <Button size="compact-sm" variant="subtle" color="gray" onClick={clear}>
        {t('action.clear')}
      </Button>
      <div className={classes.compareChips}>
        {chosen.map((drug) => (
          <button
            key={drug.drugId}
            type="button"
            className={classes.chip}
            aria-label={t('compare.remove', { name: drug.name })}
            onClick={() => toggle(drug)}
          >
            <span className={shared.truncate}>
              <bdi>{drug.name}</bdi>
            </span>
            <IconX size={12} stroke={1.75} aria-hidden />
          </button>
        ))}
      </div>
    </section>
  )
})

type ListHeadProps = Pick<FoundDrugs, 'total' | 'totalIsLeast' | 'added'> & {
  /** True if all drugs are synthetic. */
  synthetic: boolean
  /** The source of all drugs, if it is the same and the source is a shown field. */
  source: DrugHit['source'] | null
  copied(): Copied
  columns: readonly ArrangeableColumn[]
  arranging: Arranging
  sortBy(change: Pick<Question, 'sort' | 'order'>): void
} & Pick<Question, 'sort' | 'order'>

const ListHead = memo(function ListHead(props: ListHeadProps) {
  const { total, totalIsLeast, added, synthetic, source, copied, columns, arranging, sortBy, ...sorting } =
    props
  const { t, i18n } = useTranslation('drugs')
  const number = numberFormatter(i18n.language)
  const order = orderOf(sorting)
  const Icon = order === 'asc' ? IconSortAscending : IconSortDescending
  return (
    <div className={classes.listHead}>
      <output className={classes.foundCount}>
        {total !== null &&
          t(totalIsLeast ? 'foundLeast' : 'found', { count: total, total: number.format(total) })}
        {added > 0 && <span> · {t('added', { count: added, added: number.format(added) })}</span>}
        {source !== null && <span> · {t(`source.${source}`)}</span>}
      </output>
      {synthetic && <SyntheticMark />}
      {total !== null && total > 0 && <CopyAs read={copied} />}
      {total !== null && total > 0 && <ExportButton />}
      {total !== 0 && <ColumnChooser pins={false} columns={columns} arranging={arranging} />}
      {total !== 0 && (
        <Menu
          position="bottom-end"
          hideDetached={false}
          withinPortal={false}
          withInitialFocusPlaceholder={false}
        >
          <Menu.Target>
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              c="dimmed"
              rightSection={<IconChevronDown size={12} stroke={1.75} aria-hidden />}
            >
              {t('sort.by', { what: t(`sort.${sorting.sort ?? 'relevance'}`) })}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.RadioGroup
              value={sorting.sort ?? 'relevance'}
              onChange={(value) => sortBy({ sort: sorts.find((sort) => sort === value), order: undefined })}
            >
              {(['relevance', ...sorts] as const).map((sort) => (
                <Menu.RadioItem key={sort} value={sort} closeMenuOnClick>
                  {t(`sort.${sort}`)}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Dropdown>
        </Menu>
      )}
      {total !== 0 && sorting.sort !== undefined && (
        <IconButton
          icon={Icon}
          iconSize={16}
          label={t(`sort.${order}`)}
          onClick={() => sortBy({ sort: sorting.sort, order: order === 'asc' ? 'desc' : 'asc' })}
        />
      )}
    </div>
  )
})
