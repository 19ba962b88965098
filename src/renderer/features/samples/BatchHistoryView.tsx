import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { BatchHistory, FileChange, ReadAs } from '../../../shared/domain/importing.ts'
import { CopyAs } from '../../ui/CopyAs.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { whoText } from './batch.ts'
import classes from './batches.module.css'
import { EventTable } from './EventTable.tsx'
import { Fact, Facts } from './Facts.tsx'
import { historyTable } from './historyTable.ts'

/** Where a batch came from, how its file was read and mapped, what was changed of it, and all that was done since. */
export function BatchHistoryView({ history }: { history: BatchHistory }) {
  const { t } = useTranslation('samples')
  const { batch, sha256, readAs, mapping, recipe, changes, by, events } = history
  const sent = Object.entries(mapping).flatMap(([column, field]) =>
    field === null ? [] : [{ column, field }],
  )
  const left = Object.entries(mapping).flatMap(([column, field]) => (field === null ? [column] : []))
  return (
    <div className={classes.history}>
      <Facts order={3} title={t('history.file')}>
        <Fact name={t('batch.file')}>{batch.fileName}</Fact>
        <Fact name="SHA-256">
          <span className={classes.code}>{sha256}</span>{' '}
          <CopyButton value={sha256}>
            {({ copied, copy }) => (
              <Button size="compact-xs" variant="subtle" color="gray" onClick={copy}>
                {t(copied ? 'history.copied' : 'history.copy')}
              </Button>
            )}
          </CopyButton>
        </Fact>
        <Fact name={t('history.readAs')}>
          <ReadAsText readAs={readAs} />
        </Fact>
        <Fact name={t('history.by')}>
          {whoText(by) || t('added.someone')} · <Timestamp at={batch.createdAt} />
        </Fact>
      </Facts>
      <Facts order={3} title={t('history.mapping')}>
        {sent.map(({ column, field }) => (
          <Fact key={column} name={column}>
            {field}
          </Fact>
        ))}
        {Object.entries(recipe?.constants ?? {}).map(([field, value]) => (
          <Fact key={`constant ${field}`} name={t('history.constant', { value })}>
            {field}
          </Fact>
        ))}
        {Object.entries(recipe?.joined ?? {}).map(([field, { columns }]) => (
          <Fact key={`joined ${field}`} name={columns.join(' + ')}>
            {field}
          </Fact>
        ))}
        {left.length > 0 && (
          <Fact name={t('history.notSent')}>
            {left
              .map((column) => (recipe?.notes.includes(column) ? t('history.asNote', { column }) : column))
              .join(', ')}
          </Fact>
        )}
        {Object.entries(recipe?.values ?? {}).map(([column, map]) => (
          <Fact key={`values ${column}`} name={t('history.values', { column })}>
            {Object.entries(map)
              .map(([from, to]) => `“${from}” → “${to}”`)
              .join(', ')}
          </Fact>
        ))}
        {recipe ? (
          <Fact name={t('history.units')}>
            {t('history.unitsText', { days: recipe.dayFormat, ages: t(`history.ageUnit.${recipe.ageUnit}`) })}
          </Fact>
        ) : (
          <Fact name={t('history.recipe')}>{t('history.before')}</Fact>
        )}
      </Facts>
      <Changes changes={changes} />
      <div className={classes.historyHead}>
        <h3>{t('history.events', { count: events.length })}</h3>
        <span className={classes.gap} />
        <CopyAs read={() => historyTable(history)} />
      </div>
      {events.length === 0 ? (
        <p className={classes.dimmed}>{t('history.noEvents')}</p>
      ) : (
        <EventTable events={events} />
      )}
    </div>
  )
}

function ReadAsText({ readAs }: { readAs: ReadAs }) {
  const { t } = useTranslation('samples')
  const { decimal, headerLine } = readAs
  if (readAs.format === 'xlsx') return t('history.xlsx', { sheet: readAs.sheet, line: headerLine })
  const delimiter = t(`history.delimiter.${delimiterNames[readAs.delimiter]}`)
  return t('history.csv', { delimiter, encoding: readAs.encoding, decimal, line: headerLine })
}

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe', ' ': 'blanks' } as const

function Changes({ changes }: { changes: FileChange[] | null }) {
  const { t } = useTranslation('samples')
  if (changes === null || changes.length === 0)
    return (
      <Facts order={3} title={t('history.changes')}>
        <Fact name={t('history.cells')}>{t(changes === null ? 'history.before' : 'history.unchanged')}</Fact>
      </Facts>
    )
  return (
    <Facts order={3} title={t('history.changes')}>
      {changes.flatMap((change, index) =>
        change.kind === 'replace'
          ? [
              // Changes have an order and no name; the same may be made twice.
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
  )
}
