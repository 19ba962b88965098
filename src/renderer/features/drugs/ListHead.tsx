import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconChevronDown, IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Copied } from '../../../shared/format/copyTable.ts'
import { ColumnChooser } from '../../ui/ColumnChooser.tsx'
import { CopyAs } from '../../ui/CopyAs.tsx'
import type { ArrangeableColumn } from '../../ui/columnLayout.ts'
import { numberFormatter } from '../../ui/formats.ts'
import { SyntheticMark } from '../../ui/SyntheticMark.tsx'
import type { Arranging } from '../../ui/useArrangedColumns.ts'
import classes from './drugs.module.css'
import { orderOf, type Question, sorts } from './view.ts'

type Props = {
  total: number | null
  totalIsLeast: boolean
  /** How many the service added below those kept here. */
  added: number
  /** All of them are. */
  synthetic: boolean
  /** The drugs that are listed, to be copied. */
  copied(): Copied
  columns: readonly ArrangeableColumn[]
  arranging: Arranging
  sortBy(change: Pick<Question, 'sort' | 'order'>): void
} & Pick<Question, 'sort' | 'order'>

/** How many drugs were found, what has come to them since, and in which order they stand. */
export const ListHead = memo(function ListHead(props: Props) {
  const { total, totalIsLeast, added, synthetic, copied, columns, arranging, sortBy, ...sorting } = props
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
      </output>
      {synthetic && <SyntheticMark />}
      {total !== null && total > 0 && <CopyAs read={copied} />}
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
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={t(`sort.${order}`)}
          title={t(`sort.${order}`)}
          onClick={() => sortBy({ sort: sorting.sort, order: order === 'asc' ? 'desc' : 'asc' })}
        >
          <Icon size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
})
