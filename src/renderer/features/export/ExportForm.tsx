import { Button, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type ExportSettings, formatExtension, isOfStudy } from '../../../shared/domain/exporting.ts'
import { useCall } from '../../client/useCall.ts'
import type { useExportFile } from '../../client/useExportFile.ts'
import { useShownTables } from '../../state/shownTables.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { ColumnChooser } from './ColumnChooser.tsx'
import {
  type Draft,
  draftOf,
  draftOfSettings,
  fitLines,
  goneFrom,
  keepUnseen,
  linesAsShown,
  lockedIn,
  scopeIn,
  settingsOf,
  tablesOf,
} from './draft.ts'
import { ExportAgain } from './ExportAgain.tsx'
import classes from './export.module.css'
import { FormatField } from './FormatField.tsx'
import { Recipes } from './Recipes.tsx'
import { Summary } from './Summary.tsx'
import { TableFields } from './TableFields.tsx'

type Props = {
  /** null: nothing was chosen yet. */
  draft: Draft | null
  setDraft(draft: Draft): void
  write: Pick<ReturnType<typeof useExportFile>, 'run' | 'pending' | 'failure' | 'value'>
  close(): void
}

/** Which table, of what, in which form and with which columns. */
export function ExportForm({ draft, setDraft, write, close }: Props) {
  const { t } = useTranslation('export')
  const shown = useShownTables((state) => state.tables)
  const arranged = useShownTables((state) => state.columns)
  const records = useCall('exports.list', {})
  const tableRecords = (records.data ?? []).flatMap((record) =>
    isOfStudy(record.settings) ? [] : [{ record, settings: record.settings }],
  )
  const lastFormat = tableRecords[0]?.settings.format ?? 'csv'
  const chosen = draft ?? draftOf(shown, lastFormat)
  const change = (part: Partial<Draft>) => setDraft({ ...chosen, ...part })
  const tables = tablesOf(chosen, shown)
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
  const wanted = isAsShown ? linesAsShown(columns, arranged) : chosen.lines
  const lines = fitLines({ ...chosen, lines: wanted }, columns, locked)
  const isSomeChosen = lines.some(({ name, on }) => on && name !== locked)
  const isReady = description !== undefined && !described.isPreviousData && isSomeChosen
  const settings = table && isReady ? settingsOf(table, chosen.format, lines, columns) : null
  const last = tableRecords.find((one) => one.settings.table.kind === chosen.kind && !one.settings.dictionary)
  const save = (given: ExportSettings, ending = '') => {
    if (description) void write.run(given, `${description.name}${ending}.${formatExtension[given.format]}`)
  }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (settings) save(settings)
      }}
    >
      <div className={classes.top}>
        <Recipes
          settings={settings}
          fits={(given) => !isOfStudy(given)}
          apply={(given) => !isOfStudy(given) && setDraft(draftOfSettings(chosen, given))}
        />
        <ExportAgain
          last={last?.record}
          pending={write.pending}
          run={(record) => void write.run(record.settings, record.fileName)}
        />
      </div>
      <div className={classes.columns}>
        <Stack gap={16}>
          <TableFields draft={chosen} tables={tables} scope={scope} shown={shown} change={change} />
          <FormatField value={chosen.format} change={(format) => change({ format })} />
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
              gone={described.isPreviousData ? [] : goneFrom(chosen.lines, columns)}
              change={(next) => change({ lines: keepUnseen(chosen.lines, next), isByName: false })}
            />
          )}
        </div>
      </div>
      {write.failure && <FailureNotice flush failure={write.failure} />}
      {write.value === 'cancelled' && <p role="status">{t('cancelled')}</p>}
      <div className={classes.foot}>
        {description && (
          <Summary
            description={description}
            chosen={lines.filter(({ on }) => on).length}
            isMarked={locked !== null}
          />
        )}
        <span className={classes.gap} />
        <Button
          variant="subtle"
          color="gray"
          disabled={!settings || write.pending}
          onClick={() => settings && save({ ...settings, dictionary: true }, '-dictionary')}
        >
          {t('saveDictionary')}
        </Button>
        <Button variant="default" onClick={close}>
          {t('cancel')}
        </Button>
        <Button type="submit" disabled={!settings} loading={write.pending}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}
