import { Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { TableChoice } from '../../../shared/domain/exporting.ts'
import type { TableInput } from '../../state/shownTables.ts'
import { MeasureControl } from '../../ui/MeasureControl.tsx'
import { type Draft, kinds, type Scope, scopes, tablesOf } from './draft.ts'
import classes from './export.module.css'
import { useTableWords } from './useTableWords.ts'

type Props = {
  draft: Draft
  tables: Record<Scope, TableChoice | null>
  scope: Scope | null
  shown: readonly TableInput[]
  change(part: Partial<Draft>): void
}

/** Which table, and of what: what the screen in front shows, or all there is. */
export function TableFields({ draft, tables, scope, shown, change }: Props) {
  const { t } = useTranslation('export')
  const words = useTableWords()
  const { kind, measure } = draft
  return (
    <>
      <Radio.Group
        label={t('what')}
        value={kind}
        onChange={(value) =>
          change({ kind: kinds.find((one) => one === value) ?? kind, lines: null, isByName: false })
        }
      >
        <div className={classes.options}>
          {kinds.map((one) => {
            const isNone = Object.values(tablesOf({ ...draft, kind: one }, shown)).every((table) => !table)
            return (
              <Radio
                key={one}
                size="xs"
                value={one}
                disabled={isNone}
                data-autofocus={one === kind || undefined}
                label={t(`kinds.${one}.name`)}
                description={isNone ? t('noComparison') : one === kind ? t(`kinds.${one}.about`) : undefined}
              />
            )
          })}
        </div>
      </Radio.Group>
      <Radio.Group
        label={t('ofWhat')}
        value={scope}
        onChange={(value) => change({ scope: scopes.find((one) => one === value) ?? 'everything' })}
      >
        <div className={classes.options}>
          {scopes.map((one) => {
            const table = tables[one]
            if (!table) return null
            const said = one === 'everything' ? t(`everything.${kind}`) : words(table)
            return <Radio key={one} size="xs" value={one} label={t(`scopes.${one}`)} description={said} />
          })}
        </div>
      </Radio.Group>
      {kind === 'resultsWide' && scope === 'everything' && (
        <div>
          <MeasureControl value={measure} change={(next) => change({ measure: next })} />
        </div>
      )}
    </>
  )
}
