import { Group, ScrollArea, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { DryRun } from '../../../shared/domain/importing.ts'
import { CopyAs } from '../../ui/CopyAs.tsx'
import classes from './import.module.css'
import { duplicatesTable } from './toCopied.ts'

const mostShown = 200

/** Rows whose order was placed before, each with the sample that it became. */
export function AlreadyOrdered({ run }: { run: DryRun }) {
  const { t } = useTranslation('import')
  if (run.duplicateCount === 0) return null
  const shown = run.duplicates.slice(0, mostShown)
  const label = t('plan.already', { count: run.duplicateCount })
  return (
    <section className={classes.section} aria-label={label}>
      <Group gap={8} justify="space-between">
        <Title order={4} fz={13}>
          {label}
        </Title>
        <Group gap={8}>
          <CopyAs read={() => duplicatesTable(run.duplicates)} />
        </Group>
      </Group>
      <ScrollArea.Autosize
        mah={300}
        className={classes.frame}
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': label }}
      >
        <table className={classes.plain}>
          <thead>
            <tr>
              <th scope="col" className={classes.line}>
                {t('line')}
              </th>
              <th scope="col">{t('sent.reference')}</th>
              <th scope="col">{t('plan.sample')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ row, clientReference, sampleId }) => (
              <tr key={row}>
                <td className={classes.line}>{row}</td>
                <td>{clientReference}</td>
                <td>
                  {sampleId === null ? (
                    t('plan.noSample')
                  ) : (
                    <Link className={classes.link} to="/samples" search={{ sample: sampleId } as never}>
                      {sampleId}
                    </Link>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea.Autosize>
      {run.duplicateCount > shown.length && (
        <Text fz={12} c="dimmed">
          {t('sent.firstRows', { shown: shown.length, total: run.duplicateCount })}
        </Text>
      )}
    </section>
  )
}
