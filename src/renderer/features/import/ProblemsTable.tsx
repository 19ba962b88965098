import { ScrollArea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Problem } from '../../../shared/domain/importing.ts'
import { TranslatedMessage } from '../../ui/TranslatedMessage.tsx'
import classes from './import.module.css'
import { SeverityMark } from './SeverityMark.tsx'

/** One line a finding: where, what stood there, which rule, what to do. */
export function ProblemsTable({ problems, height }: { problems: Problem[]; height: number }) {
  const { t } = useTranslation('import')
  const label = t('check.problems', { count: problems.length })
  const heads = ['line', 'severity', 'column', 'value', 'rule', 'message'] as const
  return (
    <ScrollArea.Autosize
      mah={height}
      className={classes.frame}
      type="auto"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}
    >
      <table aria-label={label} className={classes.plain}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {t(`check.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {problems.map((problem) => (
            <tr key={`${problem.row} ${problem.column ?? ''} ${problem.rule} ${problem.message}`}>
              <td className={classes.line}>{problem.row}</td>
              <td>
                <SeverityMark severity={problem.severity}>{t(`check.${problem.severity}`)}</SeverityMark>
              </td>
              <td>{problem.column ?? t('check.wholeRow')}</td>
              <td className={classes.cell}>{problem.value ?? '–'}</td>
              <td className={classes.ruleCell}>
                {t(`rule.${problem.rule}`, { defaultValue: problem.rule })}
              </td>
              <td>
                <TranslatedMessage text={problem.message} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea.Autosize>
  )
}
