import { ScrollArea, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../client/useCall.ts'
import { CopyAs } from '../../ui/CopyAs.tsx'
import { TranslatedMessage } from '../../ui/TranslatedMessage.tsx'
import classes from './import.module.css'
import { mostCopied, readLedger } from './readAll.ts'
import { ledgerRowsTable } from './toCopied.ts'

const mostShown = 100

type Props = { batchId: string; state: 'failed' | 'unknown'; count: number; children: ReactNode }

/** Rows that did not become orders, or may have, each with its line in the file and what to do. `children`: the ways on. */
export function LedgerRows({ batchId, state, count, children }: Props) {
  const { t } = useTranslation('import')
  const rows = useCall('batches.rows', { batchId, state, limit: mostShown }, { refetchKey: count })
  const title = t(state === 'failed' ? 'sent.failedRows' : 'sent.unknownRows')
  return (
    <section className={classes.section} aria-label={title}>
      <div>
        <Title order={3} fz={16}>
          {title}
        </Title>
        <Text fz={12} maw={720}>
          {t(state === 'failed' ? 'sent.failedHint' : 'sent.unknownHint')}
        </Text>
      </div>
      <div className={classes.foot}>
        {children}
        {(rows.data?.total ?? 0) <= mostCopied && (
          <CopyAs inTools read={async () => ledgerRowsTable(await readLedger(batchId, state))} />
        )}
      </div>
      <ScrollArea.Autosize
        mah={260}
        className={classes.frame}
        viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': title }}
      >
        <table className={classes.plain}>
          <thead>
            <tr>
              <th scope="col">{t('sent.line')}</th>
              <th scope="col">{t('sent.reference')}</th>
              <th scope="col">{t('sent.what')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.data?.rows.map((row) => (
              <tr key={row.row}>
                <td className={classes.line}>{row.row}</td>
                <td>{row.clientReference}</td>
                <td>{row.message ? <TranslatedMessage text={row.message} /> : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea.Autosize>
      {(rows.data?.total ?? 0) > mostShown && (
        <Text fz={12} c="dimmed">
          {t('sent.firstRows', { shown: mostShown, total: rows.data?.total ?? 0 })}
        </Text>
      )}
    </section>
  )
}
