import { Button } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrugFacets } from '../../../shared/domain/drug.ts'
import { usePublishShownColumns } from '../../state/shownTables.ts'
import { useTableLayout } from '../../state/useTableLayout.ts'
import { arrangeColumns } from '../../ui/columnLayout.ts'
import { arrangeCopied, toShownColumns } from '../../ui/copiedColumns.ts'
import { Chips } from './Chips.tsx'
import { CompareBar } from './CompareBar.tsx'
import classes from './drugs.module.css'
import { hitsTable } from './drugTables.ts'
import { HitList } from './HitList.tsx'
import { HitSkeleton } from './HitSkeleton.tsx'
import { hitColumns } from './hitFields.ts'
import { ListHead } from './ListHead.tsx'
import { Nothing } from './Nothing.tsx'
import type { Choosing } from './useChosen.ts'
import type { useDrugSearch } from './useDrugSearch.ts'
import type { HitKeys } from './useHitKeys.ts'
import { hasFilters, type View } from './view.ts'

type Props = {
  found: ReturnType<typeof useDrugSearch>
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

/** The middle of the screen: the filters in force, how many drugs there are, and the drugs. */
export function Found(props: Props) {
  const { found, view, facets, keys, choosing, go } = props
  const { t } = useTranslation('drugs')
  const open = useCallbackRef((drug: string) => {
    keys.setActiveId(drug)
    go({ drug })
  })
  const { facts, arranging, shown, fields } = useFields()
  const copied = useCallbackRef(() => arrangeCopied(hitsTable(found.hits), shown))
  const isSynthetic = found.hits.length > 0 && found.hits.every(({ synthetic }) => synthetic)
  return (
    <div className={classes.found}>
      <Chips facets={facets} chosen={view} choose={go} />
      <ListHead
        total={found.total}
        totalIsLeast={found.totalIsLeast}
        added={found.added}
        synthetic={isSynthetic}
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
          keptNone={facets?.kept === 0}
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
          fields={fields}
          markEach={!isSynthetic}
          hasMore={found.hasMore && !found.failure}
          more={found.showMore}
        />
      )}
      {/* By hand where a page failed, or where the next one may hold nothing new. */}
      {(found.failure ? found.hasMore : found.mayAskMore && !found.hasMore) && (
        <Button className={classes.more ?? ''} size="xs" variant="default" onClick={found.showMore}>
          {t('more')}
        </Button>
      )}
      <CompareBar choosing={choosing} />
    </div>
  )
}

/** What is told of the drugs, as a person arranged it; copies and exports follow. */
function useFields() {
  const { t } = useTranslation('drugs')
  const arranging = useTableLayout('drugs')
  const { layout } = arranging
  const columns = useMemo(() => hitColumns(t), [t])
  const facts = useMemo(() => columns.filter(({ role }) => role !== 'name'), [columns])
  const fields = useMemo(
    () => arrangeColumns(facts, layout).flatMap(({ id }) => (id === 'name' ? [] : [id])),
    [facts, layout],
  )
  const shown = toShownColumns(columns, layout)
  usePublishShownColumns('drugs', shown)
  return { facts, arranging, shown, fields }
}
