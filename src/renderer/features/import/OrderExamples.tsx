import { ScrollArea, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DryRun } from '../../../shared/domain/importing.ts'
import classes from './import.module.css'

/** The first orders, to the letter. */
export function OrderExamples({ run }: { run: DryRun }) {
  const { t } = useTranslation('import')
  if (run.examples.length === 0) return null
  const label = t('plan.examples', { count: run.examples.length })
  return (
    <section className={classes.section} aria-label={label}>
      <Title order={4} fz={13}>
        {label}
      </Title>
      <ScrollArea.Autosize
        mah={300}
        type="auto"
        offsetScrollbars="x"
        viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': label }}
      >
        <div className={classes.examples}>
          {run.examples.map(({ row, body }) => (
            <figure key={row} className={classes.order}>
              <figcaption>{t('plan.line', { line: row })}</figcaption>
              <pre>{JSON.stringify(body, null, 2)}</pre>
            </figure>
          ))}
        </div>
      </ScrollArea.Autosize>
    </section>
  )
}
