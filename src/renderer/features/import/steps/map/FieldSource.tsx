import { Button, Checkbox, MultiSelect, NativeSelect, Radio, Stack, Text, TextInput } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowRight,
  IconArrowsExchange,
  IconArrowsJoin2,
  IconEqual,
  IconMinus,
  IconTable,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportDraft, ValueMap } from '../../../../../shared/domain/samples/importing.ts'
import type { FieldRule } from '../../../../../shared/domain/samples/orderForm.ts'
import { PopoverButton } from '../../../../ui/forms/PopoverButton.tsx'
import classes from '../../import.module.css'
import { type Plan, type Source, setSource, setValues, sourceOf, textOf, valuesOf } from '../../plan.ts'
import { samplesOf } from './examples.ts'

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

type SourceFormProps = {
  label: string
  source: Source | null
  draft: ImportDraft
  apply(source: Source | null): void
}

const kinds = ['none', 'column', 'constant', 'joined'] as const
type Kind = (typeof kinds)[number]

/** Where a field is to come from: one column, several put together, one text for all rows, or nothing. */
function SourceForm({ label, source, draft, apply }: SourceFormProps) {
  const { t } = useTranslation('import')
  const [kind, setKind] = useState<Kind>(source?.kind ?? 'column')
  const [column, setColumn] = useState(source?.kind === 'column' ? source.column : (draft.columns[0] ?? ''))
  const [value, setValue] = useState(source?.kind === 'constant' ? source.value : '')
  const [joined, setJoined] = useState(
    source?.kind === 'joined' ? source : { kind: 'joined' as const, columns: [], separator: '-' },
  )
  const chosen = chosenSource(kind, { column, value, joined })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen !== undefined) apply(chosen)
      }}
    >
      <Stack gap={8}>
        <Radio.Group
          size="xs"
          label={t('source.label', { field: label })}
          value={kind}
          onChange={(picked) => setKind(kinds.find((one) => one === picked) ?? 'none')}
        >
          <div className={classes.kinds}>
            {kinds.map((one) => (
              <Radio key={one} size="xs" value={one} label={t(`source.${one}`)} />
            ))}
          </div>
        </Radio.Group>
        {kind === 'column' && (
          <NativeSelect
            size="xs"
            label={t('source.column')}
            value={column}
            onChange={({ currentTarget }) => setColumn(currentTarget.value)}
            data={draft.columns}
          />
        )}
        {kind === 'constant' && (
          <TextInput
            size="xs"
            label={t('source.value')}
            maxLength={1000}
            value={value}
            onChange={({ currentTarget }) => setValue(currentTarget.value)}
          />
        )}
        {kind === 'joined' && <JoinedFields joined={joined} draft={draft} change={setJoined} />}
        {kind === 'none' && (
          <Text fz={12} c="dimmed">
            {t('source.noneHint')}
          </Text>
        )}
        <Button type="submit" size="xs" disabled={chosen === undefined} style={{ alignSelf: 'flex-start' }}>
          {t('source.apply')}
        </Button>
      </Stack>
    </form>
  )
}

type Entered = { column: string; value: string; joined: Extract<Source, { kind: 'joined' }> }

/** What was entered as a source; undefined while something is missing. */
function chosenSource(kind: Kind, { column, value, joined }: Entered): Source | null | undefined {
  if (kind === 'none') return null
  if (kind === 'column') return column === '' ? undefined : { kind, column }
  if (kind === 'constant') return value.trim() === '' ? undefined : { kind, value: value.trim() }
  return joined.columns.length < 2 ? undefined : joined
}

type Joined = Extract<Source, { kind: 'joined' }>
type JoinedFieldsProps = { joined: Joined; draft: ImportDraft; change(joined: Joined): void }

/** Columns to be put together in the order of choice, with what the first rows then give. */
function JoinedFields({ joined, draft, change }: JoinedFieldsProps) {
  const { t } = useTranslation('import')
  const examples =
    joined.columns.length < 2
      ? []
      : draft.preview
          .slice(0, 3)
          .map(({ row, cells }) => ({ row, text: textOf(joined, draft.columns, cells) }))
  return (
    <>
      <MultiSelect
        size="xs"
        label={t('source.columns')}
        data={draft.columns}
        value={joined.columns}
        onChange={(columns) => change({ ...joined, columns })}
        maxValues={10}
        limit={200}
        searchable
        hidePickedOptions
        comboboxProps={{ withinPortal: false }}
      />
      <TextInput
        size="xs"
        label={t('source.separator')}
        maxLength={10}
        value={joined.separator}
        onChange={({ currentTarget }) => change({ ...joined, separator: currentTarget.value })}
      />
      <div className={classes.joinedExamples} aria-live="polite">
        {examples.length === 0 ? (
          <Text fz={12} c="dimmed">
            {t('source.twoOrMore')}
          </Text>
        ) : (
          examples.map(({ row, text }) => (
            <div key={row}>
              <span className={classes.lineNumber}>{row}</span> {text}
            </div>
          ))
        )}
      </div>
    </>
  )
}

type ValueMapFormProps = {
  column: string
  draft: ImportDraft
  values: ValueMap
  isSex: boolean
  apply(map: ValueMap): void
}
/** `isEmpty`: read as an empty cell, whatever was typed. */
type Entry = { id: number; from: string; to: string; isEmpty: boolean; isOwn: boolean }

/** More values than these are no codes. */
const mostListed = 30

/** What is read in place of the values of a column: those of the first rows, those set before, and one that is added. */
function ValueMapForm({ column, draft, values, isSex, apply }: ValueMapFormProps) {
  const { t } = useTranslation('import')
  const [entries, setEntries] = useState<Entry[]>(() => entriesOf(column, draft, values))
  const change = (index: number, part: Partial<Entry>) =>
    setEntries(entries.map((entry, at) => (at === index ? { ...entry, ...part } : entry)))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        apply(toMap(entries))
      }}
    >
      <Stack gap={8}>
        <Text fz={12} c="dimmed">
          {isSex && t('values.hintSex')} {t('values.hint')}
        </Text>
        <div className={classes.valueMap} role="group" aria-label={t('values.label', { column })}>
          {entries.map(({ id, from, to, isEmpty, isOwn }, index) => (
            <div key={id} className={classes.valueEntry}>
              {isOwn ? (
                <TextInput
                  size="xs"
                  aria-label={t('values.from')}
                  placeholder={t('values.from')}
                  maxLength={1000}
                  value={from}
                  onChange={({ currentTarget }) => change(index, { from: currentTarget.value })}
                />
              ) : (
                <span className={classes.valueFrom} title={from}>
                  {from}
                </span>
              )}
              <IconArrowRight size={14} stroke={1.5} aria-hidden />
              <TextInput
                size="xs"
                aria-label={t('values.to', { from })}
                placeholder={isEmpty ? '' : from}
                maxLength={1000}
                value={isEmpty ? '' : to}
                disabled={isEmpty}
                onChange={({ currentTarget }) => change(index, { to: currentTarget.value })}
              />
              <Checkbox
                size="xs"
                label={t('values.empty')}
                aria-label={t('values.asEmpty', { from })}
                checked={isEmpty}
                onChange={({ currentTarget }) => change(index, { isEmpty: currentTarget.checked })}
              />
            </div>
          ))}
        </div>
        <div className={classes.valueButtons}>
          <Button type="submit" size="xs">
            {t('values.apply')}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            onClick={() =>
              setEntries([...entries, { id: entries.length, from: '', to: '', isEmpty: false, isOwn: true }])
            }
          >
            {t('values.add')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

function entriesOf(column: string, draft: ImportDraft, values: ValueMap): Entry[] {
  const seen = samplesOf(draft, draft.columns.indexOf(column), mostListed)
  const all = [...new Set([...Object.keys(values), ...seen])]
  return all.map((from, id) => {
    const to = Object.hasOwn(values, from) ? values[from] : undefined
    return { id, from, to: to ?? '', isEmpty: to === '', isOwn: !seen.includes(from) }
  })
}

/** An entry without a text to be read stays as it stands in the file, unless it is read as empty. */
const toMap = (entries: readonly Entry[]): ValueMap =>
  Object.fromEntries(
    entries
      .filter(({ to, isEmpty }) => isEmpty || to.trim() !== '')
      .map(({ from, to, isEmpty }) => [from.trim(), isEmpty ? '' : to.trim()] as const)
      .filter(([from, to]) => to !== from),
  )

/** What a field of the order is called: in words where it is one of ours, else as the service is told it. */
export function useFieldLabel(): (rule: Pick<FieldRule, 'field' | 'sendAs'>) => string {
  const { t } = useTranslation('import')
  return ({ field, sendAs }) => t(`field.${field}`, { defaultValue: sendAs })
}
