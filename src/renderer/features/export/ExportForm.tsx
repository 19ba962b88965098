import { Button, Flex, Stack } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type ExportSettings,
  formatExtension,
  isOfStudy,
  type TableChoice,
  type TableDescription,
  type TableFormat,
  tableFormatSchema,
} from '../../../shared/domain/studies/exporting.ts'
import { allSamplesId } from '../../../shared/domain/studies/study.ts'
import { useCall } from '../../client/call.ts'
import type { useExportFile } from '../../client/useExportFile.ts'
import { useCurrentStudyId } from '../../state/currentStudy.ts'
import { useExported } from '../../state/tables/shownTables.ts'
import { SyntheticMark } from '../../ui/feedback/Badges.tsx'
import { FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { RadioList } from '../../ui/forms/RadioList.tsx'
import { SegmentedControl } from '../../ui/forms/SegmentedControl.tsx'
import { Hint } from '../../ui/panes/Section.tsx'
import { MeasureControl } from '../../ui/panes/ToolRow.tsx'
import shared from '../../ui/shared.module.css'
import { ColumnChooser } from './ColumnChooser.tsx'
import {
  type Draft,
  draftOf,
  draftOfSettings,
  fitLines,
  keepUnseen,
  kinds,
  linesAsShown,
  lockedIn,
  missingColumns,
  type Scope,
  scopeIn,
  scopes,
  settingsOf,
  tablesOf,
} from './draft.ts'
import { ExportAgain, ExportPresets } from './ExportPresets.tsx'
import classes from './export.module.css'
import { useScopeNames, useTableWords } from './useTableWords.ts'

type Props = {
  /** null: the user has not chosen anything yet. */
  draft: Draft | null
  setDraft(draft: Draft): void
  write: Pick<ReturnType<typeof useExportFile>, 'run' | 'pending' | 'failure' | 'value'>
  close(): void
}

export function ExportForm({ draft, setDraft, write, close }: Props) {
  const { t } = useTranslation('export')
  const { tables: shown, columns: arranged } = useExported()
  const records = useCall('exports.list', {})
  const tableRecords = (records.data ?? []).flatMap((record) =>
    isOfStudy(record.settings) ? [] : [{ record, settings: record.settings }],
  )
  const lastFormat = tableRecords[0]?.settings.format ?? 'csv'
  const chosen = draft ?? draftOf(shown, lastFormat)
  const change = (part: Partial<Draft>) => setDraft({ ...chosen, ...part })
  const studyId = useCurrentStudyId() ?? allSamplesId
  const tables = tablesOf(chosen, shown, studyId)
  const scope = scopeIn(tables, chosen.scope)
  const table = scope && tables[scope]
  const described = useCall(
    'exports.describe',
    { table: table ?? { kind: 'samples' } },
    { enabled: table !== null },
  )
  const description = table && !described.failure ? described.data : undefined
  const columns = description?.columns ?? []
  const locked = description ? lockedIn(chosen.kind, description) : null
  const isAsShown = chosen.lines === null && scope === 'shown' && arranged?.kind === chosen.kind
  const requested = isAsShown ? linesAsShown(columns, arranged) : chosen.lines
  const lines = fitLines({ ...chosen, lines: requested }, columns, locked)
  const isSomeChosen = lines.some(({ name, on }) => on && name !== locked)
  const isReady = description !== undefined && !described.isPreviousData && isSomeChosen
  const settings = table && isReady ? settingsOf(table, chosen.format, lines, columns) : null
  const last = tableRecords.find((one) => one.settings.table.kind === chosen.kind && !one.settings.dictionary)
  const save = (given: ExportSettings, ending = '') => {
    if (description) void write.run(given, `${description.name}${ending}.${formatExtension[given.format]}`)
  }
  return (
    <Form gap="lg" miw={0} submit={() => settings && save(settings)}>
      <Flex rowGap="sm" columnGap="xl" wrap="wrap" align="center">
        <ExportPresets
          settings={settings}
          fits={(given) => !isOfStudy(given)}
          apply={(given) => !isOfStudy(given) && setDraft(draftOfSettings(chosen, given))}
        />
        <ExportAgain
          last={last?.record}
          pending={write.pending}
          run={(record) => void write.run(record.settings, record.fileName)}
        />
      </Flex>
      <FormatField value={chosen.format} change={(format) => change({ format })} />
      <div className={classes.columns}>
        <Stack gap={16}>
          <TableFields draft={chosen} tables={tables} scope={scope} change={change} />
        </Stack>
        <div className={classes.chooser}>
          <div className={classes.loading}>
            <LoadingBar visible={described.loading && table !== null} />
          </div>
          {described.failure && table && (
            <FailureNotice flush failure={described.failure} retry={() => void described.refetch()} />
          )}
          {description && (
            <ColumnChooser
              columns={columns}
              lines={lines}
              locked={
                locked === null
                  ? null
                  : {
                      name: locked,
                      why: t(description.synthetic ? 'columns.lockedSynthetic' : 'columns.lockedDrugs'),
                    }
              }
              disabled={described.isPreviousData}
              gone={described.isPreviousData ? [] : missingColumns(chosen.lines, columns)}
              change={(next) => change({ lines: keepUnseen(chosen.lines, next), isByName: false })}
            />
          )}
        </div>
      </div>
      {write.failure && <FailureNotice flush failure={write.failure} />}
      {write.value === 'cancelled' && <p role="status">{t('cancelled')}</p>}
      <div className={shared.dialogFoot}>
        {description && (
          <Summary
            description={description}
            chosen={lines.filter(({ on }) => on).length}
            isMarked={locked !== null}
          />
        )}
        <span className={shared.gap} />
        <Button
          variant="subtle"
          color="gray"
          disabled={!settings || write.pending}
          onClick={() => settings && save({ ...settings, dictionary: true }, '-dictionary')}
        >
          {t('saveDictionary')}
        </Button>
        <Button onClick={close}>{t('cancel')}</Button>
        <Button variant="filled" type="submit" disabled={!settings} loading={write.pending}>
          {t('action.export')}
        </Button>
      </div>
    </Form>
  )
}

function FormatField({ value, change }: { value: TableFormat; change(format: TableFormat): void }) {
  const { t } = useTranslation('export')
  const id = useId()
  return (
    <div className={classes.format}>
      <span id={id}>{t('term.format')}</span>
      <SegmentedControl
        aria-labelledby={id}
        value={value}
        onChange={change}
        data={tableFormatSchema.options.map((format) => ({
          value: format,
          label: t(`formats.${format}.name`),
        }))}
      />
      <Hint>{t(`formats.${value}.for`)}</Hint>
    </div>
  )
}

type SummaryProps = {
  description: TableDescription
  chosen: number
  /** True if the column that marks synthetic rows is exported. */
  isMarked: boolean
}

function Summary({ description, chosen, isMarked }: SummaryProps) {
  const { t } = useTranslation('export')
  const { rows, synthetic } = description
  return (
    <output className={classes.summary}>
      <span>
        {rows === null ? t('rowsUnknown') : rows === 0 ? t('noRows') : t('counted.rows', { count: rows })}
      </span>
      <span>{t('counted.columns', { count: chosen })}</span>
      {synthetic && (
        <span>
          <SyntheticMark /> {isMarked && t('synthetic')}
        </span>
      )}
    </output>
  )
}

type TableFieldsProps = {
  draft: Draft
  tables: Record<Scope, TableChoice | null>
  scope: Scope | null
  change(part: Partial<Draft>): void
}

function TableFields({ draft, tables, scope, change }: TableFieldsProps) {
  const { t } = useTranslation('export')
  const { tables: shown } = useExported()
  const currentStudyId = useCurrentStudyId()
  const nameOf = useScopeNames()
  const words = useTableWords()
  const { kind, measure } = draft
  return (
    <>
      <RadioList
        label={t('what')}
        gap="tight"
        focusChosen
        value={kind}
        change={(next) => change({ kind: next, lines: null, isByName: false })}
        options={kinds.map((one) => {
          const offered = tablesOf({ ...draft, kind: one }, shown, currentStudyId ?? allSamplesId)
          const isNone = Object.values(offered).every((table) => !table)
          return {
            value: one,
            label: t(`kinds.${one}.name`),
            disabled: isNone,
            description: isNone
              ? t(one === 'match' ? 'noProfile' : 'noComparison')
              : one === kind && t(`kinds.${one}.about`),
          }
        })}
      />
      <RadioList
        label={t('ofWhat')}
        gap="tight"
        value={scope}
        change={(next) => change({ scope: next })}
        options={scopes.flatMap((one) => {
          const table = tables[one]
          if (!table) return []
          const description =
            one === 'everything' ? t(`everything.${kind}`, { defaultValue: '' }) : words(table)
          return { value: one, label: nameOf(one), description }
        })}
      />
      {kind === 'resultsWide' && scope === 'everything' && (
        <div>
          <MeasureControl value={measure} change={(next) => change({ measure: next })} />
        </div>
      )}
    </>
  )
}
