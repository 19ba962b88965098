import { ScrollArea, Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Problem } from '../../../shared/domain/importing.ts'
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
      <Table aria-label={label} stickyHeader verticalSpacing={5} horizontalSpacing="sm" fz={12}>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head) => (
              <Table.Th key={head} scope="col">
                {t(`check.${head}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {problems.map((problem) => (
            <Table.Tr key={`${problem.row} ${problem.column ?? ''} ${problem.rule} ${problem.message}`}>
              <Table.Td className={classes.line}>{problem.row}</Table.Td>
              <Table.Td>
                <SeverityMark severity={problem.severity}>{t(`check.${problem.severity}`)}</SeverityMark>
              </Table.Td>
              <Table.Td>{problem.column ?? t('check.wholeRow')}</Table.Td>
              <Table.Td className={classes.cell}>{problem.value ?? '–'}</Table.Td>
              <Table.Td className={classes.ruleCell}>
                {t(`rule.${problem.rule}`, { defaultValue: problem.rule })}
              </Table.Td>
              <Table.Td>{problem.message}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  )
}
