import {
  IconAlertTriangle,
  IconArrowsExchange,
  IconArrowsJoin2,
  IconEqual,
  IconMinus,
  IconTable,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ImportDraft } from '../../../shared/domain/importing.ts'
import type { FieldRule } from '../../../shared/domain/orderForm.ts'
import { PopoverButton } from '../../ui/PopoverButton.tsx'
import classes from './import.module.css'
import { type Plan, type Source, setSource, setValues, sourceOf, textOf, valuesOf } from './plan.ts'
import { SourceForm } from './SourceForm.tsx'
import { useFieldLabel } from './useFieldLabel.ts'
import { ValueMapForm } from './ValueMapForm.tsx'

type Props = { rule: FieldRule; draft: ImportDraft; plan: Plan; change(plan: Plan): void }

const icons = { column: IconTable, constant: IconEqual, joined: IconArrowsJoin2 }

/** One field of the order: the button says where it comes from and lets it be changed. */
export function FieldSource({ rule, draft, plan, change }: Props) {
  const { t } = useTranslation('import')
  const label = useFieldLabel()(rule)
  const source = sourceOf(plan, rule.field)
  const missing = rule.required && source === null
  const Icon = source ? icons[source.kind] : missing ? IconAlertTriangle : IconMinus
  const first = draft.preview[0]
  const column = source?.kind === 'column' ? source.column : null
  const values = column === null ? {} : valuesOf(plan, column)
  const written = source && first ? textOf(source, draft.columns, first.cells) : ''
  const example = Object.hasOwn(values, written) ? (values[written] ?? '') : written
  return (
    <li className={classes.field} data-missing={missing}>
      <span className={classes.fieldName}>
        {label}
        {rule.required && <span className={classes.required}>{t('order.required')}</span>}
      </span>
      <span className={classes.fieldFrom}>
        <PopoverButton
          label={wordsOf(source)}
          icon={<Icon size={14} stroke={1.5} aria-hidden />}
          size="compact-sm"
          width={340}
        >
          {(close) => (
            <SourceForm
              label={label}
              source={source}
              draft={draft}
              apply={(chosen) => {
                change(setSource(plan, rule.field, chosen))
                close()
              }}
            />
          )}
        </PopoverButton>
        {column !== null && rule.type !== 'reference' && (
          <PopoverButton
            label={t('values.open', { count: Object.keys(values).length })}
            icon={<IconArrowsExchange size={14} stroke={1.5} aria-hidden />}
            size="compact-sm"
            width={340}
          >
            {(close) => (
              <ValueMapForm
                column={column}
                draft={draft}
                values={values}
                isSex={rule.type === 'sex'}
                apply={(map) => {
                  change(setValues(plan, column, map))
                  close()
                }}
              />
            )}
          </PopoverButton>
        )}
        <span className={classes.example} title={example}>
          {source && (example || t('order.emptyHere'))}
          {rule.unit && example && ` ${rule.unit}`}
        </span>
      </span>
    </li>
  )

  function wordsOf(from: Source | null): string {
    if (from === null) return t(missing ? 'order.missing' : 'order.none')
    if (from.kind === 'column') return from.column
    if (from.kind === 'joined') return from.columns.join(' + ')
    return t('order.same')
  }
}
