import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { BatchHistory, FileChange, ReadAs } from '../../../../shared/domain/samples/importing.ts'
import { type Copied, toCopiedTable } from '../../../../shared/tables/copyTable.ts'
import { toEnglish } from '../../../../shared/words/message.ts'
import { useRowHeight } from '../../../ui/appearance.ts'
import { CopyAs } from '../../../ui/copy/CopyAs.tsx'
import { CopyButton } from '../../../ui/copy/CopyButton.tsx'
import { Fact, Facts, Hint, Section } from '../../../ui/panes/Section.tsx'
import { DataTable, type TableColumn } from '../../../ui/table/DataTable.tsx'
import { MessageCell, Timestamp } from '../../../ui/text/formats.tsx'
import { timeColumn } from '../timeColumn.tsx'
import { personText } from './batch.ts'
import classes from './batches.module.css'

/** Shows the file of a batch, how it was read and mapped, the corrections, and all events since. */
export function BatchHistoryView({ history }: { history: BatchHistory }) {
  const { t } = useTranslation('samples')
  const { batch, sha256, readAs, mapping, transform, changes, by, events } = history
  const sent = Object.entries(mapping).flatMap(([column, field]) =>
    field === null ? [] : [{ column, field }],
  )
  const left = Object.entries(mapping).flatMap(([column, field]) => (field === null ? [column] : []))
  return (
    <div className={classes.history}>
      <Section title={t('history.file')}>
        <Facts>
          <Fact name={t('term.file')}>{batch.fileName}</Fact>
          <Fact name="SHA-256">
            <code>{sha256}</code>{' '}
            <CopyButton value={sha256} variant="subtle" color="gray">
              {t('action.copy')}
            </CopyButton>
          </Fact>
          <Fact name={t('history.readAs')}>
            <ReadAsText readAs={readAs} />
          </Fact>
          <Fact name={t('history.by')}>
            {personText(by) || t('added.someone')} · <Timestamp at={batch.createdAt} />
          </Fact>
        </Facts>
      </Section>
      <Section title={t('history.mapping')}>
        <Facts>
          {sent.map(({ column, field }) => (
            <Fact key={column} name={column}>
              {field}
            </Fact>
          ))}
          {Object.entries(transform?.constants ?? {}).map(([field, value]) => (
            <Fact key={`constant ${field}`} name={t('history.constant', { value })}>
              {field}
            </Fact>
          ))}
          {Object.entries(transform?.joined ?? {}).map(([field, { columns }]) => (
            <Fact key={`joined ${field}`} name={columns.join(' + ')}>
              {field}
            </Fact>
          ))}
          {left.length > 0 && (
            <Fact name={t('history.notSent')}>
              {left
                .map((column) =>
                  transform?.notes.includes(column) ? t('history.asNote', { column }) : column,
                )
                .join(', ')}
            </Fact>
          )}
          {Object.entries(transform?.values ?? {}).map(([column, map]) => (
            <Fact key={`values ${column}`} name={t('term.valuesOf', { column })}>
              {Object.entries(map)
                .map(([from, to]) => `“${from}” → “${to}”`)
                .join(', ')}
            </Fact>
          ))}
          {transform ? (
            <Fact name={t('history.units')}>
              {t('history.unitsText', {
                days: transform.dayFormat,
                ages: t(`history.ageUnit.${transform.ageUnit}`),
              })}
            </Fact>
          ) : (
            <Fact name={t('history.transform')}>{t('history.before')}</Fact>
          )}
        </Facts>
      </Section>
      <Changes changes={changes} />
      <Section
        title={t('history.events', { count: events.length })}
        actions={<CopyAs read={() => historyTable(history)} />}
      >
        {events.length === 0 ? <Hint>{t('history.noEvents')}</Hint> : <EventTable events={events} />}
      </Section>
    </div>
  )
}

function ReadAsText({ readAs }: { readAs: ReadAs }) {
  const { t } = useTranslation('samples')
  const { decimal, headerLine, noHeader } = readAs
  if (readAs.format === 'xlsx')
    return t(noHeader ? 'history.xlsxNoHeader' : 'history.xlsx', { sheet: readAs.sheet, line: headerLine })
  const delimiter = t(`history.delimiter.${delimiterNames[readAs.delimiter]}`)
  return t(noHeader ? 'history.csvNoHeader' : 'history.csv', {
    delimiter,
    encoding: readAs.encoding,
    decimal,
    line: headerLine,
  })
}

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe', ' ': 'blanks' } as const

function Changes({ changes }: { changes: FileChange[] | null }) {
  const { t } = useTranslation('samples')
  if (changes === null || changes.length === 0)
    return (
      <Section title={t('history.changes')}>
        <Facts>
          <Fact name={t('history.cells')}>
            {t(changes === null ? 'history.before' : 'history.unchanged')}
          </Fact>
        </Facts>
      </Section>
    )
  return (
    <Section title={t('history.changes')}>
      <Facts>
        {changes.flatMap((change, index) =>
          change.kind === 'replace'
            ? [
                // Changes have an order but no id, and the same change may occur twice.
                <Fact key={`${index}`} name={change.column}>
                  {t('history.replaced', { find: change.find, replaceBy: change.replaceBy })}
                </Fact>,
              ]
            : change.edits.map(({ row, column, value }) => (
                <Fact key={`${index} ${row} ${column}`} name={t('history.cell', { row, column })}>
                  {value === '' ? t('history.emptied') : value}
                </Fact>
              )),
        )}
      </Facts>
    </Section>
  )
}

const known = [
  'paused',
  'interrupted',
  'resumed',
  'cancelled',
  'retried',
  'restored',
  'looked-up',
  'settled-placed',
  'settled-not-placed',
  'settle-undone',
] as const

function EventTable({ events }: { events: BatchHistory['events'] }) {
  const { t } = useTranslation('samples')
  const rowHeight = useRowHeight()
  const rows = useMemo(() => events.map((event, index) => ({ ...event, key: String(index) })), [events])
  const columns = useMemo((): TableColumn<(typeof rows)[number]>[] => {
    const wordOf = (what: string) => {
      const word = known.find((one) => one === what)
      return word ? t(`history.what.${word}`) : what
    }
    return [
      timeColumn('at', t('history.when'), ({ at }) => at, { role: 'name' }),
      {
        id: 'who',
        width: 240,
        label: t('history.who'),
        cell: ({ by }) => <span title={personText(by)}>{personText(by) || '–'}</span>,
      },
      { id: 'what', width: 240, label: t('history.whatHead'), cell: ({ what }) => wordOf(what) },
      { id: 'line', width: 72, numeric: true, label: t('term.line'), cell: ({ row }) => row ?? '–' },
      {
        id: 'detail',
        width: 320,
        label: t('history.detail'),
        cell: ({ detail }) => <MessageCell text={detail} />,
      },
    ]
  }, [t])
  return (
    <div className={classes.events} style={{ height: Math.min(420, 34 + rows.length * rowHeight) }}>
      <DataTable label={t('history.eventsTitle')} rows={rows} rowKey={({ key }) => key} columns={columns} />
    </div>
  )
}

/** Returns the history for the clipboard: the events as a table, everything as JSON. */
const historyTable = (history: BatchHistory): Copied =>
  toCopiedTable(
    history.events,
    {
      at: ({ at }) => at,
      by: ({ by }) => personText(by),
      what: ({ what }) => what,
      row: ({ row }) => row,
      detail: ({ detail }) => detail && toEnglish(detail),
    },
    history,
  )
